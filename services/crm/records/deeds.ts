import { kindWords, type RecordKind } from "../../../rules/crm";
import { activityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import type { CallContext } from "../../kit/serve";

/** What is done to a record, as the activities of the account call it. */
const actions = {
  lead: { added: "Lead added", changed: "Lead changed", moved: "Lead moved", assigned: "Lead assigned" },
  contact: {
    added: "CRM contact added",
    changed: "CRM contact changed",
    moved: "CRM contact moved",
    assigned: "CRM contact assigned",
  },
  deal: { added: "Deal added", changed: "Deal changed", moved: "Deal moved", assigned: "Deal assigned" },
} as const satisfies Record<RecordKind, Record<"added" | "changed" | "moved" | "assigned", string>>;

export type RecordDeed = { deed: keyof (typeof actions)["lead"]; what: string };

/** Writes in the account's activities what was done to a record. */
export async function writeRecordActivity(
  trx: Trx,
  caller: Pick<CallContext, "account" | "who" | "address">,
  kind: RecordKind,
  id: number,
  { deed, what }: RecordDeed,
): Promise<void> {
  const [one] = kindWords[kind];
  const description = `${one[0]?.toUpperCase()}${one.slice(1)} ${id} ${what}`;
  const by = activityActor(caller as CallContext);
  const subject_id = String(id);
  if (kind === "lead")
    await recordActivity(trx, caller.account, by, {
      action: actions.lead[deed],
      subject: "lead",
      subject_id,
      description,
    });
  else if (kind === "deal")
    await recordActivity(trx, caller.account, by, {
      action: actions.deal[deed],
      subject: "deal",
      subject_id,
      description,
    });
  else
    await recordActivity(trx, caller.account, by, {
      action: actions.contact[deed],
      subject: "crm contact",
      subject_id,
      description,
    });
}
