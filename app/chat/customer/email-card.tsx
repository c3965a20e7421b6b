import { useId } from "react";
import type { Channel } from "../../../services/social/contract";
import { DateTime } from "../../kit/date-time";
import { DescriptionList } from "../../kit/ui/description-list";

const securityWords = { tls: "TLS", starttls: "STARTTLS", none: "no TLS" } as const;

type Place = NonNullable<Channel["mailbox"]>["imap"];
const shown = ({ host, port, security }: Place) => `${host}, port ${port}, ${securityWords[security]}`;

/** The hosts of a mailbox, when it was looked into, and what a new customer is told at once. */
export function MailboxCard({ channel: { mailbox }, zone }: { channel: Channel; zone: string }) {
  const id = useId();
  if (!mailbox) return null;
  const { imap, smtp, auto_reply, fetched_at, failures } = mailbox;
  return (
    <section className="grid content-start gap-3" aria-labelledby={id}>
      <h2 id={id} className="font-semibold">
        Mailbox
      </h2>
      <DescriptionList
        facts={[
          {
            label: "Last checked",
            value: fetched_at ? <DateTime at={fetched_at} zone={zone} /> : "Not yet",
            ...(failures > 0 ? { note: `It failed ${failures === 1 ? "once" : `${failures} times`} since.` } : {}),
          },
          { label: "Incoming (IMAP)", value: shown(imap), note: imap.user },
          { label: "Outgoing (SMTP)", value: shown(smtp), note: smtp.user },
          {
            label: "Automatic reply",
            value: <span className="whitespace-pre-line">{auto_reply || "Nothing"}</span>,
          },
        ]}
      />
    </section>
  );
}
