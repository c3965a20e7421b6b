import { afterAll, beforeAll, expect, test } from "vitest";
import { type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
});
afterAll(() => fixture.end());

const query = { phones: "+254722000001", emails: "asha@mail.test" };

test("a customer's tickets are told with what was said in public, to whom may see them", async () => {
  const first = await fixture.open({
    subject: "Cooler is broken",
    customer_name: "Asha",
    customer_phone: "0722 000 001",
  });
  const second = await fixture.open({ subject: "Invoice", customer_email: "Asha@mail.test" });
  await fixture.open({ subject: "Somebody else's", customer_phone: "0722 000 002" });
  await fixture.say(first.id, "We come today.", { kind: "public" });
  await fixture.say(first.id, "Bring a compressor.", { kind: "internal" });

  const { body: told } = await fixture.ask("customerEvents", { query });
  const said = told.data.map(({ kind, title, text }: { kind: string; title: string; text: string }) =>
    kind === "ticket comment" ? `${title}: ${text}` : `${kind}: ${title}`,
  );
  expect(said.sort()).toEqual([
    "Cooler is broken: We come today.",
    "ticket opened: Cooler is broken",
    "ticket opened: Invoice",
  ]);
  const { body: known } = await fixture.ask("customer", { query });
  expect(known.names).toEqual(["Asha"]);
  expect(known.tasks.map(({ record }: { record: number }) => record).sort()).toEqual([first.id, second.id].sort());

  // Kevin sees his own tickets only, and none of these is his.
  const kevin = await fixture.ask("customerEvents", { query }, "kevin");
  expect(kevin.body.data).toEqual([]);
  expect((await fixture.ask("customer", { query }, "kevin")).body.tasks).toEqual([]);
  expect((await fixture.ask("customerEvents", { query }, "lakeside")).body.data).toEqual([]);
  expect((await fixture.ask("customerEvents", { query }, "nobody")).status).toBe(403);
});
