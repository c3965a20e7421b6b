import {
  type CalculatedValue,
  comparesChoices,
  needsChoices,
  operandsFor,
  type SurveyGraph,
  type SurveyQuestion,
  textIn,
} from "../../../rules/survey/graph";
import { fieldErrors, type LastPost, typedValue, typedValues } from "../../kit/refused-post";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Select, TextInput } from "../../kit/ui/field";

/** What a comparison looks at: the answer to a question, or a calculated value. */
export type Compared = SurveyQuestion | CalculatedValue;

export function isCalculated(about: Compared): about is CalculatedValue {
  return "expression" in about;
}

/** How an address names what is compared: a question by its id, a value as v1. */
export function comparedKey(about: Compared): string {
  return isCalculated(about) ? `v${about.id}` : String(about.id);
}

export function findCompared({ questions, calculated }: SurveyGraph, key: string): Compared | undefined {
  return [...questions, ...calculated].find((one) => comparedKey(one) === key);
}

type ComparisonFieldsProps = { id: string; graph: SurveyGraph; about: Compared; last: LastPost; always?: boolean };

/** The fields of a comparison: how to compare, and with what. @param always whether it may be left without one */
export function ComparisonFields({ id, graph: { languages }, about, last, always = true }: ComparisonFieldsProps) {
  const errors = fieldErrors(last);
  const type = isCalculated(about) ? "number" : about.type;
  const choices = isCalculated(about) ? [] : about.choices;
  const wanted = typedValues(last, "values") ?? [];
  const operands = operandsFor(type).filter((operand) => always || operand !== "always");
  return (
    <>
      <input type="hidden" name="asked" value={isCalculated(about) ? "" : about.id} />
      <input type="hidden" name="calculated" value={isCalculated(about) ? about.id : ""} />
      <Select
        id={`${id}-operand`}
        name="operand"
        label="If it"
        defaultValue={typedValue(last, "operand") ?? operands[0] ?? "always"}
        choices={operands.map((value) => ({
          value,
          label: value === "always" ? "is anything else (always)" : value,
        }))}
        errors={errors.operand ?? []}
      />
      {comparesChoices(type) && (
        <CheckboxGroup
          id={`${id}-value`}
          legend={type === "rank" ? "First choice" : "Choices"}
          errors={errors.value ?? []}
        >
          {choices.map((choice) => (
            <Checkbox
              key={choice.id}
              name="values"
              value={choice.id}
              label={textIn(choice.text, "", languages)}
              defaultChecked={wanted.includes(String(choice.id))}
            />
          ))}
        </CheckboxGroup>
      )}
      {(type === "yes_no" || type === "consent") && (
        <Select
          id={`${id}-value`}
          name="value"
          label="Answer"
          defaultValue={typedValue(last, "value") ?? "no"}
          choices={[
            { value: "yes", label: "Yes" },
            { value: "no", label: "No" },
          ]}
        />
      )}
      {!needsChoices(type) && type !== "yes_no" && type !== "consent" && type !== "statement" && (
        <TextInput
          id={`${id}-value`}
          name="value"
          label="Compared with"
          help={type === "date" ? "A date like 2026-06-15." : undefined}
          maxLength={500}
          defaultValue={typedValue(last, "value") ?? ""}
          errors={errors.value ?? []}
          autoComplete="off"
        />
      )}
    </>
  );
}
