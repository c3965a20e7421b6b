import { sql } from "kysely";
import { anyone, type BotHandOver } from "../../../rules/whatsapp/bot";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { remember, tellContact } from "../records/contact-events";
import { assignWaiting } from "../routing/assign-waiting";
import { end } from "../routing/moves";
import { wantSkillOfBot, wantSkillOfChannel } from "../routing/skill-queue";
import { giveToTeam } from "../routing/team-queue";
import type { Actor, UnitOfWork } from "../workspace/unit-of-work";
import { botTeams, closeRun } from "./store";

/** The bot, in the log of a conversation. */
const bot: Actor = { id: null, name: "Bot", kind: "system" };

/** What the bot does is done by it, not by whoever wrote. */
export function asBot(unit: UnitOfWork): UnitOfWork {
  return { ...unit, by: bot };
}

/**
 * Puts a conversation of the bot's into the queue, where it waits for the team or the skill. A team that is gone, or no
 * longer takes WhatsApp, leaves it to everyone; a skill that is gone leaves it to that of its channel. The account's lock is
 * held. @param why a line of its log
 */
export async function handOver(
  unit: UnitOfWork,
  contact: number,
  why: string,
  { team, skill }: BotHandOver = anyone,
): Promise<void> {
  const { trx, account, now } = unit;
  await closeRun(unit, contact, "person");
  if (!(await wantSkillOfBot(unit, contact, skill))) await wantSkillOfChannel(unit, contact);
  if (team !== null && (await botTeams(trx, account)).some(({ id }) => id === team)) {
    await remember(asBot(unit), contact, "changed", why);
    await giveToTeam(asBot(unit), contact, team);
    return;
  }
  await sql`
    update chat.contacts set waiting_since = ${now}, updated_at = ${now}
    where customer_account = ${account} and contact_id = ${contact} and not opened and not ended and waiting_since is null`.execute(
    trx,
  );
  await remember(asBot(unit), contact, "queued", why);
  await tellContact(asBot(unit), contact, "queued");
  await assignWaiting(unit);
}

/** Ends a conversation that no person had: nobody has to say what it was about. */
export async function endByBot(unit: UnitOfWork, contact: number, outcome: "ended" | "silent"): Promise<void> {
  const { trx, account, now } = unit;
  await closeRun(unit, contact, outcome);
  await sql`
    update chat.contacts set disposition_ignored = ${now}, unread = 0 where customer_account = ${account} and contact_id = ${contact}`.execute(
    trx,
  );
  await end(asBot(unit), contact);
}

/** What a bot still has; an agent may have taken it meanwhile. */
const stillTheirs = sql`r.outcome = 'running' and not c.opened and not c.ended and c.waiting_since is null`;

/** The bot of a way in was switched off: everything that it has goes to people. */
export async function releaseAll(unit: UnitOfWork, inbox: number): Promise<number> {
  const found = await checkedRows(
    unit.trx,
    IdRow,
    sql`
    select r.contact_id as id from chat.bot_conversations r
    join chat.contacts c on c.customer_account = r.customer_account and c.contact_id = r.contact_id
    where r.customer_account = ${unit.account} and r.inbox_id = ${inbox} and ${stillTheirs} order by r.contact_id`,
  );
  for (const { id } of found) await handOver(unit, id, "The bot was switched off: it waits for a person");
  return found.length;
}

/** Hours of silence after which nothing but a template may be written. */
const silentHours = 24;

/** Ends what the bot has of customers who wrote nothing more. */
export async function endSilent(unit: UnitOfWork): Promise<void> {
  const { trx, account, now } = unit;
  const found = await checkedRows(
    trx,
    IdRow,
    sql`
    select r.contact_id as id from chat.bot_conversations r
    join chat.contacts c on c.customer_account = r.customer_account and c.contact_id = r.contact_id
    where r.customer_account = ${account} and ${stillTheirs}
      and c.last_customer_at <= ${now}::timestamptz - make_interval(hours => ${silentHours}) order by r.contact_id limit 200`,
  );
  for (const { id } of found) await endByBot(unit, id, "silent");
}
