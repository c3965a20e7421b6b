import { afterAll, beforeAll, expect, test } from "vitest";
import type { Organisation, OrganisationDetail, OrganisationMatch } from "../../services/crm/contract.organisations";
import { type CrmStage, crmStage, type Token } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

let numbers = 0;
/** A number that no other test has. */
const newPhone = () => `+2547340${String(++numbers).padStart(5, "0")}`;

const detail = (answer: { status: number; body: object }, status = 201) => {
  expect(answer).toMatchObject({ status });
  return answer.body as OrganisationDetail;
};
const organisation = async (form: object) => detail(await fixture.ask("createOrganisation", { body: form }));
const load = async (id: number) => detail(await fixture.ask("organisation", { params: { id } }), 200);
const add = (id: number, value: string, label = "Other", token: Token = "owner") =>
  fixture.ask("addOrganisationPoint", { body: { id, value, label } }, token);
const relabel = (id: number, value: string, label: string, token: Token = "owner") =>
  fixture.ask("labelOrganisationPoint", { body: { id, value, label } }, token);
const listed = async (query: object) => (await fixture.ask("organisations", { query })).body.data as Organisation[];
const matches = async (query: object) =>
  (await fixture.ask("organisationMatches", { query })).body.data as OrganisationMatch[];

/** "Work +254…", the primary ones with a star. */
const said = ({ contact_points = [] }: Pick<Organisation, "contact_points">) =>
  contact_points.map(({ label, value, is_primary }) => `${is_primary ? "*" : ""}${label} ${value}`).sort();
const pointId = (found: OrganisationDetail, value: string) =>
  found.contact_points.find((point) => point.value === value)?.id ?? 0;

test("an organisation gets further numbers and addresses with labels; its first ones stay what they were", async () => {
  const [first, second] = [newPhone(), newPhone()];
  const made = await organisation({ name: "Points Traders", phone: first, email: "info@points.test" });
  expect(made.contact_points).toEqual([]);
  detail(await add(made.id, second.replace("+254", "0"), "Work"));
  detail(await add(made.id, "Orders@points.test", "Work"));
  const found = detail(await relabel(made.id, first, "Mobile"));
  expect(said(found)).toEqual([`*Mobile ${first}`, "Work Orders@points.test", `Work ${second}`].sort());
  expect([found.phone, found.email, found.version]).toEqual([first, "info@points.test", made.version + 3]);
  expect(found.changes.map(({ field, before, after }) => [field, before, after])).toEqual([
    ["Label of a phone number", `${first} (Other)`, `${first} (Mobile)`],
    ["Further email address", "", "Orders@points.test (Work)"],
    ["Further phone number", "", `${second} (Work)`],
  ]);
  const swapped = detail(await fixture.ask("makeOrganisationPointPrimary", { params: { id: pointId(found, second) } }));
  expect(swapped.phone).toBe(second);
  expect(said(swapped)).toEqual([`*Work ${second}`, `Mobile ${first}`, "Work Orders@points.test"].sort());
  const params = { id: pointId(swapped, second) };
  expect((await fixture.ask("makeOrganisationPointPrimary", { params })).status).toBe(409);
  const less = await fixture.ask("removeOrganisationPoint", { params: { id: pointId(swapped, first) } });
  expect(said(detail(less, 200))).toEqual([`*Work ${second}`, "Work Orders@points.test"].sort());
  expect((await fixture.ask("removeOrganisationPoint", { params: { id: pointId(swapped, first) } })).status).toBe(404);
});

test("the first number of an organisation without one is its phone, and one typed in its form is no further one", async () => {
  const { id } = await organisation({ name: "Silent Stores" });
  const [first, second] = [newPhone(), newPhone()];
  const found = detail(await add(id, first, "Home"));
  expect([found.phone, said(found)]).toEqual([first, [`*Home ${first}`]]);
  const more = detail(await add(id, second, "Work"));
  const form = { name: "Silent Stores", phone: second, version: more.version };
  const changed = detail(await fixture.ask("updateOrganisation", { params: { id }, body: form }));
  expect([changed.phone, said(changed)]).toEqual([second, [`*Work ${second}`]]);
});

test("what is wrong, there already or too much is refused in words; no one else's organisation is reached", async () => {
  const made = await organisation({ name: "Limits Limited", phone: newPhone(), email: "limits@points.test" });
  for (const [value, words] of [
    ["", "Enter a phone number or an email address."],
    ["12", "This number can't be used"],
    [made.phone, "This organisation has this phone number already."],
    ["LIMITS@points.test", "This organisation has this email address already."],
  ] as const) {
    const answer = await add(made.id, value);
    expect([answer.status, answer.body.errors?.value?.[0]]).toEqual([422, expect.stringContaining(words)]);
  }
  expect((await relabel(made.id, newPhone(), "Work")).body.errors?.value).toEqual([
    "This organisation does not have this phone number.",
  ]);
  for (let count = 0; count < 20; count += 1) detail(await add(made.id, newPhone()));
  expect((await add(made.id, newPhone())).body.errors?.value).toEqual([
    "There are 20 further numbers and addresses already. Remove one first.",
  ]);
  const params = { id: (await load(made.id)).contact_points[0]?.id };
  for (const [token, status] of [
    ["seller", 403],
    ["other", 404],
  ] as const) {
    expect((await add(made.id, newPhone(), "Other", token)).status).toBe(status);
    expect((await relabel(made.id, made.phone, "Work", token)).status).toBe(status);
    expect((await fixture.ask("removeOrganisationPoint", { params }, token)).status).toBe(status);
    expect((await fixture.ask("makeOrganisationPointPrimary", { params }, token)).status).toBe(status);
  }
});

