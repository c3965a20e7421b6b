import {
  type ChoiceRole,
  choiceRoles,
  type SurveyGraph,
  type SurveyQuestion,
  textIn,
} from "../../../rules/survey/graph";
import { isBareNumber } from "../../../rules/survey/replies";
import { type LastPost, typedValue, typedValues } from "../../kit/refused-post";
import { Checkbox } from "../../kit/ui/checkbox";
import { FieldNotes } from "../../kit/ui/field";

/** Rows for further choices under those that there are. */
const emptyRows = 3;

const roleNames: Record<ChoiceRole, string> = { normal: "Normal", other: "Other", exclusive: "Alone", row: "Row" };

/** The kinds of choices of a question, and the kind that one has, so that none is changed unseen. */
function rolesFor(question: SurveyQuestion, held: string): ChoiceRole[] {
  return choiceRoles.filter(
    (role) => role === held || (question.type === "matrix" ? role === "normal" || role === "row" : role !== "row"),
  );
}

type ChoiceRowsProps = {
  graph: SurveyGraph;
  question: SurveyQuestion;
  last: LastPost;
  errors: Record<string, string[]>;
};

/** The choices of a question: their texts, what else is taken for them, and which stay last. */
export function ChoiceRows({ graph, question, last, errors }: ChoiceRowsProps) {
  const [main = "en"] = graph.languages;
  const stored = question.choices.map(({ id, text, aliases, role }) => [
    ...[String(id), textIn(text, main), aliases.join(", ")],
    role,
  ]);
  const typed = typedValues(last, "choice_text")?.map((text, at) => [
    typedValues(last, "choice_id")?.[at] ?? "",
    text,
    typedValues(last, "choice_words")?.[at] ?? "",
    typedValues(last, "choice_role")?.[at] ?? "normal",
  ]);
  const rows = typed ?? [...stored, ...Array.from({ length: emptyRows }, () => ["", "", "", "normal"])];
  return (
    <fieldset id="question-choice_text">
      <legend className="label">Choices</legend>
      <p className="help mb-2">
        Beside each choice, what else people may reply, between commas: nzuri, sawa. An emptied choice is deleted.{" "}
        {question.type === "matrix"
          ? "Mark the rows of the matrix as “Row”. One of the other choices is chosen for each of them."
          : "“Other” and “Alone” stay last in random order; a choice that is “Alone” can’t be chosen with others."}
      </p>
      {question.type === "matrix" && (
        <p className="help mb-2">A survey with a matrix can’t be sent by SMS or on WhatsApp.</p>
      )}
      <ol className="grid gap-2">
        {rows.map(([id = "", text = "", words = "", role = "normal"], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their place
          <li key={`${question.id}-${id}-${at}`} className="flex items-center gap-2 max-sm:flex-wrap">
            <span className="num w-5 text-right text-quiet">{at + 1}</span>
            <input type="hidden" name="choice_id" value={id} />
            <input
              className="input min-w-0 flex-1"
              name="choice_text"
              aria-label={`Choice ${at + 1}`}
              defaultValue={text}
              maxLength={200}
              autoComplete="off"
            />
            <input
              className="input min-w-0 flex-1"
              name="choice_words"
              aria-label={`Other replies for choice ${at + 1}`}
              defaultValue={words}
              maxLength={1000}
              autoComplete="off"
            />
            <select
              className="input w-28 max-sm:w-full"
              name="choice_role"
              aria-label={`Kind of choice ${at + 1}`}
              defaultValue={role}
            >
              {rolesFor(question, role).map((value) => (
                <option key={value} value={value}>
                  {roleNames[value]}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ol>
      {rows.some(([, text = ""]) => isBareNumber(text)) && (
        <p className="mt-2 text-sm text-warn">
          A choice is a bare number. A reply by SMS could mean its place instead.
        </p>
      )}
      <Checkbox
        name="random_order"
        value="on"
        label="Random order of choices"
        help="Each person sees the choices in an order of their own."
        defaultChecked={last ? typedValue(last, "random_order") !== "" : question.random_order}
        className="mt-3"
      />
      <FieldNotes id="question-choice_text" errors={errors.choice_text ?? []} />
    </fieldset>
  );
}
