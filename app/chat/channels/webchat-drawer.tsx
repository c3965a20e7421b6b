import { getInputProps, getSelectProps, getTextareaProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ReactNode } from "react";
import type { Application } from "../../../services/webchat/contract.schemas";
import { href } from "../../href";
import { FormDrawer } from "../../kit/form-drawer";
import type { LastPost } from "../../kit/refused-post";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Select, TextArea, TextInput } from "../../kit/ui/field";
import { TwoLanguages } from "./two-languages";
import { ApplicationForm } from "./webchat-form";

type Props = { title: string; button: string; given?: Application; last: LastPost; children?: ReactNode };

const ticks = [
  { name: "active", usual: true, label: "On", help: "Off: the script line shows nothing." },
  { name: "prechat", usual: true, label: "Ask before a chat", help: "The form of the chat settings." },
  { name: "away_form", usual: true, label: "Take messages when no one can answer" },
  {
    name: "identity_required",
    usual: false,
    label: "Only signed-in customers",
    help: "Your site must sign the visitor's identity (see Details).",
  },
  {
    name: "null_origin",
    usual: false,
    label: "Pages without an address too",
    help: "For files opened from a disk and sandboxed frames. Leave it off unless you need it.",
  },
] as const;

const spoken = [
  { value: "en,sw", label: "English, then Swahili" },
  { value: "sw,en", label: "Swahili, then English" },
  { value: "en", label: "English" },
  { value: "sw", label: "Swahili" },
];

/** An application being made or changed. `children`: what stands above the form (its script line). */
export function ApplicationDrawer({ title, button, given, last, children }: Props) {
  const close = href("/chat/channels/webchat");
  const [form, field] = useForm({
    id: "webchat",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: ApplicationForm }),
    defaultValue: {
      name: given?.name ?? "",
      colour: given?.colour ?? "#0b6b4b",
      position: given?.position ?? "right",
      greeting_en: given?.greeting_en ?? "",
      greeting_sw: given?.greeting_sw ?? "",
      consent_en: given?.consent_en ?? "",
      consent_sw: given?.consent_sw ?? "",
      away_text_en: given?.away_text_en ?? "",
      away_text_sw: given?.away_text_sw ?? "",
      domains: given?.domains.join("\n") ?? "",
      languages: given?.languages.join(",") ?? "en,sw",
    },
  });
  return (
    <FormDrawer title={title} close={close} submitLabel={button} form={form} last={last} lead={children}>
      <TextInput
        label="Name"
        {...getInputProps(field.name, { type: "text" })}
        key={field.name.key}
        errors={field.name.errors}
        help="Visitors see it at the top of the chat."
      />
      <TextArea
        label="Allowed sites"
        {...getTextareaProps(field.domains)}
        key={field.domains.key}
        errors={field.domains.errors}
        rows={3}
        help="One on each line: shop.example, *.shop.example, localhost:3001. Leave empty to allow every site."
      />
      <More open={given !== undefined || form.status === "error"}>
        <div className="grid gap-5 md:grid-cols-2">
          <TextInput
            label="Colour"
            {...getInputProps(field.colour, { type: "color" })}
            key={field.colour.key}
            errors={field.colour.errors}
            help="Text on it is black or white, whichever is easier to read."
          />
          <Select
            label="Corner"
            {...getSelectProps(field.position)}
            key={field.position.key}
            errors={field.position.errors}
            choices={[
              { value: "right", label: "Bottom right" },
              { value: "left", label: "Bottom left" },
            ]}
          />
        </div>
        <Select
          label="Languages"
          {...getSelectProps(field.languages)}
          key={field.languages.key}
          errors={field.languages.errors}
          choices={spoken}
        />
        <TwoLanguages label="Greeting" field={[field.greeting_en, field.greeting_sw]} />
        <TwoLanguages label="When no one can answer" field={[field.away_text_en, field.away_text_sw]} />
        <TwoLanguages label="Consent before a chat" field={[field.consent_en, field.consent_sw]} />
        <CheckboxGroup id="webchat-ticks" legend="How it works" boxed>
          {ticks.map(({ name, usual, ...words }) => {
            const value = last?.reply ? field[name].initialValue === "on" : (given?.[name] ?? usual);
            return <Checkbox key={`${name} ${value}`} name={name} defaultChecked={value} {...words} />;
          })}
        </CheckboxGroup>
      </More>
    </FormDrawer>
  );
}

/** What the first chat can do without: closed for a new one. */
function More({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group">
      <summary className="link w-fit py-1 group-open:hidden">More settings</summary>
      <div className="grid gap-5">{children}</div>
    </details>
  );
}
