import { getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { MobileApp } from "../../../services/webchat/contract.mobile";
import { FormDrawer } from "../../kit/form-drawer";
import type { LastPost } from "../../kit/refused-post";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { TextInput } from "../../kit/ui/field";
import { TwoLanguages } from "../channels/two-languages";
import { MobileAppForm } from "./mobile-form";

type Props = { title: string; button: string; close: string; given?: MobileApp; last: LastPost };

const ticks = [
  { name: "active", usual: true, label: "On", help: "Off: its key opens no chat." },
  { name: "prechat", usual: true, label: "Ask before a chat", help: "The form of the chat settings." },
  { name: "away_form", usual: true, label: "Take messages when no one can answer" },
  {
    name: "identity_required",
    usual: false,
    label: "Only signed-in customers",
    help: "Your server must sign the user's identity.",
  },
] as const;

/** A mobile app being added or changed. */
export function MobileDrawer({ title, button, close, given, last }: Props) {
  const [form, field] = useForm({
    id: "mobile",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: MobileAppForm }),
    defaultValue: {
      name: given?.name ?? "",
      android_package: given?.android_package ?? "",
      ios_bundle: given?.ios_bundle ?? "",
      greeting_en: given?.greeting_en ?? "",
      greeting_sw: given?.greeting_sw ?? "",
      consent_en: given?.consent_en ?? "",
      consent_sw: given?.consent_sw ?? "",
      away_text_en: given?.away_text_en ?? "",
      away_text_sw: given?.away_text_sw ?? "",
    },
  });
  return (
    <FormDrawer title={title} close={close} submitLabel={button} form={form} last={last}>
      <TextInput
        label="Name"
        {...getInputProps(field.name, { type: "text" })}
        key={field.name.key}
        errors={field.name.errors}
        help="Customers see it at the top of the chat and of notifications."
      />
      <TextInput
        label="Android package name"
        {...getInputProps(field.android_package, { type: "text" })}
        key={field.android_package.key}
        errors={field.android_package.errors}
        help="It is in the app's address in the Play Store, like ke.co.your_shop.app. Leave empty without an Android app."
        spellCheck={false}
      />
      <TextInput
        label="iOS bundle ID"
        {...getInputProps(field.ios_bundle, { type: "text" })}
        key={field.ios_bundle.key}
        errors={field.ios_bundle.errors}
        help="It is in App Store Connect under App Information. Leave empty without an iOS app."
        spellCheck={false}
      />
      <TwoLanguages label="Greeting" field={[field.greeting_en, field.greeting_sw]} />
      <TwoLanguages label="When no one can answer" field={[field.away_text_en, field.away_text_sw]} />
      <TwoLanguages label="Consent before a chat" field={[field.consent_en, field.consent_sw]} />
      <CheckboxGroup id="mobile-ticks" legend="How it works" boxed>
        {ticks.map(({ name, usual, ...words }) => {
          const value = last?.reply ? field[name].initialValue === "on" : (given?.[name] ?? usual);
          return <Checkbox key={`${name} ${value}`} name={name} defaultChecked={value} {...words} />;
        })}
      </CheckboxGroup>
    </FormDrawer>
  );
}
