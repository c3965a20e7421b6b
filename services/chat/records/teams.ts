import { sql } from "kysely";
import { z } from "zod";
import { presenceSeconds } from "../../../rules/chat";
import type { Trx } from "../../kit/database";
import { keyColumn, orderBy } from "../../kit/ordering";
import { likePattern, type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows, IdNameRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { Channel } from "../contract.fields";
import type { UnitOfWork } from "../workspace/unit-of-work";

const TeamRow = z.object({
  id: z.number(),
  name: z.string(),
  agents: z.array(z.object({ participant_id: z.string(), name: z.string() })),
  active: z.number(),
  waiting: z.number(),
  channels: z.array(Channel),
  max_wait_minutes: z.number(),
});

/** Online, with a tab of theirs open: said of a participant `p`. */
export function isActive(now: Date) {
  return sql`p.left_at is null and p.status = 'online' and p.seen_at > ${now}::timestamptz - make_interval(secs => ${presenceSeconds})`;
}

/** Conversations `c` that wait for their team's members alone. */
export const waitsForTeam = sql`c.waiting_since is not null and c.team_id is not null and c.team_opened_at is null`;

const byName = orderBy("name", [keyColumn("text", sql`lower(t.name)`), keyColumn("bigint", "t.id")], true);

type TeamQuery = PageQuery & { q: string; team_id?: number | undefined };

/** A page of the account's teams by name. */
export function teamPage(trx: Trx, account: string, asked: TeamQuery, now: Date) {
  const members = sql`from chat.participants p where p.customer_account = t.customer_account and p.team_id = t.id`;
  return pageOfRows(trx, asked, {
    schema: TeamRow,
    select: sql`t.id, t.name, t.channels, t.max_wait_minutes,
      coalesce((select json_agg(json_build_object('participant_id', p.participant_id, 'name', p.name)
        order by lower(p.name), p.participant_id) ${members} and p.left_at is null), '[]') as agents,
      (select count(*) ${members} and ${isActive(now)}) as active,
      (select count(*) from chat.contacts c where c.customer_account = t.customer_account and c.team_id = t.id
        and ${waitsForTeam}) as waiting`,
    from: sql`chat.teams t where t.customer_account = ${account} and t.removed_at is null
      and (${asked.q} = '' or t.name ilike ${likePattern(asked.q)})
      and ${asked.team_id ? sql`t.id = ${asked.team_id}` : sql`true`}`,
    order: byName,
  });
}

const ChoiceRow = z.object({ participant_id: z.string(), name: z.string(), email: z.string(), team: z.string() });

/** Everyone who may answer chats, by name, with the team that they are in. */
export function agentChoices(trx: Trx, account: string): Promise<z.infer<typeof ChoiceRow>[]> {
  return checkedRows(
    trx,
    ChoiceRow,
    sql`
    select p.participant_id, p.name, p.email, coalesce(t.name, '') as team
    from chat.participants p left join chat.teams t on t.customer_account = p.customer_account and t.id = p.team_id
    where p.customer_account = ${account} and p.left_at is null order by lower(p.name), p.participant_id limit 500`,
    { batched: true },
  );
}

/** The teams of the account as they were last heard of, by name. */
export function knownTeams(trx: Trx, account: string): Promise<z.infer<typeof IdNameRow>[]> {
  return checkedRows(
    trx,
    IdNameRow,
    sql`select id, name from chat.teams where customer_account = ${account} and removed_at is null order by lower(name), id limit 500`,
    { batched: true },
  );
}

const ReachedRow = z.object({ id: z.number(), name: z.string(), channels: z.array(Channel) });

/** A team that conversations may be given to. */
export function findTeam(trx: Trx, account: string, id: number): Promise<z.infer<typeof ReachedRow> | undefined> {
  return checkedRow(
    trx,
    ReachedRow,
    sql`select id, name, channels from chat.teams where customer_account = ${account} and id = ${id} and removed_at is null`,
  );
}

const KnownTeam = IdNameRow.extend({ gone: z.boolean() });

/** Writes down the teams as identity has them; one that is gone is kept for the conversations that it had. */
export async function syncTeams(
  { trx, account, now }: UnitOfWork,
  teams: readonly { id: number; name: string }[],
): Promise<void> {
  const before = await checkedRows(
    trx,
    KnownTeam,
    sql`select id, name, removed_at is not null as gone from chat.teams where customer_account = ${account}`,
  );
  const fresh = teams.filter(({ id, name }) => !before.some((row) => row.id === id && row.name === name && !row.gone));
  const left = before.filter((row) => !row.gone && !teams.some(({ id }) => id === row.id));
  for (const { id, name } of fresh)
    await sql`
      insert into chat.teams (customer_account, id, name, updated_at) values (${account}, ${id}, ${name}, ${now})
      on conflict (customer_account, id) do update set name = excluded.name, removed_at = null, updated_at = excluded.updated_at`.execute(
      trx,
    );
  if (left.length > 0)
    await sql`
      update chat.teams set removed_at = ${now} where customer_account = ${account}
        and id = any(${bigints(left.map(({ id }) => id))})`.execute(trx);
}
