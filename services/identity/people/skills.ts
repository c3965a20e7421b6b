import { sql } from "kysely";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdNameRow, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { maxSkills, Skill } from "../contract.skills";
import { memberFor } from "./member-record";
import { oneLine } from "./messages";

/** The skills of the account by name, each with who has it, removed people left out. */
export function listSkills(trx: Trx, account: string): Promise<Skill[]> {
  return checkedRows(
    trx,
    Skill,
    sql`
    select s.id, s.name, coalesce((select json_agg(u.id order by lower(u.name), u.id)
        from identity.user_skills h join identity.users u on u.customer_account = h.customer_account and u.id = h.user_id
        where h.customer_account = s.customer_account and h.skill_id = s.id and u.active), '[]') as people
    from identity.skills s where s.customer_account = ${account} order by lower(s.name), s.id`,
    { batched: true },
  );
}

async function skillFor(trx: Trx, account: string, id: number): Promise<Skill> {
  const found = (await listSkills(trx, account)).find((skill) => skill.id === id);
  if (!found) throw new HttpError(404, "There is no such skill.");
  return found;
}

type SkillForm = { name: string; people: readonly number[] };

export async function createSkill(trx: Trx, account: string, by: ActivityActor, form: SkillForm): Promise<Skill> {
  const name = oneLine(form.name);
  const before = await listSkills(trx, account);
  mustBeFree(before, name);
  if (before.length >= maxSkills)
    throw new HttpError(409, `An account has at most ${maxSkills} skills. Delete one first.`);
  await mustBePeople(trx, account, form.people);
  const last = await checkedRow(
    trx,
    IdRow,
    sql`update identity.accounts set last_skill = last_skill + 1 where customer_account = ${account} returning last_skill as id`,
  );
  const id = last?.id ?? 0;
  await sql`insert into identity.skills (customer_account, id, name) values (${account}, ${id}, ${name})`.execute(trx);
  await recordSkill(trx, account, by, id, "Skill added", `The skill ${name} was added.`);
  await setPeople(trx, account, by, { id, name, people: [] }, form.people);
  return skillFor(trx, account, id);
}

/** Renames a skill and says who has it, as far as it is given. What is so already changes nothing. */
export async function updateSkill(
  trx: Trx,
  account: string,
  by: ActivityActor,
  id: number,
  form: { name?: string | undefined; people?: readonly number[] | undefined },
): Promise<Skill> {
  const before = await skillFor(trx, account, id);
  const name = oneLine(form.name ?? before.name);
  mustBeFree(
    (await listSkills(trx, account)).filter((skill) => skill.id !== id),
    name,
  );
  if (form.people) await mustBePeople(trx, account, form.people);
  if (name !== before.name) {
    await sql`update identity.skills set name = ${name} where customer_account = ${account} and id = ${id}`.execute(
      trx,
    );
    await recordSkill(trx, account, by, id, "Skill renamed", `The skill ${before.name} is named ${name} now.`);
  }
  if (form.people) await setPeople(trx, account, by, { ...before, name }, form.people);
  return skillFor(trx, account, id);
}

export async function deleteSkill(trx: Trx, account: string, by: ActivityActor, id: number): Promise<string> {
  const { name } = await skillFor(trx, account, id);
  await sql`delete from identity.skills where customer_account = ${account} and id = ${id}`.execute(trx);
  await recordSkill(trx, account, by, id, "Skill deleted", `The skill ${name} was deleted.`);
  return name;
}

/** Says which skills a person has. @throws HttpError 404 for the person, 422 for a skill */
export async function setPersonSkills(
  trx: Trx,
  account: string,
  by: ActivityActor,
  person: number,
  skills: readonly number[],
): Promise<Skill[]> {
  const { id, state } = await memberFor(trx, account, { id: person });
  if (state === "removed") throw new HttpError(409, "This person was removed from the account.");
  const all = await listSkills(trx, account);
  if (skills.some((skill) => !all.some((one) => one.id === skill))) {
    const words = "Choose skills of this account.";
    throw new HttpError(422, words, { skills: [words] });
  }
  for (const skill of all) {
    const others = skill.people.filter((one) => one !== id);
    await setPeople(trx, account, by, skill, skills.includes(skill.id) ? [...others, id] : others);
  }
  return (await listSkills(trx, account)).filter(({ people }) => people.includes(id));
}

/** Who has a skill from now on, of those who can have it; removed people keep theirs for when they are restored. */
async function setPeople(
  trx: Trx,
  account: string,
  by: ActivityActor,
  { id, name, people: before }: Skill,
  people: readonly number[],
): Promise<void> {
  const gain = [...new Set(people)].filter((one) => !before.includes(one));
  const lose = before.filter((one) => !people.includes(one));
  if (gain.length + lose.length === 0) return;
  await sql`
    delete from identity.user_skills where customer_account = ${account} and skill_id = ${id} and user_id = any(${bigints(lose)})`.execute(
    trx,
  );
  await sql`
    insert into identity.user_skills (customer_account, user_id, skill_id)
    select ${account}, unnest(${bigints(gain)}), ${id} on conflict do nothing`.execute(trx);
  const named = await checkedRows(
    trx,
    IdNameRow,
    sql`
    select id, name from identity.users where customer_account = ${account} and id = any(${bigints([...gain, ...lose])})
    order by lower(name), id`,
  );
  for (const person of named)
    await recordActivity(trx, account, by, {
      action: "Person changed",
      description: `${person.name} ${gain.includes(person.id) ? "has" : "no longer has"} the skill ${name}.`,
      subject: "user",
      subject_id: String(person.id),
    });
}

function recordSkill(
  trx: Trx,
  account: string,
  by: ActivityActor,
  id: number,
  action: "Skill added" | "Skill renamed" | "Skill deleted",
  description: string,
): Promise<void> {
  return recordActivity(trx, account, by, { action, description, subject: "skill", subject_id: String(id) });
}

function mustBeFree(others: readonly Skill[], name: string): void {
  if (!others.some((skill) => skill.name.toLowerCase() === name.toLowerCase())) return;
  const words = `There is a skill named ${name} already.`;
  throw new HttpError(422, words, { name: [words] });
}

async function mustBePeople(trx: Trx, account: string, people: readonly number[]): Promise<void> {
  const there = await checkedRows(
    trx,
    IdRow,
    sql`select id from identity.users where customer_account = ${account} and active and id = any(${bigints(people)})`,
  );
  if (people.every((id) => there.some((one) => one.id === id))) return;
  const words = "Choose people from the list.";
  throw new HttpError(422, words, { people: [words] });
}
