import { getFormProps, getInputProps, getTextareaProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { TemplateForm } from "../../../services/messaging/contract.templates";
import { LongText } from "../../kit/draft";
import { previewOf, sayCount, textOf, unknownFields } from "../../kit/templates/counter";
import { Button } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { DescriptionList } from "../../kit/ui/description-list";
import { Field, TextInput } from "../../kit/ui/field";

type TemplateDraft = { name: string; body: string };
type WizardProps = {
  step: number;
  given: TemplateDraft;
  fields: readonly string[];
  last: SubmissionResult<string[]> | undefined;
};

/** Two steps: writing the template, then reading it as one person would. Each is a plain post. */
export function TemplateWizard({ step, given, fields, last }: WizardProps) {
  return (
    <Card padded label={`Step ${step} of 2`} className="max-w-[760px] md:p-5!">
      <p className="mb-4 text-sm text-quiet">
        Step {step} of 2: {step === 1 ? "write it" : "check it"}
      </p>
      {step === 1 ? <Write given={given} fields={fields} last={last} /> : <Check given={given} fields={fields} />}
    </Card>
  );
}

function Write({ given, fields, last }: Omit<WizardProps, "step">) {
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const [form, field] = useForm({
    id: "template",
    ...(last ? { lastResult: last } : {}),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: TemplateForm.omit({ channel: true }).loose() }),
    defaultValue: given,
  });
  const [draft, setDraft] = useState<string>();
  const body = draft ?? textOf(field.body.initialValue);
  return (
    <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
      <TextInput
        label="Name"
        {...getInputProps(field.name, { type: "text" })}
        key={field.name.key}
        errors={field.name.errors}
        help="Only your team sees it."
      />
      <div>
        <Field id={field.body.id} label="Message" errors={field.body.errors}>
          {(aria) => (
            <LongText
              {...getTextareaProps(field.body)}
              {...aria}
              key={field.body.key}
              rows={6}
              className="input"
              onInput={(event) => setDraft(event.currentTarget.value)}
            />
          )}
        </Field>
        <p className="num mt-1 text-sm text-quiet" aria-live="polite">
          {sayCount(body)}
        </p>
        <p className="mt-2 text-sm text-quiet wrap-anywhere">
          Merge fields: {fields.map((name) => `{{${name}}}`).join(" ")}
        </p>
      </div>
      <div>
        <Button variant="primary" size="lg" name="intent" value="next" working={working}>
          Continue
        </Button>
      </div>
    </Form>
  );
}

function Check({ given: { name, body }, fields }: { given: TemplateDraft; fields: readonly string[] }) {
  const working = useNavigation().state !== "idle";
  const unknown = unknownFields(body, fields);
  return (
    <div className="grid gap-4">
      <DescriptionList
        facts={[
          { label: "Name", value: name },
          { label: "What Amina would read", value: <span className="whitespace-pre-wrap">{previewOf(body)}</span> },
          { label: "As SMS", value: sayCount(body) },
        ]}
      />
      {unknown.length > 0 && (
        <p className="text-sm font-medium text-warn" role="status">
          No contact group has {unknown.map((field) => `{{${field}}}`).join(", ")} yet. You can keep the template; give
          the value when you send, or check the spelling.
        </p>
      )}
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="name" value={name} />
        <textarea name="body" value={body} hidden readOnly />
        <Button variant="primary" size="lg" name="intent" value="create" working={working}>
          Create template
        </Button>
        <Button size="lg" name="intent" value="back">
          Back
        </Button>
      </Form>
    </div>
  );
}
