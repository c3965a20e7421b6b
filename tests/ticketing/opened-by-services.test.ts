import { afterAll, beforeAll, expect, test } from "vitest";
import { type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
});
afterAll(() => fixture.end());

const body = {
  ...{ key: "survey:12", subject: "After delivery: score of 2", description: "Survey: How was it?\n\nCustomer: Poor" },
  ...{ customer_name: "Asha", customer_phone: "+254722000001", source: "Survey" },
};

test("another service opens one ticket for a key, which a person works on like any other", async () => {
  const first = await fixture.asService().openTicket({ body });
  const again = await fixture.asService().openTicket({ body });
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  const id = first.status === 201 ? first.body.ticket_id : 0;
  const ticket = await fixture.ticket(id);
  expect(ticket).toMatchObject({ subject: body.subject, source: "Survey", status: "new", customer: { name: "Asha" } });
  expect(ticket.customer.phone.replace(/\D/g, "")).toContain("722000001");
  const changed = await fixture.update({ id, status: "open", version: ticket.version });
  expect(changed.status).toBe(201);
});

test("a person's token may not make the call of services", async () => {
  expect((await fixture.ask("openTicket", { body })).status).toBe(403);
});