test("it is found, and known to be the same, by any of its numbers and addresses", async () => {
  const phone = newPhone();
  const made = await organisation({ name: "Found Foundry", phone: newPhone(), email: "desk@foundry.test" });
  await add(made.id, phone, "Work");
  await add(made.id, "Desk.Two@foundry.test");
  for (const q of [phone, phone.replace("+254", "0"), phone.slice(-7), "desk.two", made.phone])
    expect((await listed({ q })).map(({ id }) => id)).toEqual([made.id]);
  expect((await listed({ q: "Found Foundry" }))[0]?.contact_points).toBeUndefined();
  expect((await listed({ q: "Found Foundry", points: "1" })).map(said)).toEqual([
    ["Other Desk.Two@foundry.test", `Work ${phone}`],
  ]);
  for (const [query, reason] of [
    [{ phone: phone.replace("+254", "0") }, "phone"],
    [{ email: "DESK.TWO@foundry.test" }, "email"],
  ] as const)
    expect(await matches(query)).toMatchObject([{ id: made.id, reasons: [reason] }]);
  // A further number of one is the first of another, or a further one of both.
  const other = await organisation({ name: "Quite Different", phone });
  expect((await load(made.id)).likely).toMatchObject([{ id: other.id, reasons: ["phone"] }]);
  expect((await load(other.id)).likely).toMatchObject([{ id: made.id, reasons: ["phone"] }]);
  const third = await organisation({ name: "Unlike Both" });
  await add(third.id, newPhone());
  await add(third.id, "desk.two@Foundry.test");
  await add(third.id, "first@unlike.test");
  expect((await load(third.id)).likely.map(({ id, reasons }) => [id, reasons])).toEqual([[made.id, ["email"]]]);
});

test("among very many organisations it is found by what a further number or address begins with", async () => {
  const phone = newPhone();
  const made = await organisation({ name: "Zuri Among Many" });
  await add(made.id, newPhone());
  await add(made.id, phone);
  await add(made.id, "Zuri.Many@found.test");
  await add(made.id, "zuri.further@found.test");
  await fixture.rows(
    `insert into crm.organisations (customer_account, name)
    select customer_account, 'Filler ' || n from crm.organisations o, generate_series(1, 20000) n where o.id = ${made.id}`,
  );
  for (const q of [phone, phone.replace("+254", "0"), "zuri.further"])
    expect((await listed({ q })).map(({ id }) => id)).toEqual([made.id]);
  await fixture.rows("delete from crm.organisations where name like 'Filler %'");
});

test("whoever deletes one into another gives that its numbers and addresses too", async () => {
  const [phone, further, shared] = [newPhone(), newPhone(), newPhone()];
  const gone = await organisation({ name: "Going Grocers", phone, email: "going@points.test" });
  await add(gone.id, further, "Work");
  await add(gone.id, shared, "Home");
  await relabel(gone.id, phone, "Mobile");
  const kept = await organisation({ name: "Keeping Grocers", phone: shared });
  const answer = await fixture.ask("deleteOrganisation", { params: { id: gone.id }, query: { move_to: kept.id } });
  expect(answer.status).toBe(200);
  const found = await load(kept.id);
  expect([found.phone, found.email]).toEqual([shared, "going@points.test"]);
  expect(said(found)).toEqual([`Mobile ${phone}`, `Work ${further}`].sort());
  expect(found.changes.map(({ field, after }) => [field, after])).toEqual(
    expect.arrayContaining([
      ["Taken over from", "Going Grocers"],
      ["Further phone number", `${further} (Work)`],
      ["Email", "going@points.test"],
    ]),
  );
});

test("a person's own number goes from an organisation that has it as a further one, and from its history", async () => {
  const [own, office] = [newPhone(), newPhone()];
  const made = await organisation({ name: "Erasing Eatery", phone: office });
  await add(made.id, own, "Mobile");
  await relabel(made.id, own, "Work");
  const whom = { msisdn: own, email: null };
  const counts = (await fixture.ask("personCounts", { body: whom }, "service")).body.data as { kind: string }[];
  expect(counts.map(({ kind }) => kind)).toContain("Organisations with their number or address");
  const told = JSON.stringify((await fixture.ask("personData", { body: whom }, "service")).body);
  expect(told).toContain("Erasing Eatery");
  expect(told).toContain(own);
  expect((await fixture.ask("erasePerson", { body: whom }, "service")).status).toBe(200);
  const found = await load(made.id);
  expect([found.phone, said(found)]).toEqual([office, []]);
  expect(JSON.stringify(found.changes)).not.toContain(own);
  expect(await fixture.rows(`select 1 from crm.organisation_points where key = '${own}'`)).toEqual([]);
});
