import { afterAll, beforeAll, expect, test } from "vitest";
import { permissionNamed } from "../../rules/permission-table";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { addAccount, peopleOf } from "./people.fixtures";

let database: TestDatabase;
let people: ReturnType<typeof peopleOf>;
let next = 800_000;

beforeAll(async () => {
  database = await freshDatabase();
  people = peopleOf(database);
});
afterAll(() => database.drop());

const rounds = 8;

async function two() {
  const account = String(next++);
  const made = await addAccount(database, account, [
    { name: "Wanjiru", role: "Owner" },
    { name: "Otieno", role: "Owner" },
    { name: "Kevin", role: "Agent" },
  ]);
  const ask = (name: string) => people.ask(made[name]?.token ?? "");
  const id = (name: string) => made[name]?.id ?? 0;
  const roles = await ask("Wanjiru").roles({ params: { account }, query: { q: "agent" } });
  const agent = roles.status === 200 ? (roles.body.data[0]?.id ?? 0) : 0;
  return { account, made, ask, id, agent };
}

/** How many owners of an account can sign in now. */
async function owners(account: string): Promise<number> {
  const answer = await people.asService(account).accountOf();
  return answer.status === 200 ? answer.body.owners.length : -1;
}

test("of two owners who remove each other at once, one stays", async () => {
  for (let round = 0; round < rounds; round++) {
    const { account, ask, id } = await two();
    const answers = await Promise.all([
      ask("Wanjiru").removeMember({ params: { id: id("Otieno") } }),
      ask("Otieno").removeMember({ params: { id: id("Wanjiru") } }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(await owners(account)).toBe(1);
  }
});

test("of two owners who demote each other at once, one stays", async () => {
  for (let round = 0; round < rounds; round++) {
    const { account, ask, id, agent } = await two();
    const answers = await Promise.all([
      ask("Wanjiru").updateMember({ params: { id: id("Otieno") }, body: { role_id: agent } }),
      ask("Otieno").updateMember({ params: { id: id("Wanjiru") }, body: { role_id: agent } }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(await owners(account)).toBe(1);
  }
});

test("one removed and one demoted by a third at once leave the third", async () => {
  for (let round = 0; round < rounds; round++) {
    const { account, ask, id, agent } = await two();
    await Promise.all([
      ask("Wanjiru").removeMember({ params: { id: id("Otieno") } }),
      ask("Otieno").updateMember({ params: { id: id("Wanjiru") }, body: { role_id: agent } }),
    ]);
    expect(await owners(account)).toBeGreaterThan(0);
  }
});

test("someone removed while they give a permission away gives nothing afterwards", async () => {
  for (let round = 0; round < rounds; round++) {
    const { ask, id, made } = await two();
    const [removed, given] = await Promise.all([
      ask("Wanjiru").removeMember({ params: { id: id("Otieno") } }),
      ask("Otieno").assignPermission({
        params: { uuid: made.Kevin?.uuid ?? "" },
        body: { permission: permissionNamed("View CRM")?.id ?? 0 },
      }),
    ]);
    expect(removed.status).toBe(201);
    const again = await ask("Otieno").assignPermission({
      params: { uuid: made.Kevin?.uuid ?? "" },
      body: { permission: permissionNamed("View tickets")?.id ?? 0 },
    });
    expect([201, 401, 403]).toContain(given.status);
    expect(again.status).toBe(401);
  }
});

test("the same person invited twice at once is there once, and a role of one name is one role", async () => {
  for (let round = 0; round < rounds; round++) {
    const { account, ask, agent } = await two();
    const body = { name: "Amina", email: `amina@${account}.test`, role_id: agent };
    const invited = await Promise.all([1, 2, 3].map(() => ask("Wanjiru").inviteMember({ body })));
    expect(invited.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const role = { params: { account }, body: { name: "Clerk", permissions: [] } };
    const created = await Promise.all([1, 2, 3].map(() => ask("Wanjiru").createRole(role)));
    expect(created.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  }
});

test("permissions given by several at once are all there", async () => {
  const { ask, made } = await two();
  const names = ["View CRM", "View tickets", "View user", "View bulk message"];
  await Promise.all(
    names.map((name, at) =>
      ask(at % 2 ? "Wanjiru" : "Otieno").assignPermission({
        params: { uuid: made.Kevin?.uuid ?? "" },
        body: { permission: permissionNamed(name)?.id ?? 0 },
      }),
    ),
  );
  const answer = await ask("Wanjiru").member({ params: { id: made.Kevin?.id ?? 0 } });
  // "View bulk message" is the role's already.
  expect(answer.status === 200 && [...answer.body.permissions].sort()).toEqual([
    "View CRM",
    "View tickets",
    "View user",
  ]);
});
