import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { Plug, Unplug } from "lucide-react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { TicketMailboxForm } from "../../../services/social/contract.forms";
import type { TicketMailbox } from "../../../services/social/contract.mailboxes";
import { href } from "../../href";
import { PostResult } from "../../kit/post-result";
import { type LastPost, typedValue } from "../../kit/refused-post";
import { unknownIntent } from "../../kit/typed-fields";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { TextInput } from "../../kit/ui/field";
import { MailHostFields } from "../../kit/ui/mail-host";
import { PageHeader } from "../../kit/ui/page-header";

const ConnectForm = TicketMailboxForm.extend({ intent: z.literal("connect") });

export const MailboxForm = z.discriminatedUnion(
  "intent",
  [ConnectForm, z.object({ intent: z.literal("test") })],
  unknownIntent,
);

const steps = [
  "Use a separate mailbox, such as support@. Existing mail stays in it, and each new email is marked as read.",
  "You need the IMAP and SMTP host names. Your email provider's help lists both.",
  "Gmail, Zoho and others need an app password instead of your own. Create one for this.",
];

type MailboxPageProps = { known: TicketMailbox | null; demo: boolean; last: LastPost };

/** The settings of a mailbox, or of one that is to be connected. */
export function MailboxPage({ known, demo, last }: MailboxPageProps) {
  return (
    <div className="grid max-w-[760px] gap-4">
      <PostResult last={last} idOf={(name) => `mailbox-${name}`} />
      <PageHeader
        title={known ? known.address : "Connect a mailbox"}
        text="New emails become tickets, and public comments leave from this address."
        back={{ label: "Email", to: href("/ticketing/settings/email") }}
      />
      <Card label="Before you start" padded>
        <ol className="grid list-decimal gap-1.5 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
          {demo && <li>In this demo, /sandbox/mail-customers has a mailbox and how to connect it.</li>}
        </ol>
      </Card>
      <Connect known={known} last={last} />
      {known && (
        <Card label="Connection">
          <CardHead title="Connection" />
          <div className="grid gap-3 p-4">
            <p className={known.words ? "text-warn" : "text-quiet"}>{known.words || "This mailbox is connected."}</p>
            <Form method="post" className="flex flex-wrap gap-2">
              <Button name="intent" value="test">
                Test the connection
              </Button>
              <LinkButton
                to={href("/ticketing/settings/email/mailbox/:id/disconnect", { id: known.id })}
                variant="ghost"
                icon={Unplug}
              >
                Disconnect
              </LinkButton>
            </Form>
          </div>
        </Card>
      )}
    </div>
  );
}

function Connect({ known, last }: Pick<MailboxPageProps, "known" | "last">) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm<z.input<typeof TicketMailboxForm>>({
    id: "mailbox",
    lastResult: typedValue(last, "intent") === "connect" ? last?.reply : undefined,
    defaultValue: {
      address: known?.address ?? "",
      name: known?.name ?? "",
      imap: { security: "tls", ...known?.imap, port: String(known?.imap.port ?? 993) },
      smtp: { security: "tls", ...known?.smtp, port: String(known?.smtp.port ?? 465) },
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: ConnectForm }),
  });
  const { key: addressKey, ...address } = getInputProps(fields.address, { type: "text" });
  const { key: nameKey, ...name } = getInputProps(fields.name, { type: "text" });
  return (
    <Form
      method="post"
      {...getFormProps(form)}
      noValidate={scripted}
      autoComplete="off"
      className="card grid gap-5 p-5 max-md:p-4"
    >
      <input type="hidden" name="intent" value="connect" />
      <TextInput
        key={addressKey}
        label="Address"
        help="Customers write to it, and answers come from it."
        {...address}
        errors={fields.address.errors ?? []}
        inputMode="email"
      />
      <TextInput
        key={nameKey}
        label="Name"
        help="Customers see it as the sender."
        optional
        {...name}
        errors={fields.name.errors ?? []}
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
      <div>
        <Button variant="primary" size="lg" icon={Plug} working={working}>
          {known ? "Save and connect again" : "Connect"}
        </Button>
      </div>
    </Form>
  );
}
