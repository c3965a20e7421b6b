import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { permissionNamed, permissionTable } from "../../rules/permission-table";
import { inAccount } from "../../services/kit/database";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { addAccount, peopleOf } from "./people.fixtures";

let database: TestDatabase;
let people: ReturnType<typeof peopleOf>;
let made: Awaited<ReturnType<typeof addAccount>>;
let account: string;
let next = 500_000;

beforeAll(async () => {
  database = await freshDatabase();
  people = peopleOf(database);
});
afterAll(() => database.drop());

/** Each test has an account of its own: an owner, an administrator, a personnel officer and two agents. */
beforeEach(async () => {
  account = String(next++);
  made = await addAccount(
    database,
    account,
    [
      { name: "Wanjiru", role: "Owner" },
      { name: "Otieno", role: "Super Admin" },
      { name: "Halima", role: "Personnel" },
      { name: "Kevin", role: "Agent" },
      { name: "Mercy", role: "Agent", permissions: ["View CRM"] },
      { name: "Brian" },
    ],
    {
      roles: [
        {
          name: "Personnel",
          permissions: [
            "View user",
            "Create user",
            "Edit user",
            "Remove user",
            "View dashboard",
            "Send single message",
            "View chat inbox",
          ],
        },
      ],
    },
  );
});

const as = (name: string) => people.ask(made[name]?.token ?? "");
const of = (name: string) => made[name] ?? { id: 0, uuid: "", email: "", token: "" };
const permission = (name: string) => permissionNamed(name)?.id ?? 0;

async function roleId(name: string): Promise<number> {
  const answer = await as("Wanjiru").roles({ params: { account }, query: { per_page: 100 } });
  if (answer.status !== 200) throw new Error(answer.body.message);
  return answer.body.data.find((role) => role.name === name)?.id ?? 0;
}

/** What is written in the account's activities, newest first. */
async function activities(): Promise<{ action: string; description: string; by: string; address: string }[]> {
  return inAccount(database.db, account, (trx) =>
    trx
      .selectFrom("events.activities")
      .select(["action", "description", "by", "address"])
      .orderBy("id", "desc")
      .execute(),
  );
}

describe("the members", () => {
  test("come by name, 25 a page, with their role, team, state and own permissions", async () => {
    const answer = await as("Halima").members({ params: { account, group: "all" } });
    expect(answer).toMatchObject({ status: 200, body: { total: 6, per_page: 25, current_page: 1, last_page: 1 } });
    if (answer.status !== 200) return;
    expect(answer.body.data.map(({ name }) => name)).toEqual([
      "Brian",
      "Halima",
      "Kevin",
      "Mercy",
      "Otieno",
      "Wanjiru",
    ]);
    expect(answer.body.data.find(({ name }) => name === "Mercy")).toMatchObject({
      role: "Agent",
      permissions: ["View CRM"],
      state: "active",
      group_name: "Main team",
      sessions: 1,
      last_owner: false,
    });
    expect(answer.body.data.at(-1)).toMatchObject({ name: "Wanjiru", last_owner: true });
  });

  test("are searched by name and email on the server, and found by the whole email address", async () => {
    const named = async (query: object) => {
      const answer = await as("Halima").members({ params: { account, group: "1" }, query });
      return answer.status === 200 ? answer.body.data.map(({ name }) => name) : answer;
    };
    expect(await named({ q: "KEV" })).toEqual(["Kevin"]);
    expect(await named({ q: "mercy@" })).toEqual(["Mercy"]);
    expect(await named({ email: of("Brian").email.toUpperCase() })).toEqual(["Brian"]);
    expect(await named({ state: "removed" })).toEqual([]);
    expect(await named({ role: await roleId("Agent") })).toEqual(["Kevin", "Mercy"]);
    expect(await named({ q: "'; select 1 --" })).toEqual([]);
  });

  test("a page past the end is the last one", async () => {
    const answer = await as("Halima").members({ params: { account, group: "all" }, query: { page: 9, per_page: 4 } });
    expect(answer).toMatchObject({
      status: 200,
      body: { current_page: 2, last_page: 2, next: null, previous: expect.any(String) },
    });
  });

  test("another account's number and an unknown team lead nowhere", async () => {
    expect((await as("Wanjiru").members({ params: { account: "100001", group: "all" } })).status).toBe(404);
    expect((await as("Wanjiru").members({ params: { account, group: "77" } })).status).toBe(404);
  });

  test("everyone may choose among their colleagues; the panel is for those who see people", async () => {
    expect((await as("Brian").allMembers({ params: { account, group: "all" } })).status).toBe(200);
    expect((await as("Brian").members({ params: { account, group: "all" } })).status).toBe(403);
    expect((await as("Kevin").member({ params: { id: of("Brian").id } })).status).toBe(403);
  });
});

