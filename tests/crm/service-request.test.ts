import { afterAll, beforeAll, expect, test } from "vitest";
import { crmStage } from "./fixture";

let stage: Awaited<ReturnType<typeof crmStage>>;
beforeAll(async () => {
  stage = await crmStage(() => new Date("2026-11-25T09:00:00Z"));
});
afterAll(() => stage.close());

const request = (body: object, token?: Parameters<typeof stage.ask>[2]) => stage.ask("serviceRequest", { body }, token);

test("a request for a product is a task of the sales manager, and a note of the record and its customer", async () => {
  const product = await stage.ask("createProduct", { body: { name: "Solar lamp", price_cents: 250_000 } });
  const lead = await stage.lead({ phone: "+254755010001" });
  const product_id = product.body.id;
  const made = await request({ record_id: lead.id, product_id, quantity: 2, note: "Red ones, please." });
  expect(made).toMatchObject({
    status: 201,
    body: {
      ...{ title: "Request: 2 × Solar lamp", note: "Red ones, please.", user_id: "1", done_at: null },
      ...{ due_on: "2026-11-26", record: { id: lead.id, kind: "lead" } },
    },
  });
  const day = { since: "2026-11-25T00:00:00Z", until: "2026-11-27T00:00:00Z", owner: "me" };
  expect((await stage.ask("dayTasks", { query: day })).body.open).toContainEqual(
    expect.objectContaining({ id: made.body.id }),
  );
  const notes = (await stage.ask("contactNotes", { params: { id: lead.id } })).body.data;
  expect(notes).toEqual([expect.objectContaining({ text: "Request: 2 × Solar lamp\nRed ones, please." })]);
  const query = { phones: "+254755010001", emails: "" };
  const profile = await stage.ask("customer", { query });
  expect(profile.body.tasks).toContainEqual(expect.objectContaining({ title: "Request: 2 × Solar lamp" }));
  const done = await stage.rows("select description from events.activities where action = 'Service requested'");
  expect(done).toEqual([{ description: `Task ${made.body.id} about the lead ${lead.id}.` }]);
});

test("a service is requested in words for a day and a person, and what is wrong is named", async () => {
  const lead = await stage.lead();
  const record_id = lead.id;
  expect(await request({ record_id, name: "A repair of the pump", due_on: "2026-12-01" })).toMatchObject({
    ...{ status: 201, body: { title: "Request: A repair of the pump", due_on: "2026-12-01" } },
  });
  const refused = async (more: object) => (await request({ record_id, ...more })).body.errors;
  expect(await refused({})).toEqual({ name: ["Choose a product, or say what is asked for."] });
  expect(await refused({ product_id: 999 })).toEqual({ product_id: ["Choose one of your products."] });
  expect(await refused({ name: "x", quantity: 0 })).toEqual({ quantity: ["At least 1."] });
  expect(await refused({ name: "x", due_on: "2026-11-24" })).toEqual({ due_on: ["Choose today or later."] });
  expect(await refused({ name: "x", user_id: "nobody" })).toEqual({ user_id: ["Choose a person."] });
});

test("only someone who may see the record asks for something for it", async () => {
  const { id: record_id } = await stage.lead();
  expect((await request({ record_id, name: "A visit" }, "nobody")).status).toBe(403);
  expect((await request({ record_id, name: "A visit" }, "other")).status).toBe(404);
});
