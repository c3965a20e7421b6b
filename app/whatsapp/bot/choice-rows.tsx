import type { BotChoice } from "../../../rules/whatsapp/bot";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Select, TextInput } from "../../kit/ui/field";
import { choiceRows } from "./answer-form";

type ChoiceRowsProps = {
  last: LastPost;
  held: readonly BotChoice[];
  targets: readonly { value: string; label: string }[];
};

/** Rows that are shown at once; the others are folded until they are needed. */
const few = 3;

/** The choices of an answer: a row each, the empty ones are left out. */
export function ChoiceRows({ last, held, targets }: ChoiceRowsProps) {
  const errors = fieldErrors(last);
  const value = (place: number, part: keyof BotChoice) =>
    typedValue(last, `choices[${place}].${part}`) ?? held[place]?.[part] ?? "";
  const used = choiceRows.filter((place) => value(place, "label") !== "" || value(place, "leads_to") !== "");
  const open = (used.at(-1) ?? 0) >= few;
  const rowAt = (place: number) => {
    const field = (part: keyof BotChoice) => {
      const name = `choices[${place}].${part}`;
      return { id: name, name, defaultValue: value(place, part), errors: errors[name] ?? [] };
    };
    return (
      <div key={place} className="grid gap-3 md:grid-cols-2">
        <TextInput label={`Choice ${place + 1}`} maxLength={60} autoComplete="off" {...field("label")} />
        <Select label={`Choice ${place + 1} leads to`} empty="Nowhere yet" choices={targets} {...field("leads_to")} />
      </div>
    );
  };
  return (
    <fieldset className="grid gap-4">
      <legend className="label">
        Choices <span className="font-normal text-quiet">(optional)</span>
      </legend>
      {choiceRows.slice(0, few).map(rowAt)}
      <details open={open}>
        <summary className="link cursor-pointer text-sm">More choices</summary>
        <div className="mt-4 grid gap-4">{choiceRows.slice(few).map(rowAt)}</div>
      </details>
    </fieldset>
  );
}
