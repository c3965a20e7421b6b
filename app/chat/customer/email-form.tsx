import { type FieldMetadata, getInputProps, getTextareaProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { EmailForm } from "../../../services/social/contract.forms";
import { TextArea, TextInput } from "../../kit/ui/field";
import { MailHostFields } from "../../kit/ui/mail-host";
import { ConnectFrame, type ConnectProps } from "../channels/channel-connect";

type EmailInput = z.input<typeof EmailForm>;

const steps = [
  "Use a separate mailbox, such as support@. Existing mail stays in it, and each new email is marked as read.",
  "You need the IMAP and SMTP host names. Your email provider's help lists both.",
  "Gmail, Zoho and others need an app password instead of your own. Create one for this.",
];

/** The form that connects a mailbox; a connected one keeps its passwords when they are left empty. */
export function ConnectMailbox({ action, demo, known: channel, last }: ConnectProps) {
  const known = channel?.mailbox ?? null;
  const [form, fields] = useForm<EmailInput>({
    id: "mailbox",
    lastResult: last?.reply,
    defaultValue: {
      address: channel?.external_id ?? "",
      name: channel?.name ?? "",
      imap: { security: "tls", ...known?.imap, port: String(known?.imap.port ?? 993) },
      smtp: { security: "tls", ...known?.smtp, port: String(known?.smtp.port ?? 465) },
      auto_reply: known?.auto_reply ?? "",
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: EmailForm }),
  });
  const text = (field: FieldMetadata<string | undefined>) => {
    const { key, ...input } = getInputProps(field, { type: "text" });
    return { ...input, errors: field.errors };
  };
  return (
    <ConnectFrame
      form={form}
      action={action}
      steps={[
        ...steps,
        ...(demo ? ["In this demo, /sandbox/mail-customers has a mailbox and how to connect it."] : []),
      ]}
    >
      <TextInput
        label="Address"
        help="Customers write to it, and answers come from it."
        {...text(fields.address)}
        inputMode="email"
      />
      <TextInput
        label="Name"
        help="Customers see it as the sender, agents beside the conversation."
        optional
        {...text(fields.name)}
      />
      <MailHostFields
        legend="Incoming mail (IMAP)"
        example="imap.your-host.com"
        field={fields.imap}
        kept={known !== null}
      />
      <MailHostFields
        legend="Outgoing mail (SMTP)"
        example="smtp.your-host.com"
        field={fields.smtp}
        kept={known !== null}
      />
      <TextArea
        label="Automatic reply to new customers"
        help="At most once an hour, and never to automatic senders. Leave empty to send nothing."
        optional
        rows={3}
        {...getTextareaProps(fields.auto_reply)}
        key="auto_reply"
        errors={fields.auto_reply.errors}
      />
    </ConnectFrame>
  );
}
