import { afterAll, beforeAll, expect, test } from "vitest";
import type { CustomerEvents } from "../../services/kit/contract.customer";
import { emailFixture, type Fixture } from "./fixtures";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await emailFixture();
});
afterAll(() => fixture?.stop());

test("the mails to a customer are told, whatever the case of the address, and that mails to it are stopped", async () => {
  const worker = fixture.work();
  const id = await fixture.send({ kind: "single", addresses: "Asha@mail.test" });
  await fixture.ended(id);
  await worker.stop();
  const query = { emails: "ASHA@mail.test" };
  const { data } = (await fixture.ask("customerEvents", { query })).body as CustomerEvents;
  expect(data).toMatchObject([{ kind: "mail sent", record: id, title: "Offers", state: "sent" }]);
  await fixture.ask("addSuppressions", { body: { addresses: "asha@mail.test" } });
  const { facts } = (await fixture.ask("customer", { query })).body;
  expect(facts).toMatchObject([{ label: "Email", value: expect.stringContaining("asha@mail.test") }]);
  expect((await fixture.ask("customerEvents", { query: { emails: "b@mail.test" } })).body.data).toEqual([]);
});
