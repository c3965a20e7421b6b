import type { WebSession } from "../../../services/survey/contract.respond";
import { respondWords } from "./respond-words";

type RankFieldsProps = {
  question: NonNullable<WebSession["question"]>;
  language: string;
  main: string;
  /** The chosen ids in their order, empty or 0 where none was. */
  chosen: readonly string[];
  /** What the names of its fields begin with. */
  prefix: string;
};

/** A place for each choice: which one is first, second and so on. */
export function RankFields({ question, language, main, chosen, prefix }: RankFieldsProps) {
  const words = respondWords(language);
  return (
    <div className="grid gap-3">
      {question.options.map((option, at) => (
        <label key={option.id} className="flex items-center gap-3">
          <span className="num w-16 shrink-0 text-sm text-quiet">{words.rank(at + 1)}</span>
          <select className="input min-w-0 flex-1" name={`${prefix}choice[${at}]`} defaultValue={chosen[at] || ""}>
            <option value="">{words.choose}</option>
            {question.options.map(({ id, text }) => (
              <option key={id} value={id}>
                {text[main] ?? ""}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
}
