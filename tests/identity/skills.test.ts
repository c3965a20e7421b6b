import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { addAccount, peopleOf } from "./people.fixtures";

let database: TestDatabase;
let people: ReturnType<typeof peopleOf>;
let made: Awaited<ReturnType<typeof addAccount>>;
let account: string;
let next = 640_000;

beforeAll(async () => {
  database = await freshDatabase();
  people = peopleOf(database);
});
afterAll(() => database.drop());

const members = [
  { name: "Wanjiru", role: "Owner" },
  { name: "Halima", role: "Personnel" },
  { name: "Kevin", role: "Agent" },
];
const roles: Parameters<typeof addAccount>[3] = {
  roles: [{ name: "Personnel", permissions: ["View user", "Edit user"] }],
};

beforeEach(async () => {
  account = String(next++);
  made = await addAccount(database, account, members, roles);
});

const as = (name: string) => people.ask(made[name]?.token ?? "");
const idFor = (name: string) => made[name]?.id ?? 0;

async function addSkill(name: string, having: string[] = []): Promise<number> {
  const answer = await as("Wanjiru").createSkill({ body: { name, people: having.map(idFor) } });
  if (answer.status !== 201) throw new Error(answer.body.message);
  return answer.body.id;
}

async function skillsByName() {
  const answer = await as("Wanjiru").skills();
  if (answer.status !== 200) throw new Error(answer.body.message);
  return answer.body.data;
}

describe("skills", () => {
  test("are added with their people, renamed and deleted, and a name is there once", async () => {
    const billing = await addSkill(" Billing ", ["Kevin"]);
    expect((await as("Wanjiru").createSkill({ body: { name: "BILLING", people: [] } })).status).toBe(422);
    const swahili = await addSkill("Swahili");
    expect(await skillsByName()).toEqual([
      { id: billing, name: "Billing", people: [idFor("Kevin")] },
      { id: swahili, name: "Swahili", people: [] },
    ]);
    const taken = await as("Wanjiru").updateSkill({ params: { id: swahili }, body: { name: "billing" } });
    expect(taken).toMatchObject({ status: 422, body: { errors: { name: [expect.stringContaining("already")] } } });
    const renamed = await as("Wanjiru").updateSkill({ params: { id: billing }, body: { name: "Invoices" } });
    expect(renamed).toMatchObject({ status: 201, body: { name: "Invoices", people: [idFor("Kevin")] } });
    expect((await as("Wanjiru").deleteSkill({ params: { id: billing } })).status).toBe(201);
    expect((await as("Wanjiru").deleteSkill({ params: { id: billing } })).status).toBe(404);
    // The number of a deleted skill is not given to another.
    expect((await as("Wanjiru").deleteSkill({ params: { id: swahili } })).status).toBe(201);
    expect(await addSkill("French")).toBe(swahili + 1);
  });

  test("a person gets and loses them, which is said in the activities", async () => {
    const [billing, swahili] = [await addSkill("Billing", ["Kevin"]), await addSkill("Swahili")];
    const set = await as("Halima").setPersonSkills({ params: { id: idFor("Kevin") }, body: { skills: [swahili] } });
    expect(set).toMatchObject({ status: 201, body: { data: [{ id: swahili, people: [idFor("Kevin")] }] } });
    expect((await skillsByName()).find(({ id }) => id === billing)?.people).toEqual([]);
    const { rows } = await inAccount(database.db, account, (trx) =>
      sql<{
        description: string;
      }>`select description from events.activities where customer_account = ${account}`.execute(trx),
    );
    const said = rows.map(({ description }) => description);
    expect(said).toContain("Kevin no longer has the skill Billing.");
    expect(said).toContain("Kevin has the skill Swahili.");
    expect(said).toContain("The skill Billing was added.");
  });

  test("who may not change people changes none, and another account's are unknown", async () => {
    const billing = await addSkill("Billing");
    expect((await as("Kevin").createSkill({ body: { name: "French", people: [] } })).status).toBe(403);
    expect((await as("Halima").deleteSkill({ params: { id: billing } })).status).toBe(403);
    const before = { kevin: idFor("Kevin") };
    account = String(next++);
    made = await addAccount(database, account, members, roles);
    expect(await skillsByName()).toEqual([]);
    expect((await as("Wanjiru").updateSkill({ params: { id: billing }, body: { name: "Taken" } })).status).toBe(404);
    expect((await as("Wanjiru").createSkill({ body: { name: "Billing", people: [before.kevin] } })).status).toBe(422);
    const own = { id: idFor("Kevin") };
    expect((await as("Wanjiru").setPersonSkills({ params: own, body: { skills: [billing] } })).status).toBe(422);
    const foreign = { id: before.kevin };
    expect((await as("Wanjiru").setPersonSkills({ params: foreign, body: { skills: [] } })).status).toBe(404);
  });

  test("a removed person is no longer counted, and has them when they are restored", async () => {
    const billing = await addSkill("Billing", ["Kevin", "Halima"]);
    await as("Wanjiru").removeMember({ params: { id: idFor("Kevin") } });
    expect((await skillsByName())[0]?.people).toEqual([idFor("Halima")]);
    const alone = await as("Wanjiru").updateSkill({ params: { id: billing }, body: { people: [idFor("Halima")] } });
    expect(alone.status).toBe(201);
    await as("Wanjiru").restoreMember({ params: { id: idFor("Kevin") } });
    expect((await skillsByName()).map((skill) => skill.people.length)).toEqual([2]);
  });
});
