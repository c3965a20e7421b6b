import { Form } from "@remix-run/react";
import { Check, List, MessagesSquare, Reply } from "lucide-react";
import { showPhone } from "../../../rules/phone";
import type { InboxMessage } from "../../../services/messaging/contract.answers";
import { href } from "../../href";
import { LinkButton } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";
import { RowMenu } from "../../kit/ui/row-menu";

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
        <Link to={href("/sms/recipient", undefined, { number: msisdn })}>
          <MessagesSquare {...icon} />
          All messages with this number
        </Link>
      </RowMenu>
    </span>
  );
}
