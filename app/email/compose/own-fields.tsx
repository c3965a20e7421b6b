import { z } from "zod";
import { href } from "../../href";
import type { OwnFields } from "../../kit/compose/channel";
import { Select, TextInput } from "../../kit/ui/field";

const line = (most: number, words: string) => z.string().trim().max(most, words).default("");

/** What an e-mail has beside a message: its subject, the line behind it in a list of mails, and a template. */
export const ownFields: OwnFields = {
  shape: {
    subject: z
      .string({ error: "Enter a subject." })
      .trim()
      .min(1, "Enter a subject.")
      .max(200, "A subject has at most 200 characters."),
    preheader: line(200, "At most 200 characters."),
    template_id: z
      .string()
      .regex(/^\d{0,15}$/)
      .catch("")
      .default(""),
    mail_list: z
      .string()
      .regex(/^\d{0,15}$/)
      .catch("")
      .default(""),
  },
  isWritten: ({ template_id = "" }) => template_id !== "",
  Fields({ start, errors, choices }) {
    const { subject = "", preheader = "", template_id = "", mail_list = "" } = start.more ?? {};
    const lists = choices.filter(({ list }) => list);
    return (
      <>
        <TextInput
          id="subject"
          name="subject"
          label="Subject"
          defaultValue={subject}
          maxLength={200}
          errors={errors.subject ?? []}
          autoComplete="off"
        />
        <div className="grid gap-4 md:grid-cols-2">
          <TextInput
            id="preheader"
            name="preheader"
            label="Preview line"
            optional
            help="Mail programs show it behind the subject."
            defaultValue={preheader}
            maxLength={200}
            errors={errors.preheader ?? []}
            autoComplete="off"
          />
          <Select
            id="template_id"
            name="template_id"
            label="Template"
            optional
            empty="None: only the message"
            help="What you write as the message is shown above it."
            defaultValue={template_id}
            choices={choices.flatMap(({ id, name, list }) => (list ? [] : [{ value: String(id), label: name }]))}
            errors={errors.template_id ?? []}
          />
        </div>
        {lists.length > 0 && (
          <Select
            id="mail_list"
            name="mail_list"
            label="List"
            empty="None: all recipients"
            help="People who left the list don't get it. Its link to unsubscribe ends this list alone."
            defaultValue={mail_list}
            choices={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
            errors={errors.mail_list ?? []}
          />
        )}
      </>
    );
  },
  facts({ id, more = {}, files = [] }) {
    const { subject = "", template = "", list = "", host = "" } = more;
    const link = { label: "Preview", to: href("/email/outbox/:id/preview", { id }) };
    return [
      { label: "Subject", value: subject, field: "subject", link },
      ...(list ? [{ label: "List", value: list, field: "mail_list" }] : []),
      ...(host ? [{ label: "Mail host", value: host, field: "sender" }] : []),
      ...(template ? [{ label: "Template", value: template, field: "template_id" }] : []),
      ...(files.length > 0
        ? [{ label: "Attachments", value: files.map(({ name }) => name).join(", "), field: "files" }]
        : []),
    ];
  },
};
