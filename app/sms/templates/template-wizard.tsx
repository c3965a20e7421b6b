import { getFormProps, getInputProps, getTextareaProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { TemplateForm } from "../../../services/messaging/contract.templates";
import { LongText } from "../../kit/draft";
import { postedText, sayCount, textPreview, unknownFields } from "../../kit/templates/counter";
import { Button } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { DescriptionList } from "../../kit/ui/description-list";
import { Field, TextInput } from "../../kit/ui/field";
import { Steps } from "../../kit/ui/steps";

export type TemplateDraft = { name: string; body: string; body_sw: string };
export type WizardStep = 1 | 2 | 3;
type Last = SubmissionResult<string[]> | undefined;
type WizardProps = { step: WizardStep; given: TemplateDraft; fields: readonly string[]; last: Last };

export const wizardSteps = ["Details", "Content", "Preview"] as const;

/** Three steps (Q091): what it is called, what it says in each language, and how one person would read it. */
export function TemplateWizard({ step, given, fields, last }: WizardProps) {
  return (
    <div className="max-w-[760px]">
      <Steps label="Steps" steps={wizardSteps} now={step - 1} />
      <Card padded label={`Step ${step} of 3`} className="md:p-5!">
        {step === 1 ? (
          <Details given={given} last={last} />
        ) : step === 2 ? (
          <Content given={given} fields={fields} last={last} />
        ) : (
          <Preview given={given} fields={fields} />
        )}
      </Card>
    </div>
  );
}

/** What the other steps hold goes along with each post. */
function Kept({ given, names }: { given: TemplateDraft; names: readonly (keyof TemplateDraft)[] }) {
  return names.map((name) => <textarea key={name} name={name} value={given[name]} hidden readOnly />);
}

function Details({ given, last }: Pick<WizardProps, "given" | "last">) {
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const [form, field] = useForm({
    id: "template",
    ...(last ? { lastResult: last } : {}),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: TemplateForm.pick({ name: true }).loose() }),
    defaultValue: given,
  });
  return (
    <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
      <Kept given={given} names={["body", "body_sw"]} />
      <TextInput
        label="Name"
        {...getInputProps(field.name, { type: "text" })}
        key={field.name.key}
        errors={field.name.errors}
        help="Only your team sees it."
      />
      <div>
        <Button variant="primary" size="lg" name="intent" value="content" working={working}>
          Continue
        </Button>
      </div>
    </Form>
  );
}

function Content({ given, fields, last }: Omit<WizardProps, "step">) {
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const [form, field] = useForm({
    id: "template",
    ...(last ? { lastResult: last } : {}),
    onValidate: ({ formData }) =>
      formData.get("intent") === "details"
        ? parseWithZod(formData, { schema: TemplateForm.pick({ name: true }).loose() })
        : parseWithZod(formData, { schema: TemplateForm.omit({ channel: true }).loose() }),
    defaultValue: given,
  });
  const [texts, setTexts] = useState<Partial<TemplateDraft>>({});
  const counts = {
    body: texts.body ?? postedText(field.body.initialValue),
    body_sw: texts.body_sw ?? postedText(field.body_sw.initialValue),
  };
  const area = (name: "body" | "body_sw", label: string, optional: boolean) => (
    <div>
      <Field id={field[name].id} label={label} optional={optional} errors={field[name].errors}>
        {(aria) => (
          <LongText
            {...getTextareaProps(field[name])}
            {...aria}
            key={field[name].key}
            rows={5}
            className="input"
            onInput={(event) => {
              const { value } = event.currentTarget;
              setTexts((before) => ({ ...before, [name]: value }));
            }}
          />
        )}
      </Field>
      <p className="num mt-1 text-sm text-quiet" aria-live="polite">
        {sayCount(counts[name])}
      </p>
    </div>
  );
  return (
    <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
      {/* The first button is what Enter presses. */}
      <button type="submit" name="intent" value="preview" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <Kept given={given} names={["name"]} />
      {area("body", "Message", false)}
      {area("body_sw", "In Kiswahili", true)}
      <p className="text-sm text-quiet wrap-anywhere">Merge fields: {fields.map((name) => `{{${name}}}`).join(" ")}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="lg" name="intent" value="preview" working={working}>
          Continue
        </Button>
        <Button size="lg" name="intent" value="details" formNoValidate>
          Back
        </Button>
      </div>
    </Form>
  );
}

function Preview({ given, fields }: Pick<WizardProps, "given" | "fields">) {
  const working = useNavigation().state !== "idle";
  const { name, body, body_sw } = given;
  const unknown = unknownFields(`${body} ${body_sw}`, fields);
  const read = (text: string) => <span className="whitespace-pre-wrap">{textPreview(text)}</span>;
  const swahili = [
    { label: "In Kiswahili", value: read(body_sw) },
    { label: "As SMS in Kiswahili", value: sayCount(body_sw) },
  ];
  return (
    <div className="grid gap-4">
      <DescriptionList
        facts={[
          { label: "Name", value: name },
          { label: "What Amina would read", value: read(body) },
          { label: "As SMS", value: sayCount(body) },
          ...(body_sw === "" ? [] : swahili),
        ]}
      />
      {unknown.length > 0 && (
        <p className="text-sm font-medium text-warn" role="status">
          No contact group has {unknown.map((field) => `{{${field}}}`).join(", ")} yet. You can keep the template; give
          the value when you send, or check the spelling.
        </p>
      )}
      <Form method="post" className="flex flex-wrap gap-2">
        <Kept given={given} names={["name", "body", "body_sw"]} />
        <Button variant="primary" size="lg" name="intent" value="create" working={working}>
          Create template
        </Button>
        <Button size="lg" name="intent" value="content">
          Back
        </Button>
      </Form>
    </div>
  );
}
