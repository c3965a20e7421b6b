import { excerpt, searchWords } from "../../../rules/survey/typed-search";
import type { FoundText } from "../../../services/survey/contract.responses";

type FoundTextsProps = {
  q: string;
  /** None: the phone number was found. */
  found: readonly FoundText[];
  /** The place of a question, which is its number in the columns of the list. */
  ranks: ReadonlyMap<number, number>;
};

/** What people typed that has the words of a search, each text shortened to what is around them. */
export function FoundTexts({ q, found, ranks }: FoundTextsProps) {
  if (found.length === 0) return <span className="text-quiet">Phone number</span>;
  const words = searchWords(q);
  return found.map(({ question, understood, text }) => (
    <span key={`${question} ${understood} ${text}`} className="block truncate sm:w-80 max-sm:whitespace-normal">
      <span className="text-quiet">{foundLabel(ranks.get(question), understood)}</span>
      <Excerpt text={text} words={words} />
    </span>
  ));
}

function foundLabel(rank: number | undefined, understood: boolean): string {
  return `${rank === undefined ? "" : `${rank}. `}${understood ? "" : "Not understood: "}`;
}

function Excerpt({ text, words }: { text: string; words: readonly string[] }) {
  let end = 0;
  return excerpt(text, words).map((part) => {
    const start = end;
    end += part.text.length;
    if (!part.found) return part.text;
    return (
      <mark key={start} className="bg-transparent font-semibold text-inherit underline">
        {part.text}
      </mark>
    );
  });
}
