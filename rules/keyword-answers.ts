import { firstWord, isFixedKeyword, type Keywords, parseKeyword } from "./keywords";

/** What an account answers by itself: the words that ask for it in each language, and the answer in each. */
export type KeywordReply = { words_en: string[]; words_sw: string[]; reply_en: string; reply_sw: string };

/** At most so many answers of this kind to one number in an hour: two machines never answer each other for ever. */
export const maxRepliesAnHour = 5;

/** Replies of one account, words of one reply in one language, and letters of a word. */
export const keywordReplyLimits = { replies: 50, words: 20, letters: 20 } as const;

/** The reply that a message asks for by its first word, in the language of the word; the other one where it has none. */
export function answerTo<Reply extends KeywordReply>(
  text: string,
  replies: readonly Reply[],
): { reply: Reply; keyword: string; text: string } | undefined {
  const keyword = firstWord(text);
  if (keyword === undefined) return undefined;
  for (const reply of replies) {
    const { words_en, words_sw, reply_en, reply_sw } = reply;
    if (words_en.includes(keyword)) return { reply, keyword, text: reply_en || reply_sw };
    if (words_sw.includes(keyword)) return { reply, keyword, text: reply_sw || reply_en };
  }
  return undefined;
}

type UsedWords = { optOut: Keywords; others: readonly KeywordReply[] };

/** Why a reply can't be as it is, by field; its words as they are listed otherwise. */
export function wrongReply(
  given: KeywordReply,
  { optOut, others }: UsedWords,
): Partial<Record<keyof KeywordReply, string[]>> {
  const used = new Set(others.flatMap(({ words_en, words_sw }) => [...words_en, ...words_sw]));
  const own = new Set([...optOut.stop, ...optOut.start, ...optOut.help]);
  const wrong: Partial<Record<keyof KeywordReply, string[]>> = {};
  for (const field of ["words_en", "words_sw"] as const) {
    const words = given[field].flatMap((text) => wrongWord(text, used, own) ?? []);
    if (given[field].length > keywordReplyLimits.words) words.push(`At most ${keywordReplyLimits.words} words.`);
    if (words.length > 0) wrong[field] = words;
  }
  if (given.words_en.length + given.words_sw.length === 0) wrong.words_en = ["Enter at least one word."];
  if (given.reply_en === "" && given.reply_sw === "") wrong.reply_en = ["Write the reply in English or Swahili."];
  return wrong;
}

/** Notes the word as used. */
function wrongWord(text: string, used: Set<string>, own: ReadonlySet<string>): string | undefined {
  const word = parseKeyword(text);
  if (!word) return `“${text.slice(0, 40)}” is not one word of letters.`;
  if (word.length < 2 || word.length > keywordReplyLimits.letters)
    return `${word.slice(0, 40)} must have 2 to 20 letters.`;
  if (isFixedKeyword(word) || own.has(word)) return `${word} is an opt-out word: it has its own answer.`;
  if (used.has(word)) return `${word} is used already.`;
  used.add(word);
  return undefined;
}
