import type { Approval } from "../../../services/billing/contract.approvals";
import type { ListRequest } from "../../kit/lists/definition";
import { everyRow } from "../../kit/lists/export.server";
import { approvals } from "../admin.list";

/** A request that waits, by its number; nothing when it was decided or there is none. */
export async function waiting(asked: ListRequest, id: number): Promise<Approval | undefined> {
  for await (const approval of everyRow(approvals, asked, approvals.search.parse({})))
    if (approval.id === id) return approval;
  return undefined;
}
