import { afterAll, beforeAll, expect, test } from "vitest";
import type { Token } from "./fixture";
import { emailStep, type SequenceStage, sequenceStage } from "./sequences.fixture";

let stage: SequenceStage;
let lead: { id: number };
let deal: { id: number };
beforeAll(async () => {
  stage = await sequenceStage();
  lead = await stage.lead({ name: "Zawadi Otieno", company: "Rift Motors", phone: "0722 345 678" });
  await stage.lead({ name: "Baraka Njoroge", company: "Acacia Traders", phone: "0733 111 222" });
  deal = await must<{ id: number }>(201, "createDeal", { body: { name: "Cold room" } });
});
afterAll(() => stage.close());

async function must<T>(status: number, ...asked: Parameters<SequenceStage["ask"]>): Promise<T> {
  const answer = await stage.ask(...asked);
  expect(answer).toMatchObject({ status });
  return answer.body as never;
}
type Listed = { data: { title: string; record: { name: string } | null }[] };
const titles = async (call: "tasks" | "appointments", query: object, token?: Token) =>
  (await must<Listed>(200, call, { query }, token)).data.map(({ title }) => title);

test("tasks are found by what is to be done, by their notes and by their records, and sorted by their columns", async () => {
  const add = (title: string, more: object = {}) =>
    must(201, "addTask", { body: { title, due_at: "2026-11-27T09:00:00Z", ...more } });
  await add("send the quote", { record_id: lead.id, user_id: "2", due_at: "2026-11-29T09:00:00Z" });
  await add("Ring them", { note: "About the QUOTE" });
  await add("Buy 100% cotton", { record_id: deal.id, user_id: "2", due_at: "2026-11-28T09:00:00Z" });
  expect(await titles("tasks", { q: "quote" })).toEqual(["Ring them", "send the quote"]);
  for (const q of ["zawadi", "rift", "0722 345", "345678"])
    expect(await titles("tasks", { q }), q).toEqual(["send the quote"]);
  expect(await titles("tasks", { q: "%" })).toEqual(["Buy 100% cotton"]);
  expect(await titles("tasks", { sort: "title" })).toEqual(["Buy 100% cotton", "Ring them", "send the quote"]);
  expect(await titles("tasks", { sort: "-due" })).toEqual(["send the quote", "Buy 100% cotton", "Ring them"]);
  expect((await titles("tasks", { sort: "-user" })).at(-1)).toBe("send the quote");
  // A deal that one may not see is no way to find one's task about it.
  expect(await titles("tasks", { q: "cotton" }, "seller")).toEqual(["Buy 100% cotton"]);
  expect(await titles("tasks", { q: "cold room" }, "seller")).toEqual([]);
  expect(await titles("tasks", { q: "cold room" })).toEqual(["Buy 100% cotton"]);
  expect(await titles("tasks", { q: "quote" }, "other")).toEqual([]);
});

test("appointments are found by their titles, places and records, and sorted by their columns", async () => {
  const add = (id: number, title: string, day: number, more: object = {}) =>
    must(201, "addAppointment", {
      body: { id, title, starts_at: `2026-12-0${day}T09:00:00Z`, ends_at: `2026-12-0${day}T10:00:00Z`, ...more },
    });
  await add(lead.id, "visit", 3, { place: "Sarit Centre" });
  await add(lead.id, "Demo", 1);
  await add(deal.id, "Handover", 2);
  expect(await titles("appointments", { q: "sarit" })).toEqual(["visit"]);
  expect(await titles("appointments", { q: "VIS" })).toEqual(["visit"]);
  expect(await titles("appointments", { q: "otieno" })).toEqual(["Demo", "visit"]);
  expect(await titles("appointments", { q: "cold room" }, "seller")).toEqual([]);
  expect(await titles("appointments", {})).toEqual(["Demo", "Handover", "visit"]);
  expect(await titles("appointments", { sort: "-starts" })).toEqual(["visit", "Handover", "Demo"]);
  expect(await titles("appointments", { sort: "-title" })).toEqual(["visit", "Handover", "Demo"]);
});

test("people of a sequence are found by what they are called and reached by, and sorted by what is due", async () => {
  const { id } = await stage.sequence([emailStep]);
  const first = await stage.lead({ name: "Neema Wafula", phone: "0744 555 666" });
  await stage.enrol(id, [first.id]);
  stage.clock.now = new Date(stage.clock.now.getTime() + 86_400_000);
  const second = await stage.lead({ name: "Achieng Owino" });
  await stage.enrol(id, [second.id]);
  const names = async (query: object) =>
    (await must<Listed>(200, "sequencePeople", { params: { id }, query })).data.map(({ record }) => record?.name);
  expect(await names({ q: "neema" })).toEqual(["Neema Wafula"]);
  expect(await names({ q: "0744 555" })).toEqual(["Neema Wafula"]);
  expect(await names({ q: "nobody" })).toEqual([]);
  expect(await names({})).toEqual(["Achieng Owino", "Neema Wafula"]);
  expect(await names({ sort: "entered" })).toEqual(["Neema Wafula", "Achieng Owino"]);
  expect(await names({ sort: "due" })).toEqual(["Neema Wafula", "Achieng Owino"]);
});

test("pairs of duplicates are found by either of the two", async () => {
  const twin = { name: "Mercy Chebet", phone: "0755 777 888" };
  for (const company of ["Upland Dairies", ""]) await stage.lead({ ...twin, company });
  const pairs = async (query: object) =>
    (await must<{ data: { first: { name: string } }[] }>(200, "duplicates", { query })).data.map(
      ({ first }) => first.name,
    );
  for (const q of ["mercy", "upland", "0755 777"]) expect(await pairs({ q }), q).toEqual(["Mercy Chebet"]);
  expect(await pairs({ q: "qqqq" })).toEqual([]);
  expect(await pairs({ sort: "-found" })).toEqual(["Mercy Chebet"]);
});

test("quotes, sales and customers are sorted by their columns", async () => {
  const contacts: number[] = [];
  for (const name of ["Zuri", "Asha"])
    contacts.push((await must<{ id: number }>(201, "createCrmContact", { body: { name } })).id);
  const line = (price_cents: number) => ({ name: "Tent", quantity: 1, price_cents });
  for (const [at, price, sold_on] of [
    [0, 500, "2026-11-01"],
    [1, 900, "2026-11-03"],
    [0, 700, "2026-11-02"],
  ] as const) {
    const sale = { key: `sale-key-${price}`, contact_id: contacts[at], lines: [line(price)], sold_on };
    await must(201, "createSale", { body: sale });
  }
  const totals = async (sort?: string) =>
    (await must<{ data: { total_cents: number }[] }>(200, "sales", { query: { ...(sort ? { sort } : {}) } })).data.map(
      ({ total_cents }) => total_cents,
    );
  expect(await totals()).toEqual([700, 900, 500]);
  expect(await totals("sold")).toEqual([500, 700, 900]);
  expect(await totals("-total")).toEqual([900, 700, 500]);
  const customers = async (query: object) =>
    (await must<{ data: { name: string }[] }>(200, "customers", { query })).data.map(({ name }) => name);
  expect(await customers({ sort: "name" })).toEqual(["Asha", "Zuri"]);
  expect(await customers({ sort: "created" })).toEqual(["Zuri", "Asha"]);
});
