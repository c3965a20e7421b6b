import { type FieldMetadata, type FormMetadata, getFormProps, getInputProps } from "@conform-to/react";
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { Plug } from "lucide-react";
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { Channel } from "../../../services/social/contract";
import { PostResult } from "../../kit/post-result";
import type { LastPost, RefusedPost } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { TextInput } from "../../kit/ui/field";

/** What a form that connects a channel gets. `known`: the channel that gets new credentials. */
export type ConnectProps = { action: string; demo: boolean; known: Channel | null; last: LastPost };

type FieldShown = {
  field: FieldMetadata<string | undefined>;
  label: string;
  help?: ReactNode;
  /** What is typed is not seen, and never comes back. */
  secret?: true;
  optional?: true;
};

type FrameProps<F extends Record<string, unknown>> = {
  form: FormMetadata<F, string[]>;
  action: string;
  steps: readonly string[];
  children: ReactNode;
};

/** First what one does at the network, step by step, then a form for what one brings from there. */
export function ConnectFrame<F extends Record<string, unknown>>({ form, action, steps, children }: FrameProps<F>) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const last = useActionData<RefusedPost>();
  return (
    <div className="grid gap-4">
      <PostResult last={last} idOf={(name) => `${form.id}-${name}`} />
      <section className="card p-5 max-md:p-4" aria-label="Before">
        <ol className="grid list-decimal gap-1.5 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <Form
        method="post"
        action={action}
        {...getFormProps(form)}
        noValidate={scripted}
        autoComplete="off"
        className="card grid gap-5 p-5 max-md:p-4"
      >
        {children}
        <div>
          <Button variant="primary" size="lg" icon={Plug} working={working}>
            Connect
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** The form that connects a channel by a few lines of text. */
export function ConnectForm<F extends Record<string, unknown>>({
  fields,
  ...frame
}: Omit<FrameProps<F>, "children"> & { fields: readonly FieldShown[] }) {
  return (
    <ConnectFrame {...frame}>
      {fields.map(({ field, label, help, secret, optional }) => {
        const { key, ...input } = getInputProps(field, { type: secret ? "password" : "text", value: !secret });
        return (
          <TextInput
            key={`${field.name} ${key ?? field.key ?? ""}`}
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
    </ConnectFrame>
  );
}

type ConnectFields = Record<"app_secret" | "verify_token" | "name", FieldMetadata<string | undefined>>;

/** What every channel is called. */
export function nameField({ name }: Pick<ConnectFields, "name">): FieldShown {
  return { field: name, label: "Name", help: "Agents see it beside the conversation.", optional: true };
}

/** What both networks of Meta want besides their token. */
export function metaFields(fields: ConnectFields): FieldShown[] {
  return [
    {
      field: fields.app_secret,
      label: "App secret",
      secret: true,
      help: "App settings, Basic. Webhooks are accepted only when they are signed with it.",
    },
    {
      field: fields.verify_token,
      label: "Verify token",
      help: "Leave it empty to create one. Enter it if Meta already has one.",
      optional: true,
    },
    nameField(fields),
  ];
}