describe("permissions", () => {
  test("what was given holds with the next call, what was taken is gone with the next call", async () => {
    expect((await as("Kevin").members({ params: { account, group: "all" } })).status).toBe(403);
    const given = await as("Wanjiru").assignPermission({
      params: { uuid: of("Kevin").uuid },
      body: { permission: permission("View user") },
    });
    expect(given).toMatchObject({ status: 201, body: { permissions: ["View user"] } });
    expect((await as("Kevin").members({ params: { account, group: "all" } })).status).toBe(200);
    const taken = await as("Wanjiru").revokePermission({
      params: { uuid: of("Kevin").uuid, x: permission("View user") },
    });
    expect(taken.status).toBe(201);
    expect((await as("Kevin").members({ params: { account, group: "all" } })).status).toBe(403);
  });

  test("are assigned by email: added, or exactly these with `replace`, and each change is written down", async () => {
    const email = of("Mercy").email;
    const ids = [permission("View tickets"), permission("View CRM")];
    const added = await as("Wanjiru").assignPermissions({ params: { email }, body: { permissions: ids } });
    expect(added).toMatchObject({ status: 201, body: { permissions: ["View CRM", "View tickets"] } });
    const set = await as("Wanjiru").assignPermissions({ params: { email }, body: { permissions: [], replace: true } });
    expect(set).toMatchObject({ status: 201, body: { permissions: [] } });
    const [last, before] = await activities();
    expect(last).toMatchObject({ action: "Permissions changed", by: "Wanjiru", address: "127.0.0.1" });
    expect(last?.description).toBe("Mercy, taken: View CRM, View tickets.");
    expect(before?.description).toBe("Mercy, given: View tickets.");
  });

  test("a person's list says which come by the role", async () => {
    const answer = await as("Halima").permissionsOf({ params: { uuid: of("Mercy").uuid } });
    const held = answer.status === 200 ? answer.body.data : [];
    expect(held.find(({ name }) => name === "View chat inbox")?.by).toBe("role");
    expect(held.find(({ name }) => name === "View CRM")?.by).toBe("person");
  });

  test("Q031: no one without Edit user assigns; no one gives or takes what they don't hold; no one their own", async () => {
    const give = (who: string, to: string, name: string) =>
      as(who).assignPermission({ params: { uuid: of(to).uuid }, body: { permission: permission(name) } });
    expect((await give("Kevin", "Mercy", "View dashboard")).status).toBe(403);
    const refused = await give("Halima", "Kevin", "View tickets");
    expect(refused).toMatchObject({
      status: 403,
      body: { errors: { permissions: [expect.stringMatching("View tickets")] } },
    });
    expect((await give("Halima", "Kevin", "View dashboard")).status).toBe(201);
    expect(
      (await as("Halima").revokePermission({ params: { uuid: of("Mercy").uuid, x: permission("View CRM") } })).status,
    ).toBe(403);
    expect((await give("Halima", "Halima", "View dashboard")).status).toBe(403);
    expect((await give("Wanjiru", "Wanjiru", "Can approve sender ID")).status).toBe(403);
  });

  test("R044: an admin passes on every public permission, and of the others only what they hold by name", async () => {
    const refused: string[] = [];
    for (const { name, id } of permissionTable) {
      const answer = await as("Otieno").assignPermission({
        params: { uuid: of("Brian").uuid },
        body: { permission: id },
      });
      if (answer.status !== 201) refused.push(name);
    }
    expect(refused).toEqual([
      "Approve voice agent",
      "Can approve sender ID",
      "Can view all senders info",
      "Can manually assign sender ID",
    ]);
    const owner = await as("Wanjiru").assignPermission({
      params: { uuid: of("Brian").uuid },
      body: { permission: permission("Approve voice agent") },
    });
    expect(owner.status).toBe(201);
  });

  test("an unknown permission is told in words, and another account's person is unknown", async () => {
    const unknown = await as("Wanjiru").assignPermission({
      params: { uuid: of("Brian").uuid },
      body: { permission: 999 },
    });
    expect(unknown).toMatchObject({ status: 422, body: { errors: { permissions: [expect.any(String)] } } });
    const other = await addAccount(database, String(next++), [{ name: "Achieng", role: "Owner" }]);
    const foreign = people.ask(other.Achieng?.token ?? "");
    const body = { permissions: [permission("View dashboard")] };
    expect((await foreign.assignPermissions({ params: { email: of("Brian").email }, body })).status).toBe(404);
    expect((await foreign.permissionsOf({ params: { uuid: of("Brian").uuid } })).status).toBe(404);
  });
});

