import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { permissions as allNames } from "../../rules/access";
import { permissionCategories, permissionNamed, permissionTable } from "../../rules/permission-table";
import { systemRoles } from "../../rules/system-roles";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { addAccount, peopleOf } from "./people.fixtures";

let database: TestDatabase;
let people: ReturnType<typeof peopleOf>;
let made: Awaited<ReturnType<typeof addAccount>>;
let account: string;
let next = 600_000;

beforeAll(async () => {
  database = await freshDatabase();
  people = peopleOf(database);
});
afterAll(() => database.drop());

beforeEach(async () => {
  account = String(next++);
  made = await addAccount(
    database,
    account,
    [
      { name: "Wanjiru", role: "Owner" },
      { name: "Halima", role: "Personnel" },
      { name: "Kevin", role: "Agent" },
    ],
    {
      roles: [
        { name: "Personnel", permissions: ["View user", "Create user", "Edit user", "Remove user", "View tickets"] },
      ],
    },
  );
});

const as = (name: string) => people.ask(made[name]?.token ?? "");
const id = (name: string) => permissionNamed(name)?.id ?? 0;

async function newRole(who: string, name: string, permissions: number[]) {
  const answer = await as(who).createRole({ params: { account }, body: { name, permissions } });
  if (answer.status !== 201) throw new Error(answer.body.message);
  return answer.body;
}

describe("the table of permissions", () => {
  test("Q035: every name of both documents is in it once, with an id, a category and words", async () => {
    expect(permissionTable.map(({ name }) => name)).toEqual([...allNames]);
    expect(permissionTable.map((row) => row.id)).toEqual(allNames.map((_, at) => at + 1));
    const categories = permissionCategories.map(({ name }) => name);
    for (const row of permissionTable) {
      expect(categories).toContain(row.category);
      expect(row.description).toMatch(/^[A-Z].+\.$/);
    }
  });

  test("is served whole, and by category", async () => {
    const all = await as("Halima").allPermissions();
    expect(all.status === 200 && all.body.data.length).toBe(67);
    const categories = await as("Halima").permissionCategories();
    if (categories.status !== 200) throw new Error("no categories");
    expect(categories.body.data.flatMap(({ permissions }) => permissions)).toHaveLength(67);
    expect(categories.body.data.every(({ permissions }) => permissions.length > 0)).toBe(true);
  });
});

