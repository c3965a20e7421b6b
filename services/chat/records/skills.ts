import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, NameRow } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";
import type { UnitOfWork } from "../workspace/unit-of-work";

const SkillRow = z.object({ id: z.number(), name: z.string(), agents: z.array(z.string()) });

/** The skills of the account as they were last heard of, by name, each with the agents who have it. */
export function knownSkills(trx: Trx, account: string): Promise<z.infer<typeof SkillRow>[]> {
  return checkedRows(
    trx,
    SkillRow,
    sql`
    select s.id, s.name, coalesce((select json_agg(p.participant_id order by p.participant_id) from chat.participants p
      where p.customer_account = s.customer_account and s.id = any(p.skills) and p.left_at is null), '[]') as agents
    from chat.skills s where s.customer_account = ${account} and s.removed_at is null order by lower(s.name), s.id limit 500`,
    { batched: true },
  );
}

/** A skill that conversations may wait for. */
export function findSkill(trx: Trx, account: string, id: number): Promise<{ name: string } | undefined> {
  return checkedRow(
    trx,
    NameRow,
    sql`select name from chat.skills where customer_account = ${account} and id = ${id} and removed_at is null`,
  );
}

export type SkillsOfIdentity = readonly { id: number; name: string; people: readonly number[] }[];

const TextIdRow = z.object({ id: z.string() });

/** Whether the skills and who has them are as they are known. */
export async function areKnown(trx: Trx, account: string, skills: SkillsOfIdentity): Promise<boolean> {
  const known = await knownSkills(trx, account);
  const agents = await checkedRows(
    trx,
    TextIdRow,
    sql`select participant_id as id from chat.participants where customer_account = ${account} and left_at is null`,
  );
  const there = new Set(agents.map(({ id }) => id));
  const line = (id: number, name: string, having: readonly string[]) => JSON.stringify([id, name, having.toSorted()]);
  const before = known.map(({ id, name, agents }) => line(id, name, agents)).sort();
  const after = skills.map(({ id, name, people }) =>
    line(
      id,
      name,
      people.map(String).filter((person) => there.has(person)),
    ),
  );
  return JSON.stringify(before) === JSON.stringify(after.sort());
}

/** Writes down the skills as identity has them. One that is gone is asked for by no channel any more. */
export async function syncSkills({ trx, account, now }: UnitOfWork, skills: SkillsOfIdentity): Promise<void> {
  for (const { id, name } of skills)
    await sql`
      insert into chat.skills as s (customer_account, id, name, updated_at) values (${account}, ${id}, ${name}, ${now})
      on conflict (customer_account, id) do update set name = excluded.name, removed_at = null, updated_at = excluded.updated_at
        where s.name <> excluded.name or s.removed_at is not null`.execute(trx);
  const ids = bigints(skills.map(({ id }) => id));
  await sql`
    update chat.skills set removed_at = ${now}, updated_at = ${now}
    where customer_account = ${account} and removed_at is null and id <> all(${ids})`.execute(trx);
  await sql`
    update chat.inboxes set skill_id = null where customer_account = ${account} and skill_id is not null and skill_id <> all(${ids})`.execute(
    trx,
  );
  const having = skills.flatMap(({ id, people }) => people.map((person) => ({ person: String(person), id })));
  await sql`
    update chat.participants p set skills = g.skills
    from (select q.participant_id, coalesce(array_agg(x.skill order by x.skill) filter (where x.skill is not null), '{}') as skills
      from chat.participants q
      left join unnest(${texts(having.map(({ person }) => person))}, ${bigints(having.map(({ id }) => id))}) x (person, skill)
        on x.person = q.participant_id
      where q.customer_account = ${account} group by q.participant_id) g
    where p.customer_account = ${account} and p.participant_id = g.participant_id and p.skills <> g.skills`.execute(
    trx,
  );
}
