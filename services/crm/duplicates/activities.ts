import type { DuplicateKind } from "../../../rules/duplicates";
import { activityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import type { CallContext } from "../../kit/serve";

/** What is done to a pair, as the activities of the account call it. */
const actions = {
  lead: { merged: "Leads merged", undone: "Merge of leads undone", apart: "Leads kept apart" },
  contact: {
    merged: "CRM contacts merged",
    undone: "Merge of CRM contacts undone",
    apart: "CRM contacts kept apart",
  },
} as const;

type PairDeed = { kind: DuplicateKind; deed: "merged" | "undone" | "apart"; id: number; description: string };

/** Writes in the account's activities what was done to a pair; `id` is the record that stays. */
export async function writeMergeActivity(
  trx: Trx,
  caller: CallContext,
  { kind, deed, id, description }: PairDeed,
): Promise<void> {
  const by = activityActor(caller);
  const about = { subject_id: String(id), description };
  if (kind === "lead")
    await recordActivity(trx, caller.account, by, { ...about, action: actions.lead[deed], subject: "lead" });
  else
    await recordActivity(trx, caller.account, by, { ...about, action: actions.contact[deed], subject: "crm contact" });
}
