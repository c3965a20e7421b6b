import { z } from "zod";
import { headSort, listOrders } from "../../../rules/list-orders";
import { senderStatuses } from "../../../rules/senders";
import { paging, sortField } from "../../../services/kit/contract";
import type { PlatformSender, SenderRecord } from "../../../services/messaging/contract.senders";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { type ListColumn, type ListFacts, list } from "../../kit/lists/definition";
import { Status } from "../../kit/ui/status";
import { RowLink } from "../../kit/ui/table";
import {
  kindNames,
  networkReasons,
  networksInWords,
  statusChoices,
  statusKinds,
  statusNames,
  statusWord,
} from "./sender-labels";

const q = z.string().trim().max(100).catch("").default("");
const sort = sortField(listOrders.senders);
const status = z.enum(senderStatuses).optional().catch(undefined);
const noun = ["sender ID", "sender IDs"] as const;
const byStatus = () => [{ name: "status", label: "Status", choices: statusChoices }];

const reasonsByNetwork = ({ networks }: SenderRecord) =>
  networks.flatMap(({ network, reason }) => (reason ? [`${network}: ${reason}`] : [])).join("; ");

/** R099: sender, status, time requested, time approved. `to`: where a row leads. */
function senderColumns<Row extends SenderRecord>({ zone }: ListFacts, to: (row: Row) => string): ListColumn<Row>[] {
  return [
    {
      name: "sender",
      label: "Sender ID",
      heading: "Sender",
      fixed: true,
      mobileOrder: 1,
      sort: headSort("senders", "sender"),
      value: ({ sender }) => sender,
      cell: (row) => <RowLink to={to(row)}>{row.sender}</RowLink>,
    },
    {
      name: "status",
      label: "Status",
      alignEnd: true,
      mobileOrder: 2,
      value: (row) => statusNames[row.status],
      cell: (row) => <Status kind={statusKinds[row.status]}>{statusWord(row)}</Status>,
    },
    {
      name: "kind",
      label: "Kind",
      muted: true,
      hideOnSmall: true,
      value: ({ kind }) => kind,
      cell: ({ kind }) => kindNames[kind],
    },
    {
      name: "networks",
      label: "Networks",
      wide: true,
      muted: true,
      mobileOrder: 3,
      value: ({ networks }) => networksInWords(networks),
      cell: ({ networks, given }) =>
        [networksInWords(networks), ...networkReasons(networks)].filter(Boolean).join(" ") ||
        (given ? "Given by your reseller." : "–"),
    },
    {
      name: "requested",
      label: "Requested",
      heading: "Time requested",
      muted: true,
      mobileOrder: 5,
      sort: headSort("senders", "requested"),
      value: (row) => row.requested_at,
      cell: (row) => <DateTime at={row.requested_at} zone={zone} />,
    },
    {
      name: "approved",
      label: "Approved",
      heading: "Time approved",
      muted: true,
      hideOnSmall: true,
      sort: headSort("senders", "approved"),
      value: (row) => row.approved_at ?? "",
      cell: ({ approved_at }) => (approved_at ? <DateTime at={approved_at} zone={zone} /> : "–"),
    },
    { name: "reasons", label: "Reasons", extra: true, clip: true, value: reasonsByNetwork },
    { name: "by", label: "Requested by", extra: true, value: (row) => row.requested_by },
  ];
}

/** Those of the platform's lists: whose it is stands before the name in files, behind it on the page. */
function platformColumns(facts: ListFacts, to: (row: PlatformSender) => string): ListColumn<PlatformSender>[] {
  const [sender, ...rest] = senderColumns(facts, to);
  const account: ListColumn<PlatformSender>[] = [
    {
      name: "account-number",
      label: "Account number",
      heading: "Account",
      extra: true,
      value: (row) => row.customer_account,
    },
    {
      name: "account",
      label: "Account",
      heading: "Account name",
      mobileOrder: 4,
      clip: true,
      value: ({ account_name }) => account_name,
      cell: ({ account_name, customer_account }) => `${account_name} ${customer_account}`.trim(),
    },
  ];
  return sender ? [sender, ...account, ...rest] : rest;
}

/** The sender IDs of the account. */
export const ownSenders = list({
  path: "/sms/settings/sender",
  file: "sender-ids",
  noun,
  search: z.object({ ...paging, sort, q, status }),
  find: "Sender ID",
  async facts({ api }) {
    const answer = await api.messaging.senderData({ query: { per_page: 1 } });
    return { shared: answer.status === 200 ? answer.body.shared : "" };
  },
  rows: ({ api }, query) => api.messaging.senderData({ query }),
  filters: byStatus,
  columns: (facts) => senderColumns<SenderRecord>(facts, ({ id }) => href("/sms/settings/sender/:id", { id })),
  id: ({ id }) => String(id),
  called: ({ sender }) => sender,
});

/** Those of all accounts that a network has yet to decide on. */
export const waitingSenders = list({
  path: "/sms/settings/approveSender",
  file: "sender-ids-to-approve",
  noun,
  search: z.object({ ...paging, sort, q }),
  find: "Sender ID or account",
  rows: ({ api }, query) => api.messaging.waitingSenders({ query }),
  columns: (facts) => platformColumns(facts, ({ id }) => href("/sms/settings/approveSender/:id", { id })),
  id: ({ id }) => String(id),
  called: ({ sender }) => sender,
});

/** Those of all accounts. */
export const allSenders = list({
  path: "/sms/settings/allSender",
  file: "all-sender-ids",
  noun,
  search: z.object({ ...paging, sort, q, status }),
  find: "Sender ID or account",
  rows: ({ api }, query) => api.messaging.allSenders({ query }),
  filters: byStatus,
  columns: (facts) => platformColumns(facts, ({ id }) => href("/sms/settings/allSender/:id", { id })),
  id: ({ id }) => String(id),
  called: ({ sender }) => sender,
});
