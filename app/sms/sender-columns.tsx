import type { PlatformSender, SenderRecord } from "../../services/messaging/contract.senders";
import { DateTime } from "../kit/date-time";
import { Status } from "../kit/ui/status";
import { type Column, RowLink } from "../kit/ui/table";
import { kindNames, networksInWords, reasonsOf, statusKinds, statusWord } from "./sender-labels";

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
      mobileOrder: 1,
      cell: (row) => <RowLink to={to(row)}>{row.sender}</RowLink>,
    },
    {
      name: "status",
      label: "Status",
      alignEnd: true,
      mobileOrder: 2,
      cell: (row) => <Status kind={statusKinds[row.status]}>{statusWord(row)}</Status>,
    },
    { name: "kind", label: "Kind", muted: true, hideOnSmall: true, cell: ({ kind }) => kindNames[kind] },
    {
      name: "networks",
      label: "Networks",
      wide: true,
      muted: true,
      mobileOrder: 3,
      cell: ({ networks, given }) =>
        [networksInWords(networks), ...reasonsOf(networks)].filter(Boolean).join(" ") ||
        (given ? "Given by your reseller." : "–"),
    },
    {
      name: "requested",
      label: "Requested",
      muted: true,
      mobileOrder: 5,
      cell: ({ requested_at }) => <DateTime at={requested_at} zone={zone} />,
    },
    {
      name: "approved",
      label: "Approved",
      muted: true,
      hideOnSmall: true,
      cell: ({ approved_at }) => (approved_at ? <DateTime at={approved_at} zone={zone} /> : "–"),
    },
  ];
}

/** Those of the platform's lists: whose it is stands behind the name. */
export function platformColumns(options: Options<PlatformSender>): Column<PlatformSender>[] {
  const [sender, ...rest] = senderColumns(options);
  const account: Column<PlatformSender> = {
    name: "account",
    label: "Account",
    mobileOrder: 4,
    clip: true,
    cell: ({ account_name, customer_account }) => `${account_name} ${customer_account}`.trim(),
  };
  return sender ? [sender, account, ...rest] : rest;
}
