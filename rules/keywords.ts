/** What a recipient's answer asks for. Doubt between stop and start is a stop. */
export type KeywordRequest = "stop" | "start" | "help";

export type Keywords = Record<KeywordRequest, readonly string[]>;

/** English and Swahili, as recipients in Kenya write them. An account may add words, and take none of these away. */
export const keywords: Keywords = {
  stop: (
    "STOP STOPALL UNSUBSCRIBE UNSUB OPTOUT END QUIT CANCEL REMOVE REVOKE " +
    "ACHA ACHENI SITISHA SITISHENI SIMAMISHA KOMESHA ONDOA NIONDOE NIONDOENI NITOE NITOENI SITAKI"
  ).split(" "),
  start: "START UNSTOP SUBSCRIBE RESUBSCRIBE OPTIN RESUME ANZA ANZISHA JIUNGE ENDELEA NIRUDISHE".split(" "),
  help: "HELP INFO MSAADA USAIDIZI".split(" "),
};

/** Words that change nothing about the wish: "STOP PLEASE", "acha kunitumia ujumbe". Any other word makes it talk. */
const around = new Set(
  (
    "please pls plz plse kindly now all it this these that to from me my your you at once immediately i want " +
    "hi hello ok okay thanks thank thx dear sir madam already again also just and by " +
    "sms smses txt text texts message messages msg msgs ad ads advert adverts promo promos promotion promotions marketing " +
    "spam bulk send sending texting messaging spamming disturbing bothering subscription list service number " +
    "tafadhali tafadhalini sasa hapa asante sana mara moja ujumbe jumbe meseji mesegi matangazo tangazo " +
    "kunitumia kutuma kunisumbua zenu zako hizi hii yenu yako nyingine tena kabisa orodha huduma kwa kwenye nakuomba naomba"
  ).split(" "),
);

/**
 * The wish in an inbound message and the keyword that said it, or null when it is ordinary talk. The keyword must
 * stand alone or among courtesies: "Stop!!!" and "please stop sending me messages" count, "please don't stop the
 * delivery" and "cancel my order" do not.
 * @param names what the account is called in its messages: "STOP SAVANNA" is STOP
 */
export function parseWish(
  text: string,
  list: Keywords = keywords,
  names: readonly string[] = [],
): { wish: KeywordRequest; keyword: string } | null {
  if (text.length > 160) return null;
  const words = wordsOf(text);
  if (words.length === 0 || words.length > 8) return null;
  const called = new Set(names.flatMap(wordsOf));
  let found: { wish: KeywordRequest; keyword: string } | null = null;
  for (const word of joinSpelled(words)) {
    const hit = lookUp(word, list);
    if (hit) found = found && rank[found.wish] <= rank[hit.wish] ? found : hit;
    else if (!around.has(word) && !called.has(word) && !/^\d+$/.test(word)) return null;
  }
  return found;
}

/** Words of its own that an account may have for one wish, and letters of one. */
export const ownKeywords = { most: 50, letters: 20 } as const;

/** The fixed words and the account's own. */
export function withOwn({ stop, start, help }: Keywords): Keywords {
  return {
    stop: [...keywords.stop, ...stop],
    start: [...keywords.start, ...start],
    help: [...keywords.help, ...help],
  };
}

/** A word as it is listed, in capitals; undefined for what is not one word as answers are read. */
export function parseKeyword(text: string): string | undefined {
  const [word = "", ...more] = wordsOf(text);
  const listed = word.toUpperCase();
  const usable = /^[\p{L}\p{M}]+$/u.test(word) && listed.toLowerCase() === word;
  return usable && more.length === 0 ? listed : undefined;
}

/** The word that a message begins with, in capitals, where it is short enough to be a request and no letter. */
export function firstWord(text: string): string | undefined {
  if (text.length > 160) return undefined;
  const words = wordsOf(text);
  return words.length <= 8 ? words[0]?.toUpperCase() : undefined;
}

/** Whether a word means STOP, START or HELP for everybody. */
export function isFixedKeyword(word: string): boolean {
  return lookUp(word.toLowerCase(), keywords) !== null;
}

/** Why words can't be an account's own, by the wish they were listed for. Empty when they can. */
export function wrongKeywords(own: Keywords): Partial<Record<KeywordRequest, string[]>> {
  const taken = new Set<string>();
  const wrong: Partial<Record<KeywordRequest, string[]>> = {};
  for (const wish of ["stop", "start", "help"] as const) {
    const words = own[wish].flatMap((text) => wrongWord(text, taken) ?? []);
    if (own[wish].length > ownKeywords.most) words.push(`At most ${ownKeywords.most} words.`);
    if (words.length > 0) wrong[wish] = words;
  }
  return wrong;
}

function wrongWord(text: string, taken: Set<string>): string | undefined {
  const word = parseKeyword(text);
  if (!word) return `“${text.slice(0, 40)}” is not one word of letters.`;
  if (word.length < 2 || word.length > ownKeywords.letters) return `${word.slice(0, 40)} must have 2 to 20 letters.`;
  if (lookUp(word.toLowerCase(), keywords)) return `${word} always counts: it can't be added or changed.`;
  if (around.has(word.toLowerCase())) return `${word} is part of ordinary answers, so it can't be used.`;
  if (taken.has(word)) return `${word} is listed twice.`;
  taken.add(word);
  return undefined;
}

const rank: Record<KeywordRequest, number> = { stop: 0, start: 1, help: 2 };

function lookUp(word: string, list: Keywords): { wish: KeywordRequest; keyword: string } | null {
  for (const wish of ["stop", "start", "help"] as const) {
    const keyword = list[wish].find((each) => each.toLowerCase() === word);
    if (keyword) return { wish, keyword };
  }
  return null;
}

/** Lower-case words without signs; an apostrophe or hyphen inside a word closes up, so "don't" stays one word. */
function wordsOf(text: string): string[] {
  const flat = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<=\p{L})['\u2018\u2019`-](?=\p{L})/gu, "");
  return flat.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
}

/** "s t o p" and "stop all", "opt out", "un subscribe" as the one word they are. */
function joinSpelled(words: string[]): string[] {
  if (words.length > 2 && words.every((word) => word.length === 1)) return [words.join("")];
  const joined: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const pair = `${words[i]}${words[i + 1] ?? ""}`;
    if (pairs.has(pair) && words[i + 1]) {
      joined.push(pair);
      i++;
    } else joined.push(words[i] as string);
  }
  return joined;
}

const pairs = new Set(["optout", "optin", "unsubscribe", "unstop", "resubscribe"]);

/** The opt-out words Safaricom wants in promotional messages: 13 septets. */
export const carrierFooter = "STOP*456*9*5#";

/** The text with the footer after one space; unchanged when the author typed the footer already, or typed nothing. */
export function withFooter(text: string, footer: string): string {
  const end = footer.trim();
  const body = text.trimEnd();
  if (end === "" || body === "" || hasFooter(body, end)) return text;
  return `${body} ${end}`;
}

function hasFooter(body: string, footer: string): boolean {
  const [here, wanted] = [flatten(body), flatten(footer)];
  for (let at = here.indexOf(wanted); at >= 0; at = here.indexOf(wanted, at + 1)) {
    const before = here[at - 1];
    const after = here[at + wanted.length];
    if (!isWordChar(before) && !isWordChar(after)) return true;
  }
  return false;
}

function flatten(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ");
}

function isWordChar(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char);
}
