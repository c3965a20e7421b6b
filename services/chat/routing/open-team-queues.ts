import { sql } from "kysely";
import { z } from "zod";
import { brand } from "../../../rules/brand";
import { checkedRows } from "../../kit/row-schema";
import { remember, tellContact } from "../records/contact-events";
import { isActive, waitsForTeam } from "../records/teams";
import type { UnitOfWork } from "../workspace/unit-of-work";

const OpenedRow = z.object({ contact_id: z.number(), name: z.string() });

/**
 * Conversations that wait for a team of which no member is there become everyone's after the team's maximum wait, and at
 * once when the team is gone. Who gave a conversation back, or takes none of its channel, does not count as there.
 */
export async function openTeamQueues(unit: UnitOfWork): Promise<void> {
  const { trx, account, now } = unit;
  const opened = await checkedRows(
    trx,
    OpenedRow,
    sql`
    update chat.contacts c set team_opened_at = ${now}, updated_at = ${now} from chat.teams t
    where c.customer_account = ${account} and ${waitsForTeam} and t.customer_account = c.customer_account and t.id = c.team_id
      and (t.removed_at is not null or (
        greatest(c.waiting_since, c.team_given_at) <= ${now}::timestamptz - make_interval(mins => t.max_wait_minutes)
        and not exists (select from chat.participants p where p.customer_account = c.customer_account
          and p.team_id = c.team_id and p.participant_id is distinct from c.avoided
          and (p.channels = '{}' or c.channel = any(p.channels)) and ${isActive(now)})))
    returning c.contact_id, t.name`,
  );
  const system: UnitOfWork = { ...unit, by: { id: null, name: brand.name, kind: "system" } };
  for (const { contact_id, name } of opened) {
    await remember(system, contact_id, "queued", `No one in the team ${name} was there: it waits for everyone`);
    await tellContact(system, contact_id, "queued");
  }
}
