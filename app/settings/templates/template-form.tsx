import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useRef, useState } from "react";
import { type Template, TemplateForm, templateChannels } from "../../../services/messaging/contract.templates";
import { href } from "../../href";
import { LongText } from "../../kit/draft";
import { FormDrawer } from "../../kit/form-drawer";
import type { LastPost } from "../../kit/refused-post";
import { postedText, sayCount, textPreview, unknownFields } from "../../kit/templates/counter";
import { channelNames } from "../../kit/templates/templates.list";
import { LinkButton } from "../../kit/ui/button";
import { Field, Select, TextInput } from "../../kit/ui/field";
import { useWithoutScript, useWithScript } from "../../kit/ui/without-script";

type TemplateDrawerProps = {
  title: string;
  button: string;
  given: Partial<Pick<Template, "name" | "channel" | "body" | "body_sw">>;
  fields: readonly string[];
  last: LastPost;
  /** The way to send the template as it is kept. */
  send?: { to: string; label: string };
};

const shown = 6;

/** A template being written: name, channel, text with its counter, its merge fields and what a person would read. */
export function TemplateDrawer({ title, button, given, fields, last, send }: TemplateDrawerProps) {
  const withScript = useWithScript();
  const unscripted = useWithoutScript();
  const area = useRef<HTMLTextAreaElement>(null);
  const [form, field] = useForm({
    id: "template",
    lastResult: last?.reply,
    constraint: undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: TemplateForm }),
    defaultValue: {
      name: given.name ?? "",
      channel: given.channel ?? "sms",
      body: given.body ?? "",
      body_sw: given.body_sw ?? "",
    },
  });
  const [draft, setDraft] = useState<string>();
  // Whatever was posted comes back, and it may be no text at all.
  const body = draft ?? postedText(field.body.initialValue);
  const unknown = unknownFields(body, fields);
  function insert(name: string) {
    const at = area.current;
    if (!at) return;
    at.setRangeText(`{{${name}}}`, at.selectionStart, at.selectionEnd, "end");
    at.focus();
    setDraft(at.value);
  }
  const close = href("/settings/templates");
  return (
    <FormDrawer
      title={title}
      close={close}
      submitLabel={button}
      form={form}
      last={last}
      beside={
        send && (
          <LinkButton to={send.to} size="lg" variant="ghost" className="ml-auto">
            {send.label}
          </LinkButton>
        )
      }
    >
      <TextInput
        label="Name"
        {...getInputProps(field.name, { type: "text" })}
        key={field.name.key}
        errors={field.name.errors}
        help="Only your team sees it."
      />
      <Select
        label="Channel"
        {...getSelectProps(field.channel)}
        key={field.channel.key}
        errors={field.channel.errors}
        choices={templateChannels.map((value) => ({ value, label: channelNames[value] }))}
      />
      <div>
        <Field id={field.body.id} label="Message" errors={field.body.errors}>
          {(aria) => (
            <LongText
              {...getTextareaProps(field.body)}
              {...aria}
              key={field.body.key}
              ref={area}
              rows={6}
              className="input"
              onInput={(event) => setDraft(event.currentTarget.value)}
            />
          )}
        </Field>
        <p className="num mt-1 text-sm text-quiet" aria-live="polite">
          {(field.channel.value ?? "sms") === "sms" ? `As SMS: ${sayCount(body)}` : `${body.length} characters`}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-1.5 text-sm">
          <span className="mr-1 text-quiet" id="merge-fields">
            Merge fields
          </span>
          <ul className="contents" aria-labelledby="merge-fields">
            {fields.slice(0, shown).map((name) => (
              <li key={name} className="max-w-full">
                <button
                  type="button"
                  className={`kbd max-w-full cursor-pointer truncate ${withScript}`}
                  onClick={() => insert(name)}
                >
                  <span className="sr-only">Insert </span>
                  {name}
                </button>
                <span className={`kbd max-w-full truncate ${unscripted}`}>{`{{${name}}}`}</span>
              </li>
            ))}
          </ul>
        </div>
        {unknown.length > 0 && (
          <p className="mt-2 text-sm font-medium text-warn" role="status">
            No contact group has {unknown.map((name) => `{{${name}}}`).join(", ")} yet. You can keep the template; give
            the value when you send, or check the spelling.
          </p>
        )}
      </div>
      <Kiswahili field={field.body_sw} />
      {body !== "" && (
        <section aria-label="Preview">
          <h3 className="label">What Amina would read</h3>
          <p className="mt-1 rounded border border-line bg-raised p-3 text-sm whitespace-pre-wrap wrap-anywhere">
            {textPreview(body)}
          </p>
        </section>
      )}
    </FormDrawer>
  );
}

/** The same in the second language. */
function Kiswahili({ field }: { field: FieldMetadata<string | undefined> }) {
  return (
    <Field
      id={field.id}
      label="In Kiswahili"
      optional
      help="Can be chosen beside the English one when a message is written."
      errors={field.errors}
    >
      {(aria) => <LongText {...getTextareaProps(field)} {...aria} key={field.key} rows={4} className="input" />}
    </Field>
  );
}
