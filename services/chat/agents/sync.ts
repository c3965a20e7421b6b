import { sql } from "kysely";
import { z } from "zod";
import { isAdmin } from "../../../rules/access";
import { brand } from "../../../rules/brand";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { seconds, texts } from "../../kit/rows";
import type { ChatUpstreams } from "../deps";
import { areKnown, syncSkills } from "../records/skills";
import { knownTeams, syncTeams } from "../records/teams";
import { assignWaiting } from "../routing/assign-waiting";
import { requeueAll } from "../routing/requeue";
import type { CallerContext, ChatContext } from "../workspace/context";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { join, setStatus } from "./status";

type Answering = { id: string; name: string; email: string; user_group: string };

const maxAtOnce = 500;

type PageOf<T> = { data: T[]; total: number; last_page: number };

/**
 * All rows of a list. One that changed while it was read is no list: somebody would be missing from it, and their
 * conversations would be taken from them. Nothing then, as when it can't be read at all.
 */
async function everyPage<T extends { id: number }>(
  read: (page: number) => Promise<PageOf<T> | undefined>,
): Promise<T[] | undefined> {
  const rows = new Map<number, T>();
  for (let page = 1; ; page++) {
    const found = await read(page);
    if (!found) return undefined;
    for (const row of found.data) rows.set(row.id, row);
    if (page >= found.last_page) return rows.size === found.total ? [...rows.values()] : undefined;
  }
}

/** Every active member of the account, and whether they may answer chats; nothing when identity can't be reached. */
export async function loadMembers(
  upstreams: ChatUpstreams,
  account: string,
): Promise<(Answering & { answers: boolean })[] | undefined> {
  const { identity } = upstreams;
  const [members, roles] = await Promise.all([
    everyPage(async (page) => {
      const query = { page, per_page: maxAtOnce, state: "active" as const };
      const answer = await identity.members({ params: { account, group: "all" }, query });
      return answer.status === 200 ? answer.body : undefined;
    }),
    everyPage(async (page) => {
      const answer = await identity.roles({ params: { account }, query: { page, per_page: maxAtOnce } });
      return answer.status === 200 ? answer.body : undefined;
    }),
  ]);
  if (!members || !roles) return undefined;
  const answeringRoles = new Set(
    roles.flatMap(({ id, permissions }) => (permissions.some(({ name }) => name === "View chat inbox") ? [id] : [])),
  );
  return members.map(({ id, name, email, user_group, role, role_id, permissions, modules_off }) => {
    const may =
      isAdmin([{ name: role }]) ||
      permissions.includes("View chat inbox") ||
      (role_id !== null && answeringRoles.has(role_id));
    return { id: String(id), name, email, user_group, answers: may && !modules_off.includes("Chats") };
  });
}

/** Everybody of the account who may answer chats, as identity knows them; nothing when it can't be reached. */
export async function answering(upstreams: ChatUpstreams, account: string): Promise<Answering[] | undefined> {
  const members = await loadMembers(upstreams, account);
  return members?.flatMap(({ answers, ...member }) => (answers ? [member] : []));
}

const AgentRow = z.object({
  participant_id: z.string(),
  name: z.string(),
  email: z.string(),
  team: z.string(),
  gone: z.boolean(),
});

/** Writes down who may answer. Who no longer may goes offline, and their conversations go back into the queue. */
export async function syncAgents(unit: UnitOfWork, people: readonly Answering[]): Promise<void> {
  const { trx, account, now } = unit;
  const before = await checkedRows(
    trx,
    AgentRow,
    sql`select participant_id, name, email, team_id::text as team, left_at is not null as gone from chat.participants where customer_account = ${account}`,
  );
  const same = ({ id, name, email, user_group }: Answering) =>
    before.some(
      (row) =>
        row.participant_id === id && row.name === name && row.email === email && row.team === user_group && !row.gone,
    );
  const fresh = people.filter((one) => !same(one));
  const left = before.filter((row) => !row.gone && !people.some(({ id }) => id === row.participant_id));
  if (fresh.length > 0 || left.length > 0) await lockAccount(unit);
  for (const { participant_id } of left) {
    await requeueAll(unit, participant_id, "The agent no longer answers chats", true);
    await setStatus(unit, participant_id, "offline");
  }
  if (left.length > 0)
    await sql`
      update chat.participants set left_at = ${now}, should_assign = false
      where customer_account = ${account} and participant_id = any(${texts(left.map((row) => row.participant_id))})`.execute(
      trx,
    );
  for (const one of fresh) await join(unit, one);
  await sql`update chat.account_state set people_at = ${now} where customer_account = ${account}`.execute(trx);
}

/** Seconds for which who may answer is taken as it was last asked. */
const knownSeconds = 60;

const PeopleAtRow = z.object({ people_at: z.date().nullable() });

/** Asks identity who may answer, at most once a minute; what it can't say stays as it was. */
export async function refreshAgents(service: ChatContext, context: CallerContext): Promise<void> {
  const { read, write, deps, now } = service;
  const { account } = context;
  const state = await read(account, (trx) =>
    checkedRow(trx, PeopleAtRow, sql`select people_at from chat.account_state where customer_account = ${account}`),
  );
  const before = state?.people_at ? seconds(state.people_at) : 0;
  if (seconds(now()) - before < knownSeconds) return;
  const people = await answering(deps.clientsOfAccount(account), account);
  await refreshTeams(service, context);
  if (people) await write(context, (unit) => syncAgents(unit, people), { id: null, name: brand.name, kind: "system" });
  await refreshSkills(service, context);
}

/** Asks identity for the skills and who has them; what it can't say stays as it was. */
export async function refreshSkills({ read, write, deps }: ChatContext, context: CallerContext): Promise<void> {
  const { account } = context;
  const found = await deps.clientsOfAccount(account).identity.skills({});
  if (found.status !== 200) return;
  const { data } = found.body;
  if (await read(account, (trx) => areKnown(trx, account, data))) return;
  await write(
    context,
    async (unit) => {
      await lockAccount(unit);
      await syncSkills(unit, data);
      await assignWaiting(unit);
    },
    { id: null, name: brand.name, kind: "system" },
  );
}

/** Asks identity for the teams; what it can't say stays as it was. */
export async function refreshTeams({ read, write, deps }: ChatContext, context: CallerContext): Promise<void> {
  const found = await deps.clientsOfAccount(context.account).identity.teams({});
  if (found.status !== 200) return;
  const { data } = found.body;
  const known = await read(context.account, (trx) => knownTeams(trx, context.account));
  const same = data.every(({ id, name }) => known.some((one) => one.id === id && one.name === name));
  if (same && known.length === data.length) return;
  const system = { id: null, name: brand.name, kind: "system" } as const;
  await write(context, (unit) => syncTeams(unit, data), system);
}
