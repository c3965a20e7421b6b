import { z } from "zod";
import { commas } from "../../../rules/format";
import { headSort, listOrders } from "../../../rules/list-orders";
import { mailingFilters } from "../../../services/email/contract.mailings";
import type { Mailing } from "../../../services/email/contract.schemas";
import { paging, sortField } from "../../../services/kit/contract";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { type ListColumn, list } from "../../kit/lists/definition";
import { Status } from "../../kit/ui/status";
import { RowLink } from "../../kit/ui/table";
import { audienceLabel, mailingStatus, mailingTitle, sendTime } from "./labels";

type OutboxPath = "/email/outbox" | "/email/bulk_outbox" | "/email/single_outbox";

const { kind: _, ...filters } = mailingFilters;

type CountName = "sent" | "bounced" | "opened" | "clicked" | "unsubscribes" | "complaints";

function countColumn(name: CountName, label: string, extra = false): ListColumn<Mailing> {
  return {
    name,
    label,
    align: "right",
    hideOnSmall: true,
    ...(extra ? { extra } : {}),
    value: (mailing) => mailing[name],
    cell: (mailing) => commas(mailing[name]),
  };
}

/** What was sent: all of it, or one kind (Q101). */
function outbox(path: OutboxPath, file: string, only?: Mailing["kind"]) {
  return list({
    path,
    file,
    noun: ["email", "emails"],
    search: z.object({ ...paging, sort: sortField(listOrders.blasts), ...filters }),
    find: "Subject, name or address",
    rows: ({ api }, query) => api.email.mailings({ query: { ...query, ...(only ? { kind: only } : {}) } }),
    filters: () => [
      {
        name: "status",
        label: "Status",
        choices: Object.entries(mailingStatus).map(([value, { word }]) => ({ value, label: word })),
      },
      { name: "start_date", label: "From", kind: "date" },
      { name: "end_date", label: "Until", kind: "date" },
    ],
    columns: ({ zone }) => [
      {
        name: "id",
        label: "Id",
        extra: true,
        sort: headSort("blasts", "created"),
        value: (mailing: Mailing) => mailing.id,
      },
      {
        name: "subject",
        label: "Subject",
        fixed: true,
        wide: true,
        mobileOrder: 1,
        value: (mailing) => mailingTitle(mailing),
        cell: (mailing) => (
          <RowLink to={href("/email/outbox/:id", { id: mailing.id })}>{mailingTitle(mailing)}</RowLink>
        ),
      },
      { name: "to", label: "To", muted: true, mobileOrder: 3, clip: true, value: (mailing) => audienceLabel(mailing) },
      { name: "list", label: "List", extra: true, value: (mailing) => mailing.list },
      { name: "from", label: "From", extra: true, value: (mailing) => mailing.sender },
      {
        name: "recipients",
        label: "Recipients",
        align: "right",
        alignEnd: true,
        cardUnit: "recipients",
        mobileOrder: 4,
        value: (mailing) => mailing.recipients,
        cell: (mailing) => commas(mailing.recipients),
      },
      countColumn("sent", "Sent"),
      countColumn("bounced", "Bounced"),
      countColumn("opened", "Opened", true),
      countColumn("clicked", "Clicked", true),
      countColumn("unsubscribes", "Unsubscribed", true),
      countColumn("complaints", "Complaints", true),
      {
        name: "status",
        label: "Status",
        alignEnd: true,
        mobileOrder: 2,
        value: ({ status }) => mailingStatus[status].word,
        cell: ({ status }) => <Status kind={mailingStatus[status].kind}>{mailingStatus[status].word}</Status>,
      },
      {
        name: "time",
        label: "Send time",
        muted: true,
        mobileOrder: 5,
        value: (mailing) => sendTime(mailing),
        cell: (mailing) => <DateTime at={sendTime(mailing)} zone={zone} />,
      },
      { name: "by", label: "Created by", extra: true, value: (mailing) => mailing.created_by },
    ],
    id: (mailing) => String(mailing.id),
    called: (mailing: Mailing) => mailingTitle(mailing),
  });
}

export const allMailings = outbox("/email/outbox", "email-outbox");
export const bulkMailings = outbox("/email/bulk_outbox", "email-bulk-outbox", "bulk");
export const singleMailings = outbox("/email/single_outbox", "email-single-outbox", "single");