describe("changing a person", () => {
  test("name, phone, team and role change, and what is not named stays", async () => {
    const team = await as("Wanjiru").createTeam({ body: { name: "Field" } });
    if (team.status !== 201) throw new Error(team.body.message);
    const sales = await roleId("Sales");
    const answer = await as("Wanjiru").updateMember({
      params: { id: of("Kevin").id },
      body: { phone: "0722 000 001", user_group: team.body.id, role_id: sales },
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { name: "Kevin", phone: "0722 000 001", group_name: "Field", role: "Sales" },
    });
    expect((await activities()).map(({ action }) => action)).toContain("Role of a person changed");
  });

  test.each([
    ["an empty name", { name: "  " }, "name"],
    ["a role of no one", { role_id: 999_999 }, "role_id"],
    ["a team of no one", { user_group: 77 }, "user_group"],
    ["a phone number without an end", { phone: "1".repeat(41) }, "phone"],
  ])("%s is told at its field, and nothing is changed", async (_, body, field) => {
    const answer = await as("Wanjiru").updateMember({ params: { id: of("Kevin").id }, body });
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
    expect((await as("Wanjiru").member({ params: { id: of("Kevin").id } })).body).toMatchObject({
      name: "Kevin",
      role: "Agent",
    });
  });

  test("no one makes an owner but an owner, an admin but an admin, nor gives a role that holds more than they do", async () => {
    const [owner, admin, agent, sales] = [
      await roleId("Owner"),
      await roleId("Super Admin"),
      await roleId("Agent"),
      await roleId("Sales"),
    ];
    const give = (who: string, to: string, role_id: number) =>
      as(who).updateMember({ params: { id: of(to).id }, body: { role_id } });
    expect((await give("Otieno", "Kevin", owner)).status).toBe(403);
    expect((await give("Halima", "Kevin", admin)).status).toBe(403);
    expect((await give("Halima", "Brian", agent)).status).toBe(403);
    expect((await give("Halima", "Brian", sales)).body).toMatchObject({
      errors: { role_id: [expect.stringContaining("Create contacts")] },
    });
    expect((await give("Otieno", "Kevin", sales)).status).toBe(201);
    expect((await give("Wanjiru", "Kevin", owner)).status).toBe(201);
  });

  test("no one changes someone who stands higher, nor their own role", async () => {
    const agent = await roleId("Agent");
    for (const [who, to] of [
      ["Halima", "Wanjiru"],
      ["Halima", "Otieno"],
      ["Otieno", "Wanjiru"],
    ] as const) {
      expect((await as(who).updateMember({ params: { id: of(to).id }, body: { name: "Taken over" } })).status).toBe(
        403,
      );
      expect((await as(who).removeMember({ params: { id: of(to).id } })).status).toBe(403);
      expect((await as(who).setModules({ body: { user_id: of(to).id, modules: { SMS: false } } })).status).toBe(403);
    }
    expect(
      (await as("Otieno").updateMember({ params: { id: of("Otieno").id }, body: { role_id: agent } })).status,
    ).toBe(403);
    expect(
      (await as("Otieno").updateMember({ params: { id: of("Otieno").id }, body: { name: "Otieno Ouma" } })).status,
    ).toBe(201);
  });

  test("the last owner gets no other role and is not removed", async () => {
    const second = await as("Wanjiru").updateMember({
      params: { id: of("Otieno").id },
      body: { role_id: await roleId("Owner") },
    });
    expect(second.status).toBe(201);
    const agent = await roleId("Agent");
    expect(
      (await as("Otieno").updateMember({ params: { id: of("Wanjiru").id }, body: { role_id: agent } })).status,
    ).toBe(201);
    const last = await as("Otieno").member({ params: { id: of("Otieno").id } });
    expect(last.body).toMatchObject({ last_owner: true });
    expect((await as("Otieno").removeMember({ params: { id: of("Otieno").id } })).status).toBe(403);
  });
});

