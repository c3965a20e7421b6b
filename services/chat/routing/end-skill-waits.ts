import { sql } from "kysely";
import { z } from "zod";
import { brand } from "../../../rules/brand";
import { checkedRows } from "../../kit/row-schema";
import { remember, tellContact } from "../records/contact-events";
import type { UnitOfWork } from "../workspace/unit-of-work";

const EndedRow = z.object({ contact_id: z.number(), name: z.string(), removed: z.boolean() });

/** Conversations that have waited long enough for a skill, or for one that is gone, may be given to anyone from now on. */
export async function endSkillWaits(unit: UnitOfWork): Promise<void> {
  const { trx, account, now } = unit;
  const ended = await checkedRows(
    trx,
    EndedRow,
    sql`
    update chat.contacts c set skill_id = null, skill_until = null, updated_at = ${now} from chat.skills s
    where c.customer_account = ${account} and c.waiting_since is not null and s.customer_account = c.customer_account
      and s.id = c.skill_id and (c.skill_until <= ${now}::timestamptz or s.removed_at is not null)
    returning c.contact_id, s.name, s.removed_at is not null as removed`,
  );
  const system: UnitOfWork = { ...unit, by: { id: null, name: brand.name, kind: "system" } };
  for (const { contact_id, name, removed } of ended) {
    const why = removed ? `The skill ${name} was deleted` : `No one with the skill ${name} was free`;
    await remember(system, contact_id, "queued", `${why}: it no longer waits for it`);
    await tellContact(system, contact_id, "queued");
  }
}
