import { sql } from "kysely";
import { z } from "zod";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdNameRow, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { Team } from "../contract.people";
import { oneLine } from "./messages";

const noTeam = "There is no such team.";

/** The teams of the account with their people, removed ones left out; team 1 is there with or without a row. */
export function listTeams(trx: Trx, account: string): Promise<Team[]> {
  return checkedRows(
    trx,
    Team,
    sql`
    select t.id, t.name, (select count(*) from identity.users u
        where u.customer_account = ${account} and u.active and u.user_group = t.id::text) as members
    from (select id, name from identity.user_groups where customer_account = ${account}
      union all select 1, 'Main team' where not exists (
        select from identity.user_groups where customer_account = ${account} and id = 1)) t
    order by t.id <> 1, lower(t.name)`,
    { batched: true },
  );
}

/** The team's name, or nothing for a number that is none. */
export async function teamNamed(trx: Trx, account: string, id: number): Promise<Team | undefined> {
  return (await listTeams(trx, account)).find((team) => team.id === id);
}

/** `all` is every team; a number must be one of the account's. @throws HttpError 404 */
export async function teamParam(trx: Trx, account: string, group: string): Promise<string | undefined> {
  if (group === "all") return undefined;
  const found = /^\d{1,9}$/.test(group) && (await teamNamed(trx, account, Number(group)));
  if (!found) throw new HttpError(404, noTeam);
  return String(Number(group));
}

export async function createTeam(trx: Trx, account: string, by: ActivityActor, given: string): Promise<Team> {
  const name = oneLine(given);
  await freeName(trx, account, name);
  const row = await checkedRow(
    trx,
    IdRow,
    sql`
    insert into identity.user_groups (customer_account, id, name)
    select ${account}, greatest(coalesce(max(id), 1), 1) + 1, ${name} from identity.user_groups where customer_account = ${account}
    returning id`,
  );
  const id = row?.id ?? 0;
  await recordActivity(trx, account, by, {
    action: "Team added",
    description: `The team ${name} was added.`,
    subject: "team",
    subject_id: String(id),
  });
  return { id, name, members: 0 };
}

export async function renameTeam(
  trx: Trx,
  account: string,
  by: ActivityActor,
  id: number,
  given: string,
): Promise<Team> {
  const team = await teamNamed(trx, account, id);
  if (!team) throw new HttpError(404, noTeam);
  const name = oneLine(given);
  await freeName(trx, account, name, id);
  await sql`
    insert into identity.user_groups (customer_account, id, name) values (${account}, ${id}, ${name})
    on conflict (customer_account, id) do update set name = excluded.name`.execute(trx);
  await recordActivity(trx, account, by, {
    action: "Team renamed",
    description: `The team ${team.name} is named ${name} now.`,
    subject: "team",
    subject_id: String(id),
  });
  return { ...team, name };
}

type TeamMembers = {
  id?: number | undefined;
  name: string;
  join: readonly number[];
  leave: readonly number[];
  by: Exclude<ActivityActor, "system">;
};

/**
 * Makes or renames a team and moves people of the account: into it, and out of it into the main team. What is so already
 * stays as it is. @throws HttpError 404, 422
 */
export async function setTeamMembers(
  trx: Trx,
  account: string,
  { id, name, join, leave, by }: TeamMembers,
): Promise<Team> {
  const before = id === undefined ? undefined : await teamNamed(trx, account, id);
  if (id !== undefined && !before) throw new HttpError(404, noTeam);
  const team = before ?? (await createTeam(trx, account, by, name));
  if (before && before.name !== oneLine(name)) await renameTeam(trx, account, by, before.id, name);
  await moveMembers(trx, account, by, join, { id: team.id, name: oneLine(name) });
  const main = await teamNamed(trx, account, 1);
  if (team.id !== 1 && main) await moveMembers(trx, account, by, leave, main, team.id);
  return (await teamNamed(trx, account, team.id)) ?? team;
}

/** @param from only those who are in this team now */
async function moveMembers(
  trx: Trx,
  account: string,
  by: ActivityActor,
  people: readonly number[],
  to: Pick<Team, "id" | "name">,
  from?: number,
): Promise<void> {
  if (people.length === 0) return;
  const rows = await checkedRows(
    trx,
    IdNameRow,
    sql`
    update identity.users set user_group = ${String(to.id)}
    where customer_account = ${account} and active and id = any(${bigints(people)}) and user_group <> ${String(to.id)}
      and ${from === undefined ? sql`true` : sql`user_group = ${String(from)}`}
    returning id, name`,
  );
  for (const { id, name } of rows)
    await recordActivity(trx, account, by, {
      action: "Person changed",
      description: `${name} has the team ${to.name} now.`,
      subject: "user",
      subject_id: String(id),
    });
}

const PeopleRow = z.object({ people: z.number() });

export async function deleteTeam(trx: Trx, account: string, by: ActivityActor, id: number): Promise<string> {
  const team = await teamNamed(trx, account, id);
  if (!team) throw new HttpError(404, noTeam);
  if (id === 1) throw new HttpError(409, "The main team can't be deleted: new people start in it.");
  const row = await checkedRow(
    trx,
    PeopleRow,
    sql`
    select count(*) as people from identity.users
    where customer_account = ${account} and user_group = ${String(id)}`,
  );
  const people = row?.people ?? 0;
  if (people > 0)
    throw new HttpError(
      409,
      `${team.name} has ${people} ${people === 1 ? "person" : "people"}, removed ones counted. Move them to another team first.`,
    );
  await sql`delete from identity.user_groups where customer_account = ${account} and id = ${id}`.execute(trx);
  await recordActivity(trx, account, by, {
    action: "Team deleted",
    description: `The team ${team.name} was deleted.`,
    subject: "team",
    subject_id: String(id),
  });
  return team.name;
}

async function freeName(trx: Trx, account: string, name: string, but = 0): Promise<void> {
  const taken = (await listTeams(trx, account)).some(
    (team) => team.id !== but && team.name.toLowerCase() === name.toLowerCase(),
  );
  if (!taken) return;
  const words = `There is a team named ${name} already.`;
  throw new HttpError(422, words, { name: [words] });
}