describe("removing a person", () => {
  test("ends their sessions at once, keeps the row, and they can come back as they were", async () => {
    expect((await as("Kevin").allMembers({ params: { account, group: "all" } })).status).toBe(200);
    const answer = await as("Halima").removeMember({ params: { id: of("Brian").id } });
    expect(answer).toMatchObject({
      status: 201,
      body: { state: "removed", sessions: 0, removed_at: expect.any(String) },
    });
    expect((await as("Brian").allMembers({ params: { account, group: "all" } })).status).toBe(401);
    const shown = await as("Halima").members({ params: { account, group: "all" }, query: { state: "removed" } });
    expect(shown.body).toMatchObject({ total: 1, data: [{ name: "Brian" }] });
    const back = await as("Halima").restoreMember({ params: { id: of("Brian").id } });
    expect(back).toMatchObject({ status: 201, body: { state: "active", removed_at: null } });
    expect((await as("Brian").allMembers({ params: { account, group: "all" } })).status).toBe(401);
    expect((await activities()).slice(0, 2).map(({ action }) => action)).toEqual(["Person restored", "Person removed"]);
  });

  test("bringing someone back gives them what they held: only who holds it may", async () => {
    expect((await as("Wanjiru").removeMember({ params: { id: of("Mercy").id } })).status).toBe(201);
    expect((await as("Halima").restoreMember({ params: { id: of("Mercy").id } })).status).toBe(403);
    expect((await as("Otieno").restoreMember({ params: { id: of("Mercy").id } })).status).toBe(201);
  });
});

describe("modules", () => {
  test("Q040: a product switched off for one person is shut to them and stays the account's", async () => {
    const before = await as("Halima").members({ params: { account, group: "all" } });
    expect(before.status).toBe(200);
    const set = await as("Wanjiru").setModules({
      body: { user_id: of("Halima").id, modules: { SMS: false, Chats: false } },
    });
    expect(set.body).toEqual({
      data: [
        { name: "SMS", on: false },
        { name: "Chats", on: false },
        { name: "Ticketing", on: true },
      ],
    });
    expect((await as("Halima").members({ params: { account, group: "all" } })).status).toBe(403);
    expect((await as("Otieno").members({ params: { account, group: "all" } })).status).toBe(200);
    expect((await people.asService(account).accountOf()).body).toMatchObject({
      products: ["SMS", "Chats", "Ticketing"],
    });
    await as("Wanjiru").setModules({ body: { user_id: of("Halima").id, modules: { Chats: true } } });
    expect((await as("Halima").members({ params: { account, group: "all" } })).status).toBe(200);
    expect((await activities())[0]?.description).toBe("Halima, switched on: Chats.");
  });

  test("a name that is no product, and a switch that is none, are told", async () => {
    const odd = { user_id: of("Halima").id, modules: { Nothing: false } } as never;
    expect((await as("Wanjiru").setModules({ body: odd })).status).toBe(422);
  });
});

describe("what other services ask", () => {
  test("products are granted once, an alias counts as held, and are taken away again", async () => {
    const billing = people.asService(account);
    const grant = { grant: ["Voice", "BULK"] as const, reason: "Order 7 was paid" };
    const first = await billing.grantProducts({ body: { ...grant, grant: [...grant.grant] } });
    expect(first.body).toEqual({ products: ["SMS", "Chats", "Ticketing", "Voice"] });
    expect((await billing.grantProducts({ body: { ...grant, grant: [...grant.grant] } })).body).toEqual(first.body);
    expect((await activities()).filter(({ action }) => action === "Products changed")).toHaveLength(1);
    const taken = await billing.grantProducts({ body: { revoke: ["Voice"], reason: "Not paid" } });
    expect(taken.body).toEqual({ products: ["SMS", "Chats", "Ticketing"] });
  });

  test("the account is told with its owners, and neither call is a person's", async () => {
    expect((await people.asService(account).accountOf()).body).toMatchObject({
      customer_account: account,
      platform: false,
      parent_account: null,
      suspended_at: null,
      owners: [{ name: "Wanjiru", email: of("Wanjiru").email }],
    });
    expect((await as("Wanjiru").accountOf()).status).toBe(403);
    expect((await as("Wanjiru").grantProducts({ body: { grant: ["Voice"], reason: "Free" } })).status).toBe(403);
  });
});
