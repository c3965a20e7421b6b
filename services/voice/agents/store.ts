import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type AgentState, agentStateLabels, agentStates } from "../../../rules/voice";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { BreakOption, DiallingNumber, type VoiceAgentStatus } from "../contract.schemas";
import { tell, type VoiceUnitOfWork } from "../workspace/context";

const ExtensionRow = z.object({
  id: z.number(),
  user_id: z.string(),
  exten: z.string(),
  name: z.string(),
  secret: z.instanceof(Buffer),
});
export type ExtensionRow = z.infer<typeof ExtensionRow>;

/** The approved extensions of a person, oldest first. */
export function listExtensions(trx: Trx, account: string, user: string): Promise<ExtensionRow[]> {
  return checkedRows(
    trx,
    ExtensionRow,
    sql`select id, user_id, exten, name, secret from voice.extensions
      where customer_account = ${account} and user_id = ${user} and state = 'approved' order by id`,
    { batched: true },
  );
}

export function listBreakOptions(trx: Trx, account: string): Promise<BreakOption[]> {
  return checkedRows(
    trx,
    BreakOption,
    sql`select id, value, state from voice.break_options where customer_account = ${account} order by rank, id`,
    { batched: true },
  );
}

export async function listNumbers(trx: Trx, account: string): Promise<DiallingNumber[]> {
  return checkedRows(
    trx,
    DiallingNumber,
    sql`select id, phone_number as "phoneNumber", prefix, modes, queue from voice.numbers
      where customer_account = ${account} and deleted_at is null order by id`,
    { batched: true },
  );
}

const AgentRow = z.object({
  user_id: z.string(),
  name: z.string(),
  exten: z.string(),
  state: z.enum(agentStates),
  state_since: z.date(),
  break_id: z.number().nullable(),
  break_label: z.string(),
  pending_break: z.number().nullable(),
});
type AgentRow = z.infer<typeof AgentRow>;

/** The agent's row, locked: changes of one agent follow each other. */
export async function lockAgent(
  { trx, account, now }: VoiceUnitOfWork,
  who: { id: string; name: string; email: string; user_group: string },
): Promise<AgentRow> {
  await sql`
    insert into voice.agents as a (customer_account, user_id, name, email, user_group, state_since)
    values (${account}, ${who.id}, ${who.name}, ${who.email}, ${who.user_group}, ${now})
    on conflict (customer_account, user_id) do update
      set name = excluded.name, email = excluded.email, user_group = excluded.user_group
      where (a.name, a.email, a.user_group) is distinct from (excluded.name, excluded.email, excluded.user_group)`.execute(
    trx,
  );
  const found = await findAgent(trx, account, who.id, true);
  if (!found) throw new Error("the agent was written and is not there");
  return found;
}

export function findAgent(trx: Trx, account: string, user: string, lock = false): Promise<AgentRow | undefined> {
  return checkedRow(
    trx,
    AgentRow,
    sql`select user_id, name, exten, state, state_since, break_id, break_label, pending_break from voice.agents
      where customer_account = ${account} and user_id = ${user} ${lock ? sql`for update` : sql``}`,
    { batched: !lock },
  );
}

type StateChange = {
  state: AgentState;
  exten?: string;
  option?: BreakOption | undefined;
  /** When it was chosen in chat; nothing: here and now. */
  followed?: Date;
};

/** The job that has chat follow a break: `{ account, user }`. */
export const shareBreakTask = "voice.share-break";

const EndedAtRow = z.object({ ended_at: z.date() });

/**
 * Changes an agent's state: the stretch of time that runs ends and the next begins in the same moment. Chat follows a
 * break that begins or ends.
 */
export async function setAgentState(unit: VoiceUnitOfWork, agent: AgentRow, change: StateChange): Promise<void> {
  const { trx, account, by } = unit;
  const { state, option, followed } = change;
  const now = followed ?? unit.now;
  const endedBy = followed || by.id === agent.user_id ? "" : by.name;
  const [closed] = await checkedRows(
    trx,
    EndedAtRow,
    sql`update voice.agent_periods set ended_at = greatest(started_at, ${now}::timestamptz), ended_by = ${endedBy}
      where customer_account = ${account} and user_id = ${agent.user_id} and ended_at is null returning ended_at`,
  );
  const label = state === "on_break" ? (option?.state ?? "") : "";
  if (state !== "logged_out")
    await sql`
      insert into voice.agent_periods (customer_account, user_id, name, state, break_label, started_at)
      values (${account}, ${agent.user_id}, ${agent.name}, ${state}, ${label}, ${closed?.ended_at ?? now})`.execute(
      trx,
    );
  await sql`
    update voice.agents set state = ${state}, state_since = ${now}, pending_break = null,
      break_id = ${state === "on_break" ? (option?.id ?? null) : null}, break_label = ${label},
      exten = ${change.exten ?? agent.exten}
    where customer_account = ${account} and user_id = ${agent.user_id}`.execute(trx);
  tell(unit, "voice.agent", { user: agent.user_id, id: agent.user_id, status: state });
  if (!followed && (state === "on_break" || (state === "logged_in" && agent.state === "on_break"))) {
    const key = `${shareBreakTask} ${account} ${agent.user_id}`;
    await sendLater(trx, shareBreakTask, { account, user: agent.user_id }, { key });
  }
}

