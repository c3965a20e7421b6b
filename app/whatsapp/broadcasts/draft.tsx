import { Form, useNavigation } from "@remix-run/react";
import { Send, Smartphone } from "lucide-react";
import { useEffect, useRef } from "react";
import { mediaKey } from "../../../rules/whatsapp/header-files";
import { headerFormat, renderTemplate, templateVariables } from "../../../rules/whatsapp/templates";
import type { BroadcastDetail } from "../../../services/whatsapp/contract.broadcasts";
import { href } from "../../href";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Select, TextInput } from "../../kit/ui/field";
import { TemplateBubble } from "../../kit/whatsapp/bubble";
import { CostCard } from "./cost";
import { HeaderFileCard } from "./header-file-card";

type DraftProps = { broadcast: BroadcastDetail; mayWrite: boolean; testKey: string; last: LastPost };

/** A broadcast before it is sent: where each value is from, what three customers would read, a dry run, the cost. */
export function DraftView({ broadcast, mayWrite, testKey, last }: DraftProps) {
  const { id, components, samples, recipients, unusable, file } = broadcast;
  const format = headerFormat(components);
  const variables = templateVariables(components);
  const [first] = samples;
  return (
    <div className="grid max-w-[1152px] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid gap-4">
        <PostResult last={last} idOf={(name) => name} />
        {format && mayWrite && <HeaderFileCard broadcast={broadcast} format={format} last={last} />}
        {mayWrite && variables.length > 0 && <ValuesForm broadcast={broadcast} last={last} />}
        <Card label="Preview">
          <CardHead title="What customers read" />
          <div className="grid gap-4 p-4">
            {samples.map(({ msisdn, name, values }) => (
              <div key={msisdn} className="grid gap-1">
                <p className="num text-sm text-quiet">{name ? `${name}, ${msisdn}` : msisdn}</p>
                <TemplateBubble template={renderTemplate(components, values)} file={values[mediaKey] ? null : file} />
              </div>
            ))}
            {!first && (
              <p className="text-quiet">There is no one left to send it to. Give a text for those without a value.</p>
            )}
          </div>
        </Card>
      </div>
      <div className="grid gap-4">
        <CostCard broadcast={broadcast} />
        {mayWrite && first && <TestForm testKey={testKey} last={last} />}
        {unusable && (
          <p className="text-sm text-bad" role="status">
            {unusable}
          </p>
        )}
        {mayWrite && first && !unusable && (
          <ReviewButton id={id} recipients={recipients} typed={variables.length > 0} />
        )}
      </div>
    </div>
  );
}

const valuesForm = "values-of-the-template";

/** The way to the last page. What is typed as a value is kept on the way. */
function ReviewButton({ id, recipients, typed }: { id: number; recipients: number; typed: boolean }) {
  const working = useNavigation().state === "submitting";
  const look = { variant: "primary", size: "lg", icon: Send, className: "justify-center" } as const;
  const words = `Review ${recipients.toLocaleString("en-KE")} ${recipients === 1 ? "message" : "messages"}`;
  if (!typed)
    return (
      <LinkButton to={href("/whatsapp/inboxes/broadcasts/:id/confirm", { id })} {...look}>
        {words}
      </LinkButton>
    );
  return (
    <Button form={valuesForm} name="intent" value="review" working={working} {...look}>
      {words}
    </Button>
  );
}

function ValuesForm({ broadcast, last }: { broadcast: BroadcastDetail; last: LastPost }) {
  const { components, mapping, fields, file } = broadcast;
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const choices = [
    { value: "", label: "The same text for all" },
    ...fields.map((field) => ({ value: field, label: `The row's ${field.replaceAll("_", " ")}` })),
  ];
  return (
    <Card label="Values">
      <CardHead title="Values of the template" />
      <Form method="post" id={valuesForm} className="grid gap-5 p-4">
        {templateVariables(components).map(({ key, label }, place) => {
          const field = `values[${place}].field`;
          const text = `values[${place}].text`;
          return (
            <fieldset key={key} className="grid gap-3 md:grid-cols-2">
              <legend className="label mb-1">{label}</legend>
              <Select
                id={field}
                name={field}
                label="Value"
                choices={key === mediaKey ? [{ value: "", label: "The same for all" }, ...choices.slice(1)] : choices}
                defaultValue={typedValue(last, field) ?? mapping[key]?.field ?? ""}
                errors={errors[field] ?? []}
              />
              <TextInput
                id={text}
                name={text}
                label={key === mediaKey ? "Link for rows without one" : "Text for rows without a value"}
                {...(key === mediaKey && file ? { help: `Without a link they get ${file.name}.` } : {})}
                optional
                maxLength={300}
                defaultValue={typedValue(last, text) ?? mapping[key]?.text ?? ""}
                errors={errors[text] ?? []}
              />
            </fieldset>
          );
        })}
        <p className="help">Without a text, rows without a value are left out.</p>
        <div>
          <Button name="intent" value="values" working={working}>
            Keep the values
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** One message to one's own phone, with the values as they are typed by then. */
function TestForm({ testKey, last }: { testKey: string; last: LastPost }) {
  const working = useNavigation().state === "submitting";
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const sent = form.current;
    const addValues = ({ formData }: FormDataEvent) => {
      const values = document.getElementById(valuesForm);
      if (values instanceof HTMLFormElement)
        for (const [name, value] of new FormData(values)) formData.append(name, value);
    };
    sent?.addEventListener("formdata", addValues);
    return () => sent?.removeEventListener("formdata", addValues);
  }, []);
  return (
    <Card label="Dry run">
      <CardHead title="Try it on your phone" />
      <Form ref={form} method="post" className="grid gap-3 p-4">
        <input type="hidden" name="intent" value="test" />
        <input type="hidden" name="key" value={testKey} />
        <TextInput
          id="phone"
          name="phone"
          label="Your number"
          type="tel"
          autoComplete="tel"
          help="It gets the first row's message, and costs the same."
          defaultValue={typedValue(last, "phone") ?? ""}
          errors={fieldErrors(last).phone ?? []}
        />
        <div>
          <Button icon={Smartphone} working={working}>
            Send a dry run
          </Button>
        </div>
      </Form>
    </Card>
  );
}
