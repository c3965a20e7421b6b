import { type FieldMetadata, type FormMetadata, getFormProps, getInputProps } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { Plug } from "lucide-react";
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "../kit/ui/button";
import { TextInput } from "../kit/ui/field";

type FieldShown = {
  field: FieldMetadata<string | undefined>;
  label: string;
  help?: ReactNode;
  /** What is typed is not seen, and never comes back. */
  secret?: true;
  optional?: true;
};

/** The form that connects a channel: first what one does at the network, step by step, then what one brings from there. */
export function ConnectForm<F extends Record<string, unknown>>({
  form,
  to,
  steps,
  fields,
}: {
  form: FormMetadata<F, string[]>;
  to: string;
  steps: readonly ReactNode[];
  fields: readonly FieldShown[];
}) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  return (
    <div className="grid gap-4">
      <section className="card p-5 max-md:p-4" aria-label="Before">
        <ol className="grid list-decimal gap-1.5 pl-5">
          {steps.map((step, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change
            <li key={n}>{step}</li>
          ))}
        </ol>
      </section>
      <Form
        method="post"
        action={`${to}?new&do=connect`}
        {...getFormProps(form)}
        noValidate={scripted}
        autoComplete="off"
        className="card grid gap-5 p-5 max-md:p-4"
      >
        {fields.map(({ field, label, help, secret, optional }) => {
          const { key, ...input } = getInputProps(field, { type: secret ? "password" : "text", value: !secret });
          return (
            <TextInput
              key={key ?? field.key}
              label={label}
              help={help}
              {...(optional ? { optional } : {})}
              {...input}
              autoComplete={secret ? "new-password" : "off"}
              spellCheck={false}
              errors={field.errors}
            />
          );
        })}
        <div>
          <Button kind="main" lg icon={Plug} working={working}>
            Connect
          </Button>
        </div>
      </Form>
    </div>
  );
}
