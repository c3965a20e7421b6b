import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { identityService, introspectIn } from "../../services/identity/service";
import { inProcess } from "../../services/kit/client";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { caller, surroundings } from "../setup/people";
import { addAccount } from "./people.fixtures";

let database: TestDatabase;
let made: Awaited<ReturnType<typeof addAccount>>;
let next = 820_000;
const list = "/contacts/blacklist";

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  made = await addAccount(database, String(next++), [
    { name: "Wanjiru", role: "Owner" },
    { name: "Kevin", permissions: ["View bulk message"] },
    { name: "Fatuma", permissions: ["View tickets"] },
    { name: "Achieng", permissions: ["Manage settings"] },
  ]);
});

const tokenAs = (token: string) =>
  inProcess(
    identityService(database, "jibu-web", { ...surroundings({}), introspect: introspectIn(database) }),
    caller(token),
  );
const as = (name: string) => tokenAs(made[name]?.token ?? "");

async function settings(name: string, of = list) {
  const answer = await as(name).listSettings({ query: { list: of } });
  if (answer.status !== 200) throw new Error(answer.body.message);
  return answer.body;
}
async function save(name: string, view: string, over: { query?: string; shared?: boolean; list?: string } = {}) {
  return as(name).saveListView({ body: { list, query: "q=254", shared: false, name: view, ...over } });
}

test("a view is one's own until it is shared, and belongs to its list", async () => {
  expect((await save("Kevin", "Kisumu")).status).toBe(201);
  expect((await save("Achieng", "Everybody's", { shared: true })).status).toBe(201);
  expect((await settings("Kevin")).views).toMatchObject([
    { name: "Everybody's", shared: true, removable: false },
    { name: "Kisumu", query: "q=254", shared: false, removable: true },
  ]);
  expect((await settings("Wanjiru")).views).toMatchObject([{ name: "Everybody's", removable: true }]);
  expect((await settings("Kevin", "/sms/history")).views).toEqual([]);
});

test("saving under a name again replaces it, whatever its case", async () => {
  await save("Kevin", "Kisumu");
  await save("Kevin", "KISUMU", { query: "q=0722" });
  expect((await settings("Kevin")).views).toMatchObject([{ name: "KISUMU", query: "q=0722" }]);
});

test("who may not change the settings shares nothing and deletes nobody's shared view", async () => {
  expect((await save("Kevin", "Mine for all", { shared: true })).status).toBe(403);
  await save("Achieng", "Everybody's", { shared: true });
  const [shared] = (await settings("Kevin")).views;
  expect((await as("Kevin").deleteListView({ params: { id: shared?.id ?? 0 } })).status).toBe(404);
  expect((await as("Wanjiru").deleteListView({ params: { id: shared?.id ?? 0 } })).status).toBe(201);
  expect((await settings("Achieng")).views).toEqual([]);
});

test("who sees every ticket shares views of tickets, and of nothing else", async () => {
  const fatuma = made.Fatuma?.token ?? "";
  const share = (of: string) =>
    tokenAs(fatuma).saveListView({ body: { list: of, name: "Mine for all", query: "", shared: true } });
  expect((await share("/ticketing/tickets")).status).toBe(201);
  expect((await share(list)).status).toBe(403);
});

test("another account neither sees nor deletes a view", async () => {
  await save("Wanjiru", "Secret", { shared: true });
  const [view] = (await settings("Wanjiru")).views;
  const others = await addAccount(database, String(next++), [{ name: "Otieno", role: "Owner" }]);
  const other = tokenAs(others.Otieno?.token ?? "");
  const seen = await other.listSettings({ query: { list } });
  expect(seen.status === 200 && seen.body.views).toEqual([]);
  expect((await other.deleteListView({ params: { id: view?.id ?? 0 } })).status).toBe(404);
});

test("the fifty-first view of a list is refused with a way out", async () => {
  for (let i = 0; i < 50; i++) expect((await save("Kevin", `View ${i}`)).status).toBe(201);
  const refused = await save("Kevin", "One more");
  expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining("Delete one first") } });
  expect((await save("Kevin", "View 7", { query: "q=1" })).status).toBe(201);
});

test("columns are kept in their order for each person and list, and forgotten when none is chosen", async () => {
  const body = { list, columns: ["reason", "phone", "reason"] };
  expect((await as("Kevin").saveListColumns({ body })).status).toBe(201);
  expect((await settings("Kevin")).columns).toEqual(["reason", "phone"]);
  expect((await settings("Wanjiru")).columns).toEqual([]);
  await as("Kevin").saveListColumns({ body: { list, columns: [] } });
  expect((await settings("Kevin")).columns).toEqual([]);
});
