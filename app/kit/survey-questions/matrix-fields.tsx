import type { WebSession } from "../../../services/survey/contract.respond";

type MatrixFieldsProps = {
  question: NonNullable<WebSession["question"]>;
  main: string;
  /** The chosen ids in the order of the rows, empty or 0 where none was. */
  chosen: readonly string[];
  /** What the names of its fields begin with. */
  prefix: string;
};

/** One group of choices for each row, one row under the other: it fits a telephone. */
export function MatrixFields({ question, main, chosen, prefix }: MatrixFieldsProps) {
  const rows = question.options.filter(({ role }) => role === "row");
  const scale = question.options.filter(({ role }) => role !== "row");
  return (
    <div className="grid gap-5">
      {rows.map((row, at) => (
        <fieldset key={row.id}>
          <legend className="mb-2 font-medium wrap-anywhere">{row.text[main] ?? ""}</legend>
          <div className="flex flex-wrap gap-1">
            {scale.map(({ id, text }) => (
              <label key={id} className="tick rounded border border-line px-3 py-2">
                <input
                  type="radio"
                  name={`${prefix}choice[${at}]`}
                  value={id}
                  defaultChecked={chosen[at] === String(id)}
                />
                <span className="wrap-anywhere">{text[main] ?? ""}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
