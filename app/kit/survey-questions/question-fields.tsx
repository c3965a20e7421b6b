import { numberBounds } from "../../../rules/survey/graph";
import { questionFrom } from "../../../rules/survey/questions";
import { maxAnswerLength } from "../../../rules/survey/replies";
import type { WebSession } from "../../../services/survey/contract.respond";
import { ariaProps, FieldNotes } from "../ui/field";
import { MatrixFields } from "./matrix-fields";
import { RankFields } from "./rank-fields";
import { respondWords } from "./respond-words";

type QuestionFieldsProps = {
  question: NonNullable<WebSession["question"]>;
  language: string;
  /** The language under which its words are. */
  main: string;
  /** What was answered before: ids of choices between commas, or what was typed. */
  answered: string;
  error: string | undefined;
  /** What the names of its fields begin with, where a form has several questions. */
  prefix?: string;
  id?: string;
};

/** A question as fields of a form: choices to tick, a scale, or a field to type in. */
export function QuestionFields({
  question,
  language,
  main,
  answered,
  error,
  prefix = "",
  id = "answer",
}: QuestionFieldsProps) {
  const words = respondWords(language);
  const text = question.text[main] ?? "";
  const errors = error ? [error] : [];
  const aria = ariaProps({ id, errors });
  const options = optionsOf(question, language, main);
  const title = (
    <>
      <span className="whitespace-pre-wrap wrap-anywhere">{text}</span>
      {!question.required && <span className="font-normal text-quiet"> ({words.optional})</span>}
    </>
  );
  const chosen = answered.split(",");
  if (question.type === "rank" || question.type === "matrix")
    return (
      <fieldset id={id} aria-describedby={aria["aria-describedby"]} aria-invalid={aria["aria-invalid"]}>
        <legend className="mb-3 text-lg font-medium">{title}</legend>
        {question.type === "rank" ? (
          <RankFields {...{ question, language, main, chosen, prefix }} />
        ) : (
          <MatrixFields {...{ question, main, chosen, prefix }} />
        )}
        <FieldNotes id={id} errors={errors} />
      </fieldset>
    );
  if (options) {
    const type = question.type === "multiple" ? "checkbox" : "radio";
    const name = `${prefix}${question.options.length > 0 ? "choice" : "text"}`;
    return (
      <fieldset id={id} aria-describedby={aria["aria-describedby"]} aria-invalid={aria["aria-invalid"]}>
        <legend className="mb-3 text-lg font-medium">{title}</legend>
        <div className="grid gap-1">
          {options.map(({ value, label }) => (
            <label key={value} className="tick rounded border border-line px-3 py-2.5">
              <input type={type} name={name} value={value} defaultChecked={chosen.includes(value)} />
              <span className="wrap-anywhere">{label}</span>
            </label>
          ))}
        </div>
        <FieldNotes id={id} errors={errors} />
      </fieldset>
    );
  }
  const field = { ...aria, name: `${prefix}text`, className: "input", defaultValue: answered, autoComplete: "off" };
  return (
    <div>
      <label htmlFor={id} className="mb-3 block text-lg font-medium">
        {title}
      </label>
      {question.type === "text" ? (
        <textarea {...field} rows={4} maxLength={maxAnswerLength} />
      ) : question.type === "phone" ? (
        <input {...field} type="tel" autoComplete="tel" maxLength={40} />
      ) : question.type === "location" ? (
        <input {...field} maxLength={500} />
      ) : question.type === "date" ? (
        <input {...field} type="date" />
      ) : (
        <input {...field} inputMode="decimal" maxLength={40} />
      )}
      <FieldNotes id={id} errors={errors} />
    </div>
  );
}

/** What can be ticked; undefined where something is typed. */
function optionsOf(question: QuestionFieldsProps["question"], language: string, main: string) {
  const words = respondWords(language);
  if (question.type === "single" || question.type === "multiple")
    return question.options.map(({ id, text }) => ({ value: String(id), label: text[main] ?? "" }));
  if (question.type === "yes_no" || question.type === "consent")
    return [
      { value: "yes", label: words.yes },
      { value: "no", label: words.no },
    ];
  if (question.type !== "rating" && question.type !== "nps") return undefined;
  const [low, high] = numberBounds(questionFrom(question));
  const [from, to] = [low ?? 0, high ?? 10];
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const mark = from + at;
    const end = mark === from ? ` (${words.lowest})` : mark === to ? ` (${words.highest})` : "";
    return { value: String(mark), label: `${mark}${end}` };
  });
}
