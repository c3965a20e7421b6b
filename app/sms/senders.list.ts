import { z } from "zod";
import { senderNetworks, senderStatuses } from "../../rules/senders";
import { paging } from "../../services/kit/contract";
import type { PlatformSender, SenderRecord } from "../../services/messaging/contract.senders";
import { list } from "../kit/list";
import { networksInWords, statusNames } from "./sender-labels";

const q = z.string().trim().max(100).catch("").default("");
const status = z.enum(senderStatuses).optional().catch(undefined);

/** R099: sender, status, time requested, time approved. */
const columns = {
  Sender: (row: SenderRecord) => row.sender,
  Kind: (row: SenderRecord) => row.kind,
  Status: (row: SenderRecord) => statusNames[row.status],
  Networks: (row: SenderRecord) => networksInWords(row.networks),
  Reasons: (row: SenderRecord) =>
    row.networks.flatMap(({ network, reason }) => (reason ? [`${network}: ${reason}`] : [])).join("; "),
  "Requested by": (row: SenderRecord) => row.requested_by,
  "Time requested": (row: SenderRecord) => row.requested_at,
  "Time approved": (row: SenderRecord) => row.approved_at ?? "",
};

const ofAccounts = {
  Account: (row: PlatformSender) => row.customer_account,
  "Account name": (row: PlatformSender) => row.account_name,
};

/** The sender IDs of the account. */
export const ownSenders = list({
  file: "sender-ids",
  search: z.object({ ...paging, q, status }),
  rows: (api, query) => api.messaging.senderData({ query }),
  columns,
});

/** Those of all accounts that a network has yet to decide on. */
export const waitingSenders = list({
  file: "sender-ids-to-approve",
  search: z.object({ ...paging, q }),
  rows: (api, query) => api.messaging.waitingSenders({ query }),
  columns: { ...ofAccounts, ...columns },
});

/** Those of all accounts. */
export const allSenders = list({
  file: "all-sender-ids",
  search: z.object({ ...paging, q, status }),
  rows: (api, query) => api.messaging.allSenders({ query }),
  columns: { ...ofAccounts, ...columns },
});

export const networkChoices = senderNetworks.map((network) => ({ value: network, label: network }));
