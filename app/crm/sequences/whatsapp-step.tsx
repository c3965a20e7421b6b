import { Form } from "@remix-run/react";
import { maxVariable, sequenceFields } from "../../../rules/sequences";
import { type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Select, TextInput } from "../../kit/ui/field";
import type { TemplateChoice } from "./whatsapp-step.server";

const fieldsText = sequenceFields.map((field) => `{{${field}}}`).join(", ");

/** Chooses the template of a WhatsApp step with the number that it is from: its variables depend on it. */
export function TemplateChooser({ template, error }: { template: TemplateChoice; error: readonly string[] }) {
  return (
    <Form method="get" className="mb-5 flex flex-wrap items-end gap-3" preventScrollReset>
      <input type="hidden" name="kind" value="whatsapp" />
      <Select
        id="step-template_id"
        name="template"
        label="Template and number"
        className="min-w-48 flex-1"
        empty={template.choices.length === 0 ? "There is none to choose yet" : "Choose a template"}
        defaultValue={template.chosen}
        choices={template.choices}
        errors={error}
      />
      <Button size="lg">Show the template</Button>
    </Form>
  );
}

type VariablesProps = { template: TemplateChoice; errors: Record<string, string[]>; last: LastPost };

/** What the chosen template says, with a text for each of its variables. */
export function TemplateVariables({ template, errors, last }: VariablesProps) {
  const { sender, template_id, words, variables } = template;
  if (template_id === 0) return <p className="text-quiet">Choose a template first. What it says is shown here.</p>;
  return (
    <>
      <input type="hidden" name="sender" value={sender} />
      <input type="hidden" name="template_id" value={template_id} />
      <p className="rounded border border-line p-3 whitespace-pre-wrap wrap-anywhere">{words}</p>
      {(errors.sender ?? []).map((error) => (
        <p key={error} className="err" id="step-sender">
          {error}
        </p>
      ))}
      {variables.map(({ key, name, where, text }, place) => (
        <div key={key}>
          <input type="hidden" name={`keys[${place}]`} value={key} />
          <TextInput
            id={`step-values[${place}]`}
            name={`values[${place}]`}
            label={`{{${name}}} in the ${where}`}
            maxLength={maxVariable}
            defaultValue={typedValue(last, `values[${place}]`) ?? text}
            errors={errors[`values[${place}]`] ?? []}
            autoComplete="off"
          />
        </div>
      ))}
      {variables.length > 0 && (
        <p className="text-sm text-quiet">
          Write a text, or a field: {fieldsText}. With {"{{first_name|customer}}"} there are words to use where there is
          no value; without them the step is not done.
        </p>
      )}
    </>
  );
}