/** Whether a call of theirs runs. */
export async function hasOpenCall(trx: Trx, account: string, user: string): Promise<boolean> {
  return hasRows(
    trx,
    sql`select 1 as one from voice.calls where customer_account = ${account} and user_id = ${user} and ended_at is null limit 1`,
  );
}

/** A break that was asked for during a call begins once no call of theirs runs. */
export async function beginPendingBreak(unit: VoiceUnitOfWork, user: string): Promise<void> {
  const { trx, account } = unit;
  const agent = await findAgent(trx, account, user, true);
  if (agent?.state !== "logged_in" || agent.pending_break === null) return;
  if (await hasOpenCall(trx, account, user)) return;
  const options = await listBreakOptions(trx, account);
  const option = options.find(({ id }) => id === agent.pending_break);
  await setAgentState(unit, agent, { state: "on_break", option });
}

/** The answered call of an agent that ended last, and the one before which they may not be rung. */
type AfterCall = { wrap: VoiceAgentStatus["wrap"]; undisposed: VoiceAgentStatus["undisposed"] };

const WrapUpRow = z.object({ reference: z.string(), wrap_until: z.date(), phone_number: z.string() });

const LastCall = z.object({ reference: z.string(), phone_number: z.string() });

async function afterCall(trx: Trx, account: string, user: string, now: Date): Promise<AfterCall> {
  const [wrap, undisposed] = await Promise.all([
    checkedRow(
      trx,
      WrapUpRow,
      sql`select reference, wrap_until, phone_number from voice.calls where customer_account = ${account} and user_id = ${user}
        and wrap_until > ${now} and wrap_ended_at is null order by wrap_until desc limit 1`,
      { batched: true },
    ),
    checkedRow(
      trx,
      LastCall,
      sql`select c.reference, c.phone_number from voice.calls c where ${undisposedCalls(account, user, now)}
        order by c.ended_at limit 1`,
      { batched: true },
    ),
  ]);
  return {
    wrap: wrap
      ? { reference: wrap.reference, until: wrap.wrap_until.toISOString(), phoneNumber: wrap.phone_number }
      : null,
    undisposed: undisposed ? { reference: undisposed.reference, phoneNumber: undisposed.phone_number } : null,
  };
}

/**
 * Answered calls `c` of the last half day that the account wants a disposition of, where there is one to choose. A column
 * or a value names the user.
 */
export function undisposedCalls(account: string, user: string | RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`c.customer_account = ${account} and c.user_id = ${user} and c.status = 'Complete' and c.disposed_at is null
    and not c.consultation
    and c.started_at > ${now}::timestamptz - interval '12 hours' and c.ended_at is not null
    and exists (select from voice.settings s where s.customer_account = ${account} and s.require_disposition)
    and exists (select from voice.disposition_types t where t.customer_account = ${account} and t.deleted_at is null)`;
}

/** The status as the topbar shows it; logged out where nothing is stored. */
export async function loadStatus(trx: Trx, account: string, user: string, now: Date): Promise<VoiceAgentStatus> {
  const [agent, options, after] = await Promise.all([
    findAgent(trx, account, user),
    listBreakOptions(trx, account),
    afterCall(trx, account, user, now),
  ]);
  const state = agent?.state ?? "logged_out";
  const since = agent?.state_since.toISOString() ?? null;
  const pending = options.find(({ id }) => id === agent?.pending_break);
  return {
    login: state !== "logged_out",
    break:
      state === "on_break"
        ? { action_id: agent?.break_id ?? 0, state: agent?.break_label ?? "", since: since ?? "" }
        : null,
    ...{ state, label: agentStateLabels[state], since, exten: agent?.exten ?? "" },
    pending: pending ? { action_id: pending.id, state: pending.state } : null,
    ...after,
  };
}

/** @throws HttpError 422 */
export async function mustFindOption(trx: Trx, account: string, id: number, value: string): Promise<BreakOption> {
  const found = (await listBreakOptions(trx, account)).find((option) => option.id === id && option.value === value);
  if (found) return found;
  throw new HttpError(422, "Choose one of the options.", { actionId: ["Choose one of the options."] });
}
