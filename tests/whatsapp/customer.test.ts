import { afterAll, beforeAll, expect, test } from "vitest";
import type { CustomerEvents, CustomerProfile } from "../../services/kit/contract.customer";
import { type WhatsappFixture, whatsappFixture } from "./fixture";

let fixture: WhatsappFixture;
beforeAll(async () => {
  fixture = await whatsappFixture();
  await fixture.ask("refreshNumber", { params: { id: fixture.number.id } });
  await fixture.ask("syncTemplates");
}, 90_000);
afterAll(() => fixture.end());

const query = { phones: "+254711010001" };
const events = async (token?: "stranger") => {
  const answer = await fixture.ask("customerEvents", { query }, token);
  return (answer.body as CustomerEvents).data;
};

test("a customer's history tells the broadcasts that were sent to them, as their state is, and no other account's", async () => {
  fixture.group(1, 3, "25471101");
  const id = await fixture.draft(1, "weekend_offer");
  expect(await events()).toEqual([]);
  fixture.startSending();
  expect((await fixture.confirm(id)).status).toBe(201);
  await fixture.until(async () =>
    expect(await events()).toMatchObject([{ kind: "broadcast sent", record: id, state: "read" }]),
  );
  expect(await events("stranger")).toEqual([]);
  const profile = (await fixture.ask("customer", { query })).body as CustomerProfile;
  expect(profile).toMatchObject({ facts: [], tasks: [] });
});