describe("the roles", () => {
  test("R144: come in pages that carry their numbers and links, the system's first", async () => {
    for (let n = 0; n < 30; n++) await newRole("Wanjiru", `Clerk ${n}`, []);
    const first = await as("Halima").roles({ params: { account } });
    expect(first).toMatchObject({
      status: 200,
      body: {
        current_page: 1,
        last_page: 2,
        per_page: 25,
        prev_page_url: null,
        next_page_url: `/${account}/custom-roles?page=2&per_page=25`,
      },
    });
    const names = first.status === 200 ? first.body.data.map(({ name }) => name) : [];
    expect(names.slice(0, 5)).toEqual(["Owner", "Super Admin", "Supervisor", "Agent", "Sales"]);
    const second = await as("Halima").roles({ params: { account }, query: { page: 2, q: "CLERK" } });
    expect(second.body).toMatchObject({ current_page: 2, next_page_url: null, total: 30 });
    expect(second.body).toHaveProperty("prev_page_url", `/${account}/custom-roles?page=1&per_page=25&q=CLERK`);
  });

  test("say what they hold and how many people have them", async () => {
    const answer = await as("Halima").roles({ params: { account }, query: { q: "agent" } });
    expect(answer.body).toMatchObject({ data: [{ name: "Agent", system: true, members: 1 }] });
    const agent = systemRoles.find(({ name }) => name === "Agent");
    const role = answer.status === 200 ? answer.body.data[0] : undefined;
    expect(role?.permissions.map(({ name }) => name).sort()).toEqual([...(agent?.permissions ?? [])].sort());
  });

  test("R141: are created, renamed, given and taken permissions, and deleted", async () => {
    const role = await newRole("Wanjiru", "Night shift", [id("View tickets")]);
    const renamed = await as("Wanjiru").updateRole({ params: { id: role.id }, body: { name: "Late shift" } });
    expect(renamed.body).toMatchObject({ name: "Late shift", permissions: [{ name: "View tickets" }] });
    const added = await as("Wanjiru").addRolePermissions({
      params: { roleId: role.id },
      body: { permissions: [id("View user"), id("View user")] },
    });
    expect(added).toMatchObject({
      status: 201,
      body: { permissions: [{ name: "View tickets" }, { name: "View user" }] },
    });
    const removed = await as("Wanjiru").removeRolePermission({ params: { roleId: role.id, id: id("View tickets") } });
    expect(removed.body).toMatchObject({ permissions: [{ name: "View user" }] });
    const twice = await as("Wanjiru").removeRolePermission({ params: { roleId: role.id, id: id("View tickets") } });
    expect(twice.status).toBe(404);
    expect((await as("Wanjiru").deleteRole({ params: { id: role.id } })).status).toBe(201);
    expect((await as("Wanjiru").role({ params: { id: role.id } })).status).toBe(404);
  });

  test("a permission given to a role holds for its people with the next call", async () => {
    const role = await newRole("Wanjiru", "Reader", []);
    await as("Wanjiru").updateMember({ params: { id: made.Kevin?.id ?? 0 }, body: { role_id: role.id } });
    expect((await as("Kevin").roles({ params: { account } })).status).toBe(403);
    await as("Wanjiru").addRolePermissions({ params: { roleId: role.id }, body: { permissions: [id("View user")] } });
    expect((await as("Kevin").roles({ params: { account } })).status).toBe(200);
    await as("Wanjiru").updateRole({ params: { id: role.id }, body: { permissions: [] } });
    expect((await as("Kevin").roles({ params: { account } })).status).toBe(403);
  });

  test("Q030: a role someone has is not deleted; when they are gone, it is", async () => {
    const role = await newRole("Wanjiru", "Temporary", []);
    const kevin = made.Kevin?.id ?? 0;
    await as("Wanjiru").updateMember({ params: { id: kevin }, body: { role_id: role.id } });
    const refused = await as("Wanjiru").deleteRole({ params: { id: role.id } });
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining("Kevin has this role") } });
    await as("Wanjiru").removeMember({ params: { id: kevin } });
    expect((await as("Wanjiru").deleteRole({ params: { id: role.id } })).status).toBe(201);
    expect((await as("Wanjiru").restoreMember({ params: { id: kevin } })).body).toMatchObject({
      role: "",
      role_id: null,
    });
  });

  test("Q030: the system's are read only, for an owner too", async () => {
    const all = await as("Wanjiru").roles({ params: { account }, query: { kind: "system" } });
    for (const { id: role } of all.status === 200 ? all.body.data : []) {
      expect((await as("Wanjiru").updateRole({ params: { id: role }, body: { name: "Mine" } })).status).toBe(403);
      expect((await as("Wanjiru").deleteRole({ params: { id: role } })).status).toBe(403);
      const add = { params: { roleId: role }, body: { permissions: [id("View user")] } };
      expect((await as("Wanjiru").addRolePermissions(add)).status).toBe(403);
    }
  });

  test.each([
    ...["Owner", "owner", " Super Admin ", "SUPER\u00a0ADMIN", "Ｏwner", "Personnel"],
    ...["Оwner", "Owner\u200b", "Own\u00adER", "0wner", "Ówner", "Ow\u2060ner", "SuperAdmin", "Super  Аdmin", "Agеnt"],
    ...["Sales\u200d", "\u202eselaS"],
  ])("no role is named %j", async (name) => {
    const answer = await as("Wanjiru").createRole({ params: { account }, body: { name, permissions: [] } });
    expect(answer).toMatchObject({ status: 422, body: { errors: { name: [expect.any(String)] } } });
  });

  test("a name that only looks like one of an admin gives no power", async () => {
    const role = await newRole("Wanjiru", "Owners", []);
    await as("Wanjiru").updateMember({ params: { id: made.Kevin?.id ?? 0 }, body: { role_id: role.id } });
    expect((await as("Kevin").roles({ params: { account } })).status).toBe(403);
  });
});

