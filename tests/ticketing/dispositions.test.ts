import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "../setup/database";
import { type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
let delivery: number;
let late: number;
let payment: number;
let fast: number;
beforeAll(async () => {
  fixture = await ticketingFixture();
  await fixture.ask("users");
  const made = async (name: string, parent_id?: number) =>
    (await fixture.ask("saveDisposition", { body: { name, ...(parent_id ? { parent_id } : {}) } })).body.id;
  delivery = await made("Delivery");
  late = await made("Late", delivery);
  payment = await made("Payment");
  await fixture.ask("savePolicy", { body: { name: "Ordinary", resolution_minutes: 480 } });
  fast = (await fixture.ask("savePolicy", { body: { name: "Fast", resolution_minutes: 60, rank: 2 } })).body.id;
});
afterAll(() => fixture.end());

describe("what a disposition brings (R126)", () => {
  test("policy, priority, contacts and members; the ticket and its history say so", async () => {
    await fixture.ask("dispositionSlas", { body: { disposition_id: delivery, policy_id: fast } });
    await fixture.ask("dispositionPriorities", { body: { disposition_id: late, priority_id: 5 } });
    await fixture.ask("dispositionContacts", {
      body: { disposition_id: delivery, contacts: [{ name: "Depot", email: "depot@example.com" }] },
    });
    const setup = await fixture.ask("dispositionMembers", { body: { disposition_id: delivery, member_ids: ["2"] } });
    expect(setup.body).toMatchObject({ policy: "Fast", members: [{ id: "2", name: "Otieno" }], parent_id: null });
    const ticket = await fixture.open({ disposition_id: late });
    expect(ticket).toMatchObject({
      disposition_id: delivery,
      sub_disposition_id: late,
      priority_id: 5,
      member_ids: ["2"],
      policies: [{ name: "Fast" }],
      by_disposition: { policy: "Delivery", priority: "Late", contacts: ["Depot <depot@example.com>"] },
    });
    const history = (await fixture.ask("history", { params: { id: ticket.id } })).body.data;
    expect(history.map(({ words }: { words: string }) => words)).toContain(
      "The disposition Delivery: Late set the priority Urgent; set the policy Fast; gave it to Otieno; wrote to depot@example.com",
    );
    const told = (await fixture.ask("notices", {}, "otieno")).body.data;
    expect(told).toMatchObject([{ kind: "assigned", ticket_id: ticket.id }]);
    const mails = await asOwner(
      fixture.database.url,
      "select 1 from graphile_worker._private_jobs where payload::text like '%depot@example.com%'",
    );
    expect(mails.rowCount).toBe(1);
  });

  test("what someone chooses wins: a priority, members, a policy", async () => {
    const other = (await fixture.ask("policies")).body.data.find(({ name }: { name: string }) => name === "Ordinary");
    const ticket = await fixture.open({
      disposition_id: late,
      priority_id: 2,
      member_ids: ["4"],
      policy_id: other?.id ?? 0,
    });
    expect(ticket).toMatchObject({
      priority_id: 2,
      member_ids: ["4"],
      policies: [{ name: "Ordinary" }],
      by_disposition: { policy: null, priority: null },
    });
  });

  test("who is unknown cannot be given its tickets; who may not manage settings cannot change it", async () => {
    const body = { disposition_id: delivery, member_ids: ["999"] };
    expect(await fixture.ask("dispositionMembers", { body })).toMatchObject({
      status: 422,
      body: { errors: { member_ids: [expect.any(String)] } },
    });
    expect((await fixture.ask("dispositionMembers", { body }, "otieno")).status).toBe(403);
    const nothing = { disposition_id: 999_999, member_ids: [] };
    expect((await fixture.ask("dispositionMembers", { body: nothing })).status).toBe(404);
  });
});

describe("a sub-disposition stands under its disposition", () => {
  const list = async (body: object) => (await fixture.ask("ticketList", { body })).body.data.map(({ id }) => id);

  test("whichever is named both are set; the filters find them; another disposition clears it", async () => {
    const { id } = await fixture.open({ sub_disposition_id: late });
    expect(await fixture.ticket(id)).toMatchObject({ disposition_id: delivery, sub_disposition_id: late });
    expect(await list({ disposition: delivery })).toContain(id);
    expect(await list({ disposition: late })).toContain(id);
    expect(await list({ disposition: delivery, sub_disposition: "none" })).not.toContain(id);
    expect(await list({ disposition: "none" })).not.toContain(id);
    await fixture.update({ id, disposition_id: delivery, sub_disposition_id: "" });
    expect(await fixture.ticket(id)).toMatchObject({ disposition_id: delivery, sub_disposition_id: null });
    await fixture.update({ id, disposition_id: late });
    await fixture.update({ id, disposition_id: payment });
    expect(await fixture.ticket(id)).toMatchObject({ disposition_id: payment, sub_disposition_id: null });
    await fixture.update({ id, disposition_id: "" });
    expect(await list({ disposition: "none" })).toContain(id);
  });

  test("one under another is refused", async () => {
    const { id } = await fixture.open();
    expect((await fixture.update({ id, disposition_id: payment, sub_disposition_id: late })).status).toBe(422);
    expect((await fixture.update({ id, disposition_id: 999_999 })).status).toBe(422);
  });
});
