import { sql } from "kysely";
import { z } from "zod";
import { brand } from "../../../rules/brand";
import { checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { Contact } from "../contract.schemas";
import { remember, tellContact } from "../records/contact-events";
import { mustHave, mustLock, shownContact } from "../records/contacts";
import { findSkill } from "../records/skills";
import { ConflictError } from "../workspace/conflict";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { assignWaiting } from "./assign-waiting";
import { requeue } from "./moves";

const NamedRow = z.object({ contact_id: z.number(), name: z.string() });
const system = (unit: UnitOfWork): UnitOfWork => ({ ...unit, by: { id: null, name: brand.name, kind: "system" } });

/** A conversation that begins to wait wants the skill that its channel asks for, if it asks for one. */
export async function wantSkillOfChannel(unit: UnitOfWork, id: number): Promise<void> {
  const { trx, account, now } = unit;
  const wanted = await checkedRows(
    trx,
    NamedRow,
    sql`
    update chat.contacts c set skill_id = i.skill_id, skill_until = ${now}::timestamptz + make_interval(mins => r.skill_minutes)
    from chat.inboxes i
    join chat.routing r on r.customer_account = i.customer_account
    join chat.skills s on s.customer_account = i.customer_account and s.id = i.skill_id and s.removed_at is null
    where c.customer_account = ${account} and c.contact_id = ${id} and i.customer_account = c.customer_account and i.id = c.inbox_id
    returning c.contact_id, s.name`,
  );
  for (const { name } of wanted) await remember(system(unit), id, "queued", `It waits for the skill ${name}`);
}

/** The skill that a bot hands over to; false where it names none, or one that is gone. */
export async function wantSkillOfBot(unit: UnitOfWork, id: number, skill: number | null): Promise<boolean> {
  const found = skill === null ? undefined : await findSkill(unit.trx, unit.account, skill);
  if (skill === null || !found) return false;
  await wantSkill(unit, id, skill);
  await remember(system(unit), id, "queued", `It waits for the skill ${found.name}`);
  return true;
}

/** Whoever is given a waiting conversation must have the skill from now on. @throws HttpError 422 */
export async function wantSkill({ trx, account, now }: UnitOfWork, id: number, skill: number): Promise<void> {
  await mustBeSkill({ trx, account }, skill);
  await sql`
    update chat.contacts c set skill_id = ${skill}, skill_until = ${now}::timestamptz + make_interval(mins => r.skill_minutes),
      updated_at = ${now}
    from chat.routing r where c.customer_account = ${account} and c.contact_id = ${id} and r.customer_account = c.customer_account`.execute(
    trx,
  );
}

async function mustBeSkill({ trx, account }: Pick<UnitOfWork, "trx" | "account">, id: number): Promise<string> {
  const found = await findSkill(trx, account, id);
  if (!found) throw new HttpError(422, "Please correct the marked fields.", { skill_id: ["Choose a skill."] });
  return found.name;
}

/**
 * Gives a conversation to any agent with a skill: whoever has it has it no more. One that waits for a team still does, for
 * its members with the skill. @throws HttpError 404 for the conversation, 422 for the skill; ConflictError 406
 */
export async function giveToSkill(unit: UnitOfWork, id: number, skill: number): Promise<Contact> {
  const { trx, account, now, by } = unit;
  await lockAccount(unit);
  const found = await mustLock(unit, id);
  if (found.ended) throw new ConflictError(406, "This conversation has ended.");
  const name = await mustBeSkill(unit, skill);
  if (!found.opened && found.skill_id === skill) return shownContact(found);
  const words = `${by.name} gave it to anyone with the skill ${name}`;
  if (found.opened) await requeue(unit, id, words, true);
  else await remember(unit, id, "queued", words);
  await sql`
    update chat.contacts set waiting_since = coalesce(waiting_since, ${now}::timestamptz), preferred_agent = null
    where customer_account = ${account} and contact_id = ${id}`.execute(trx);
  await wantSkill(unit, id, skill);
  await tellContact(unit, id, "queued");
  await assignWaiting(unit);
  return shownContact(await mustHave(trx, account, id));
}
