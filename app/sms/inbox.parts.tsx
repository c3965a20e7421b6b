import { Form } from "@remix-run/react";
import { Check, List, Reply } from "lucide-react";
import { showPhone } from "../../rules/phone";
import type { InboxMessage } from "../../services/messaging/contract.answers";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { Badge } from "../kit/ui/badge";
import { LinkButton } from "../kit/ui/button";
import { Link } from "../kit/ui/link";
import { RowMenu } from "../kit/ui/row-menu";
import type { Column } from "../kit/ui/table";

/** The table of received messages; an unread one has a dot, a word for those who do not see it, and stronger type. */
export function inboxColumns(zone: string): Column<InboxMessage>[] {
  return [
    {
      name: "from",
      label: "From",
      mobileOrder: 1,
      cell: ({ read, name, msisdn }) => (
        <span className={read ? "" : "font-semibold"}>
          <i
            className={`mr-2 inline-block size-2 rounded-full ${read ? "max-sm:hidden" : "bg-brand"}`}
            aria-hidden="true"
          />
          {!read && <span className="sr-only">Unread: </span>}
          {name || showPhone(msisdn)}
        </span>
      ),
    },
    {
      name: "number",
      label: "Number",
      muted: true,
      hideOnSmall: true,
      num: true,
      cell: ({ msisdn }) => showPhone(msisdn),
    },
    {
      name: "text",
      label: "Message",
      wide: true,
      mobileOrder: 3,
      cell: ({ text, read, in_reply_to }) => (
        <div className="py-2 whitespace-normal wrap-anywhere max-sm:py-0.5">
          <p className={`whitespace-pre-wrap ${read ? "" : "font-medium"}`}>{text}</p>
          {in_reply_to && (
            <p className="truncate text-xs text-quiet" title={in_reply_to}>
              In reply to: {in_reply_to}
            </p>
          )}
        </div>
      ),
    },
    {
      name: "keyword",
      label: "Keyword",
      alignEnd: true,
      mobileOrder: 2,
      cell: ({ keyword }) => (keyword ? <Badge kind="warn">{keyword}</Badge> : ""),
    },
    { name: "to", label: "To", hideOnSmall: true, muted: true, cell: ({ to }) => to },
    {
      name: "received",
      label: "Received",
      muted: true,
      mobileOrder: 5,
      cell: ({ received_at }) => <DateTime at={received_at} zone={zone} />,
    },
  ];
}

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** Reply in sight; the rest behind the dots. */
export function InboxActions({ message, mayReply }: { message: InboxMessage; mayReply: boolean }) {
  const { id, msisdn, name, read, to } = message;
  const called = name || showPhone(msisdn);
  return (
    <span className="inline-flex items-center gap-1">
      {mayReply && (
        <LinkButton
          to={href("/sms/send", undefined, { to: msisdn, from: to })}
          variant="ghost"
          icon={Reply}
          label={`Reply to ${called}`}
        />
      )}
      <RowMenu label={`Actions for the message from ${called}`}>
        {!read && (
          <Form method="post" preventScrollReset>
            <button type="submit" name="read" value={id}>
              <Check {...icon} />
              Mark as read
            </button>
          </Form>
        )}
        <Link to={href("/sms/inbox", undefined, { number: msisdn })}>
          <List {...icon} />
          All from this number
        </Link>
      </RowMenu>
    </span>
  );
}