describe("no one gives what they don't hold", () => {
  test("in a new role, in an old one, or by changing a role that holds more", async () => {
    const create = { params: { account }, body: { name: "Mine", permissions: [id("View tickets"), id("View CRM")] } };
    expect(await as("Halima").createRole(create)).toMatchObject({
      status: 403,
      body: { errors: { permissions: [expect.stringContaining("View CRM")] } },
    });
    const mine = await newRole("Halima", "Mine", [id("View tickets")]);
    const add = { params: { roleId: mine.id }, body: { permissions: [id("View CRM")] } };
    expect((await as("Halima").addRolePermissions(add)).status).toBe(403);
    expect(
      (await as("Halima").updateRole({ params: { id: mine.id }, body: { permissions: [id("View CRM")] } })).status,
    ).toBe(403);
    const more = await newRole("Wanjiru", "More", [id("View CRM")]);
    expect((await as("Halima").updateRole({ params: { id: more.id }, body: { name: "Less" } })).status).toBe(403);
    expect((await as("Halima").removeRolePermission({ params: { roleId: more.id, id: id("View CRM") } })).status).toBe(
      403,
    );
    expect((await as("Halima").deleteRole({ params: { id: more.id } })).status).toBe(403);
  });

  test("nor raises their own role", async () => {
    const all = await as("Halima").roles({ params: { account }, query: { q: "Personnel" } });
    const own = all.status === 200 ? (all.body.data[0]?.id ?? 0) : 0;
    const add = { params: { roleId: own }, body: { permissions: [id("View CRM")] } };
    expect((await as("Halima").addRolePermissions(add)).status).toBe(403);
  });

  test("an owner gives none of the permissions that must be held by name", async () => {
    const body = { name: "Approver", permissions: [id("Can approve sender ID")] };
    expect((await as("Wanjiru").createRole({ params: { account }, body })).status).toBe(403);
  });
});

describe("teams", () => {
  test("there is always the main one; others are added, renamed, and deleted when no one is in them", async () => {
    expect((await as("Kevin").teams()).body).toEqual({ data: [{ id: 1, name: "Main team", members: 3 }] });
    const team = await as("Wanjiru").createTeam({ body: { name: "Field" } });
    const teamId = team.status === 201 ? team.body.id : 0;
    expect(teamId).toBe(2);
    expect((await as("Wanjiru").createTeam({ body: { name: "FIELD" } })).status).toBe(422);
    expect((await as("Wanjiru").renameTeam({ params: { id: teamId }, body: { name: "Nairobi" } })).status).toBe(201);
    expect((await as("Wanjiru").renameTeam({ params: { id: 1 }, body: { name: "Head office" } })).status).toBe(201);
    await as("Wanjiru").updateMember({ params: { id: made.Kevin?.id ?? 0 }, body: { user_group: teamId } });
    expect((await as("Wanjiru").deleteTeam({ params: { id: teamId } })).status).toBe(409);
    await as("Wanjiru").updateMember({ params: { id: made.Kevin?.id ?? 0 }, body: { user_group: 1 } });
    expect((await as("Wanjiru").deleteTeam({ params: { id: teamId } })).status).toBe(201);
    expect((await as("Wanjiru").deleteTeam({ params: { id: 1 } })).status).toBe(409);
    expect((await as("Kevin").teams()).body).toEqual({ data: [{ id: 1, name: "Head office", members: 3 }] });
  });

  test("a service makes one with its people, and moves who leaves to the main team", async () => {
    const chat = people.asService(account);
    const by = { id: "1", name: "Wanjiru", address: "" };
    const [kevin, halima] = [made.Kevin?.id ?? 0, made.Halima?.id ?? 0];
    const sales = await chat.setTeamMembers({ body: { name: "Sales", join: [kevin, 999_999], leave: [], by } });
    expect(sales).toMatchObject({ status: 201, body: { name: "Sales", members: 1 } });
    const team = sales.status === 201 ? sales.body.id : 0;
    const change = { id: team, name: "Rent", join: [halima], leave: [kevin], by };
    expect((await chat.setTeamMembers({ body: change })).body).toEqual({ id: team, name: "Rent", members: 1 });
    const now = (await as("Wanjiru").members({ params: { account, group: String(team) }, query: {} })).body;
    expect(now).toMatchObject({ data: [{ name: "Halima", group_name: "Rent" }], total: 1 });
    expect((await chat.setTeamMembers({ body: { ...change, id: 77 } })).status).toBe(404);
    expect((await as("Wanjiru").setTeamMembers({ body: change })).status).toBe(403);
  });

  test("only who may, does", async () => {
    expect((await as("Kevin").createTeam({ body: { name: "Field" } })).status).toBe(403);
    expect((await as("Kevin").renameTeam({ params: { id: 1 }, body: { name: "Mine" } })).status).toBe(403);
    expect((await as("Kevin").deleteTeam({ params: { id: 1 } })).status).toBe(403);
  });
});
