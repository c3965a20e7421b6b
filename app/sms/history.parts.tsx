import { Copy, List, Send, X } from "lucide-react";
import { commas } from "../../rules/format";
import { showKes } from "../../rules/money";
import type { Blast } from "../../services/messaging/contract.blasts";
import { href } from "../href";
import { blastStatus, heldOf, sendTime, titleOf } from "../kit/blast-labels";
import { DateTime } from "../kit/date-time";
import { withQuery } from "../kit/list";
import type { Chip, FilterField } from "../kit/ui/filters";
import { Link } from "../kit/ui/link";
import { RowMenu } from "../kit/ui/row-menu";
import { Status } from "../kit/ui/status";
import { type Column, RowLink } from "../kit/ui/table";
import { deliveredShare, groupsOf } from "./blast-figures";

type Search = Partial<Record<"status" | "sender" | "start_date" | "end_date" | "date" | "is_now" | "q", string>>;
const times = { "1": "Sent at once", "0": "Scheduled" } as const;

/** The table of the blasts. Express ones have no group. */
export function blastColumns(zone: string, express: boolean): Column<Blast>[] {
  return [
    {
      name: "name",
      label: express ? "Message" : "Name",
      wide: true,
      cell: (blast) => <RowLink to={href("/sms/history/:id", { id: blast.id })}>{titleOf(blast)}</RowLink>,
      mobileOrder: 1,
    },
    { name: "sender", label: "Sender", cell: (blast) => blast.sender, hideOnSmall: true },
    { name: "group", label: express ? "To" : "Group", muted: true, cell: groupsOf, mobileOrder: 3 },
    {
      name: "recipients",
      label: "Recipients",
      align: "right",
      cell: (blast) => commas(blast.recipients),
      alignEnd: true,
      cardUnit: "recipients",
      mobileOrder: 4,
    },
    {
      name: "delivered",
      label: "Delivered",
      align: "right",
      cell: (blast) => <Share of={deliveredShare(blast)} />,
      hideOnSmall: true,
    },
    {
      name: "held",
      label: "Reserved (KES)",
      align: "right",
      muted: true,
      hideOnSmall: true,
      cell: (blast) => showKes(heldOf(blast)).replace("KES ", ""),
    },
    {
      name: "charged",
      label: "Charged (KES)",
      align: "right",
      cell: (blast) => showKes(blast.charged_cents - blast.refunded_cents).replace("KES ", ""),
      alignEnd: true,
      cardLabel: "KES",
      mobileOrder: 6,
    },
    {
      name: "status",
      label: "Status",
      cell: ({ status }) => <Status kind={blastStatus[status].kind}>{blastStatus[status].word}</Status>,
      alignEnd: true,
      mobileOrder: 2,
    },
    {
      name: "time",
      label: "Send time",
      muted: true,
      cell: (blast) => <DateTime at={sendTime(blast)} zone={zone} />,
      mobileOrder: 5,
    },
  ];
}

function Share({ of }: { of: string | undefined }) {
  if (of !== undefined) return `${of}%`;
  return (
    <span className="text-quiet">
      –<span className="sr-only"> not available yet</span>
    </span>
  );
}

/** Each filter that holds, with the list without it. */
export function filterChips(search: Search, query: string): Chip[] {
  const words: Record<keyof Search, [label: string, value: string | undefined]> = {
    q: ["Search", search.q || undefined],
    status: ["Status", search.status && blastStatus[search.status as keyof typeof blastStatus].word],
    sender: ["Sender", search.sender],
    date: ["Day", search.date?.replaceAll("-", ".")],
    start_date: ["From", search.start_date?.replaceAll("-", ".")],
    end_date: ["Until", search.end_date?.replaceAll("-", ".")],
    is_now: ["When", search.is_now && times[search.is_now as keyof typeof times]],
  };
  return Object.entries(words).flatMap(([name, [label, value]]) =>
    value ? [{ label, value, remove: withQuery(query, { [name]: undefined }) }] : [],
  );
}

export function filterFields(search: Search, senders: readonly string[]): FilterField[] {
  const given = (value: string | undefined) => (value ? { value } : {});
  const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const statuses = Object.entries(blastStatus).map(([value, { word }]) => ({ value, label: word }));
  const moments = Object.entries(times).map(([value, label]) => ({ value, label }));
  return [
    { kind: "choice", name: "status", label: "Status", choices: statuses, ...given(search.status) },
    { kind: "choice", name: "sender", label: "Sender", choices: plain(senders), ...given(search.sender) },
    { kind: "date", name: "start_date", label: "From", ...given(search.start_date) },
    { kind: "date", name: "end_date", label: "Until", ...given(search.end_date) },
    { kind: "choice", name: "is_now", label: "When", choices: moments, ...given(search.is_now) },
  ];
}

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** What can be done with a blast from the list. */
export function BlastMenu({ blast, sending }: { blast: Blast; sending: { bulk: boolean; express: boolean } }) {
  const { id, kind, status } = blast;
  const may = sending[kind];
  const form = kind === "bulk" ? ("/sms/bulk" as const) : ("/sms/send" as const);
  const review = kind === "bulk" ? ("/sms/bulk/confirm" as const) : ("/sms/send/confirm" as const);
  const stoppable = status === "scheduled" || status === "sending" || status === "paused";
  return (
    <RowMenu label={`Actions for ${titleOf(blast)}`}>
      {may && status === "draft" && (
        <Link to={href(review, undefined, { id })}>
          <Send {...icon} />
          Review
        </Link>
      )}
      <Link to={href("/sms/history/:id/messages", { id })}>
        <List {...icon} />
        Messages
      </Link>
      {may && (
        <Link to={href(form, undefined, { copy: id })}>
          <Copy {...icon} />
          Duplicate
        </Link>
      )}
      {may && stoppable && (
        <>
          <hr />
          <Link className="bad" to={href("/sms/history/:id/cancel", { id })}>
            <X {...icon} />
            Cancel
          </Link>
        </>
      )}
    </RowMenu>
  );
}
