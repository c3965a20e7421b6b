import { Form, useLocation } from "@remix-run/react";
import {
  BookUser,
  Check,
  Handshake,
  LifeBuoy,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquareText,
  MessagesSquare,
  Phone,
  Receipt,
  Ticket,
  UserRound,
} from "lucide-react";
import { type NoticeModule, noticeModules } from "../../../rules/notices";
import type { Notice } from "../../../services/identity/contract.notices";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Badge } from "../../kit/ui/badge";
import { Button } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";

const icons: Record<NoticeModule, LucideIcon> = {
  ticketing: Ticket,
  chat: MessagesSquare,
  sms: MessageSquareText,
  email: Mail,
  whatsapp: MessageCircle,
  contacts: BookUser,
  billing: Receipt,
  voice: Phone,
  people: UserRound,
  crm: Handshake,
  support: LifeBuoy,
};

/** A notification: what happened, in which module, when. An unread one says so in a word, and is read by following it. */
export function NoticeLine({ notice, zone }: { notice: Notice; zone: string }) {
  const { search } = useLocation();
  const { id, words, module, at } = notice;
  const unread = notice.read_at === null;
  const action = `${href("/notifications")}${search}`;
  const Icon = icons[module];
  return (
    <li className={`flex items-start gap-3 px-4 py-3 ${unread ? "bg-brand-soft" : ""}`}>
      <Icon size={16} strokeWidth={1.75} className="mt-1 shrink-0 text-quiet" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {unread ? (
          <Form method="post" action={action}>
            <input type="hidden" name="notice" value={id} />
            <button
              type="submit"
              className="cursor-pointer text-left font-semibold wrap-anywhere hover:underline"
              name="intent"
              value="open"
            >
              {words}
            </button>
          </Form>
        ) : (
          <Link className="wrap-anywhere hover:underline" to={notice.href}>
            {words}
          </Link>
        )}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-quiet">
          <span>{noticeModules[module]}</span>
          <DateTime at={at} zone={zone} />
          {unread && <Badge kind="brand">Unread</Badge>}
        </p>
      </div>
      {unread && (
        <Form method="post" action={action} preventScrollReset>
          <input type="hidden" name="notice" value={id} />
          <Button variant="ghost" icon={Check} name="intent" value="read" label={`Mark as read: ${words}`} />
        </Form>
      )}
    </li>
  );
}
