import type { PlatformSenderDetail } from "../../../services/messaging/contract.senders";
import { href } from "../../href";

/** "Savanna Traders, account 100001" */
export function accountLabel({ account_name, customer_account }: PlatformSenderDetail["same"][number]): string {
  return [account_name, `account ${customer_account}`].filter(Boolean).join(", ");
}

/** The papers of a request of another account, each behind a link that is signed as it is opened. */
export function linkedPapers({ id, papers }: PlatformSenderDetail) {
  return papers.map((paper) => ({ ...paper, url: href("/sms/settings/papers/:id/:file", { id, file: paper.id }) }));
}
