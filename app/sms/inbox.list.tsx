import { z } from "zod";
import { headSort, listOrders } from "../../rules/list-orders";
import { showPhone } from "../../rules/phone";
import { paging, sortField } from "../../services/kit/contract";
import type { InboxMessage } from "../../services/messaging/contract.answers";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { Badge } from "../kit/ui/badge";
import { PhoneLink } from "./blasts/phone-link";

/** Who wrote; an unread message has a dot, a word for those who do not see it, and stronger type. */
function From({ message: { read, name, msisdn } }: { message: InboxMessage }) {
  return (
    <span className={read ? "" : "font-semibold"}>
      <i
        className={`mr-2 inline-block size-2 rounded-full ${read ? "max-sm:hidden" : "bg-brand"}`}
        aria-hidden="true"
      />
      {!read && <span className="sr-only">Unread: </span>}
      {name || showPhone(msisdn)}
    </span>
  );
}

function Text({ message: { text, read, in_reply_to } }: { message: InboxMessage }) {
  return (
    <div className="py-2 whitespace-normal wrap-anywhere max-sm:py-0.5">
      <p className={`whitespace-pre-wrap ${read ? "" : "font-medium"}`}>{text}</p>
      {in_reply_to && (
        <p className="truncate text-xs text-quiet" title={in_reply_to}>
          In reply to: {in_reply_to}
        </p>
      )}
    </div>
  );
}

/** Messages received (Q093). */
export const received = list({
  path: "/sms/inbox",
  file: "sms-inbox",
  noun: ["message", "messages"],
  search: z.object({
    ...paging,
    sort: sortField(listOrders.received),
    q: z.string().trim().max(100).catch("").default(""),
    number: z.string().trim().max(20).optional().catch(undefined),
  }),
  find: "Name, number or text",
  rows: ({ api }, query) => api.messaging.inbox({ query }),
  filters: () => [{ name: "number", label: "Number", help: "Such as 0712 345 678.", said: showPhone }],
  columns: ({ zone }) => [
    {
      name: "from",
      label: "From",
      heading: "Name",
      fixed: true,
      mobileOrder: 1,
      value: ({ name }) => name,
      cell: (message) => <From message={message} />,
    },
    {
      name: "number",
      label: "Number",
      muted: true,
      hideOnSmall: true,
      num: true,
      value: ({ msisdn }: InboxMessage) => msisdn,
      cell: ({ msisdn }) => <PhoneLink msisdn={msisdn} />,
    },
    {
      name: "text",
      label: "Message",
      wide: true,
      mobileOrder: 3,
      value: ({ text }) => text,
      cell: (message) => <Text message={message} />,
    },
    {
      name: "keyword",
      label: "Keyword",
      alignEnd: true,
      mobileOrder: 2,
      value: ({ keyword }) => keyword,
      cell: ({ keyword }) => (keyword ? <Badge kind="warn">{keyword}</Badge> : ""),
    },
    { name: "to", label: "To", hideOnSmall: true, muted: true, value: ({ to }) => to },
    {
      name: "received",
      label: "Received",
      muted: true,
      mobileOrder: 5,
      sort: headSort("received", "received"),
      value: ({ received_at }) => received_at,
      cell: ({ received_at }) => <DateTime at={received_at} zone={zone} />,
    },
    { name: "reply", label: "In reply to", extra: true, clip: true, value: ({ in_reply_to }) => in_reply_to ?? "" },
    { name: "read", label: "Read", extra: true, value: ({ read }) => (read ? "yes" : "no") },
  ],
  id: ({ id }) => String(id),
  called: ({ name, msisdn }) => name || showPhone(msisdn),
});
