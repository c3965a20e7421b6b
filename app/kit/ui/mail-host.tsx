import { type FieldMetadata, getInputProps } from "@conform-to/react";
import type { z } from "zod";
import type { EmailForm } from "../../../services/social/contract.forms";
import { Select, TextInput } from "./field";

type HostInput = z.input<typeof EmailForm>["imap"];

const securities = [
  { value: "tls", label: "TLS from the first byte (993, 465)" },
  { value: "starttls", label: "STARTTLS (143, 587)" },
  { value: "none", label: "None: only inside this machine" },
];

type HostProps = { legend: string; example: string; field: FieldMetadata<HostInput>; kept: boolean };

/** A mail host: where it is, and how one signs in there. */
export function MailHostFields({ legend, example, field, kept }: HostProps) {
  const { host, port, security, user, password } = field.getFieldset();
  const input = (one: FieldMetadata<unknown>, type: "text" | "password") => {
    const { key, ...rest } = getInputProps(one as FieldMetadata<string>, { type, value: type === "text" });
    return { ...rest, errors: one.errors, spellCheck: false, autoComplete: type === "text" ? "off" : "new-password" };
  };
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="float-left font-semibold">{legend}</legend>
      <div className="clear-both grid gap-4 md:grid-cols-[minmax(0,1fr)_7rem]">
        <TextInput label="Host" placeholder={example} {...input(host, "text")} />
        <TextInput label="Port" inputMode="numeric" {...input(port, "text")} />
      </div>
      <Select
        label="Connection"
        choices={securities}
        id={security.id}
        name={security.name}
        defaultValue={security.initialValue}
        errors={security.errors}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput label="User name" help="Empty: the address." optional {...input(user, "text")} />
        <TextInput
          label="Password"
          help={kept ? "Empty: it stays as it is." : "It is stored encrypted and never shown."}
          {...input(password, "password")}
          required={!kept}
        />
      </div>
    </fieldset>
  );
}
