import { sql } from "kysely";
import { z } from "zod";
import { type BotGraph, emptyBot } from "../../../rules/whatsapp/bot";
import type { BotState } from "../../../rules/whatsapp/bot-steps";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { BotGraph as StoredGraph } from "../contract.bots";
import { knownSkills } from "../records/skills";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** A graph as it was stored; what an older release wrote and this one can't read is an empty one. */
export function readGraph(stored: unknown): BotGraph {
  return StoredGraph.safeParse(stored).data ?? emptyBot;
}

const BotRow = z.object({
  inbox_id: z.number(),
  name: z.string(),
  connected: z.boolean(),
  active: z.boolean(),
  version: z.number().nullable(),
  draft: z.unknown(),
  /** The graph in use. */
  graph: z.unknown(),
  updated_by: z.string(),
  updated_at: z.date().nullable(),
});
export type BotRow = z.infer<typeof BotRow>;

/** WhatsApp's ways in with their bots; one that nobody made has no draft. */
export const botSource = sql`chat.inboxes i
  left join chat.bots b on b.customer_account = i.customer_account and b.inbox_id = i.id
  left join chat.bot_versions v on v.customer_account = b.customer_account and v.inbox_id = b.inbox_id and v.version = b.version`;
export const botColumns = sql`i.id as inbox_id, i.name, i.active as connected, coalesce(b.active, false) as active, b.version, b.draft,
  v.graph, coalesce(b.updated_by, '') as updated_by, b.updated_at`;
export const BotRows = BotRow;

/** @throws HttpError 404 */
export async function mustHaveBot(trx: Trx, account: string, inbox: number): Promise<BotRow> {
  const found = await checkedRow(
    trx,
    BotRow,
    sql`select ${botColumns} from ${botSource} where i.customer_account = ${account} and i.channel = 'whatsapp' and i.id = ${inbox}`,
  );
  if (!found) throw new HttpError(404, "There is no such WhatsApp number.");
  return found;
}

const VersionRow = z.object({ version: z.number() });

/**
 * The bot that answers on a way in now. The account's lock is taken, before every row's, for the bot may put a conversation
 * into the queue; under it no one switches the bot.
 */
export async function lockActiveBot(unit: UnitOfWork, inbox: number): Promise<{ version: number } | undefined> {
  const { trx, account } = unit;
  const asked = () =>
    checkedRow(
      trx,
      VersionRow,
      sql`select version from chat.bots where customer_account = ${account} and inbox_id = ${inbox} and active`,
    );
  if (!(await asked())) return undefined;
  await lockAccount(unit);
  return asked();
}

const GraphRow = z.object({ graph: z.unknown() });

/** A version of a bot; undefined when it is no longer kept. */
export async function loadVersion(
  { trx, account }: UnitOfWork,
  inbox: number,
  version: number,
): Promise<BotGraph | undefined> {
  const found = await checkedRow(
    trx,
    GraphRow,
    sql`select graph from chat.bot_versions where customer_account = ${account} and inbox_id = ${inbox} and version = ${version}`,
  );
  return found && readGraph(found.graph);
}

const TeamRow = z.object({ id: z.number(), name: z.string() });

/** The teams that a bot may hand over to: those that take conversations of WhatsApp. */
export function botTeams(trx: Trx, account: string): Promise<z.infer<typeof TeamRow>[]> {
  return checkedRows(
    trx,
    TeamRow,
    sql`
    select id, name from chat.teams where customer_account = ${account} and removed_at is null
      and (channels = '{}' or 'whatsapp' = any(channels)) order by lower(name), id limit 500`,
  );
}

/** The teams and skills that a bot may hand over to. */
export async function botHandOvers(trx: Trx, account: string) {
  const skills = await knownSkills(trx, account);
  return { teams: await botTeams(trx, account), skills: skills.map(({ id, name }) => ({ id, name })) };
}

const StoredState = z.object({ answer: z.string(), asked_again: z.boolean(), away_said: z.boolean() });

export type BotRun = { version: number; state: BotState | undefined };

const RunningBotRow = z.object({ version: z.number(), state: z.unknown() });

/** What a bot knows of a conversation that it still has. */
export async function runningBot({ trx, account }: UnitOfWork, contact: number): Promise<BotRun | undefined> {
  const found = await checkedRow(
    trx,
    RunningBotRow,
    sql`
    select version, state from chat.bot_conversations
    where customer_account = ${account} and contact_id = ${contact} and outcome = 'running'`,
  );
  return found && { version: found.version, state: StoredState.safeParse(found.state).data };
}

export async function keepState(
  { trx, account, now }: UnitOfWork,
  contact: { contact_id: number; inbox_id: number },
  { version, state }: BotRun,
): Promise<void> {
  await sql`
    insert into chat.bot_conversations (customer_account, contact_id, inbox_id, version, state, begun_at)
    values (${account}, ${contact.contact_id}, ${contact.inbox_id}, ${version}, ${json(state ?? {})}, ${now})
    on conflict (customer_account, contact_id) do update set version = excluded.version, state = excluded.state`.execute(
    trx,
  );
}

/** The bot has a conversation no more. */
export async function closeRun(
  { trx, account, now }: UnitOfWork,
  contact: number,
  outcome: "person" | "ended" | "silent",
): Promise<void> {
  await sql`
    update chat.bot_conversations set outcome = ${outcome}, over_at = ${now}
    where customer_account = ${account} and contact_id = ${contact} and outcome = 'running'`.execute(trx);
}
