import { randomUUID } from "node:crypto";
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

test("the files of a mail that are told twice are listed and counted once, and so is what was not kept", async () => {
  const opened = await fixture.asService().openTicket({ body: { ...body, key: "voicemail:7", source: "Voicemail" } });
  const id = opened.status === 201 ? opened.body.ticket_id : 0;
  const files = [{ id: randomUUID(), name: "voicemail.mp3", type: "audio/mpeg", bytes: 9 }];
  const mail = { ticket_id: id, comment_id: null, files, missing: ["plan.exe was not kept."] };
  for (const told of [1, 2])
    expect((await fixture.asService().keepMailFiles({ body: mail })).status, String(told)).toBe(201);
  const ticket = await fixture.ticket(id);
  expect(ticket.description.match(/plan\.exe was not kept\./g)).toHaveLength(1);
  expect(ticket.files_count).toBe(1);
  const { data } = (await fixture.ask("history", { params: { id } })).body;
  expect(data.filter(({ words }: { words: string }) => words === "Added voicemail.mp3")).toHaveLength(1);
});

test("a person's token may not make the call of services", async () => {
  expect((await fixture.ask("openTicket", { body })).status).toBe(403);
});
