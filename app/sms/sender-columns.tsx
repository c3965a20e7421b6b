import type { PlatformSender, SenderRecord } from "../../services/messaging/contract.senders";
import { Status } from "../kit/ui/status";
import { type Column, RowLink } from "../kit/ui/table";
import { When } from "../kit/when";
import { kindNames, networksInWords, reasonsOf, statusKinds, statusWord } from "./sender-words";

type Options<Row> = {
  zone: string;
  /** Where a row leads. */
  to(row: Row): string;
};

/** The columns of the account's own list (R099). */
export function senderColumns<Row extends SenderRecord>({ zone, to }: Options<Row>): Column<Row>[] {
  return [
    {
      name: "sender",
      label: "Sender ID",
      cardOrder: 1,
      cell: (row) => <RowLink to={to(row)}>{row.sender}</RowLink>,
    },
    {
      name: "status",
      label: "Status",
      toRight: true,
      cardOrder: 2,
      cell: (row) => <Status kind={statusKinds[row.status]}>{statusWord(row)}</Status>,
    },
    { name: "kind", label: "Kind", quiet: true, drop: true, cell: ({ kind }) => kindNames[kind] },
    {
      name: "networks",
      label: "Networks",
      wide: true,
      quiet: true,
      cardOrder: 3,
      cell: ({ networks, given }) =>
        [networksInWords(networks), ...reasonsOf(networks)].filter(Boolean).join(" ") ||
        (given ? "Given by your reseller." : "–"),
    },
    {
      name: "requested",
      label: "Requested",
      quiet: true,
      cardOrder: 5,
      cell: ({ requested_at }) => <When at={requested_at} zone={zone} />,
    },
    {
      name: "approved",
      label: "Approved",
      quiet: true,
      drop: true,
      cell: ({ approved_at }) => (approved_at ? <When at={approved_at} zone={zone} /> : "–"),
    },
  ];
}

/** Those of the platform's lists: whose it is stands behind the name. */
export function platformColumns(options: Options<PlatformSender>): Column<PlatformSender>[] {
  const [sender, ...rest] = senderColumns(options);
  const account: Column<PlatformSender> = {
    name: "account",
    label: "Account",
    cardOrder: 4,
    clip: true,
    cell: ({ account_name, customer_account }) => `${account_name} ${customer_account}`.trim(),
  };
  return sender ? [sender, account, ...rest] : rest;
}
