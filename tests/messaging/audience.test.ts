import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import { blastStage, lakeside, phone, type Stage, savanna, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let fixture: Stage;
beforeAll(async () => {
  fixture = await blastStage();
});
afterAll(() => fixture.close());

const people = (from: number, to: number, fields?: Record<string, string>) =>
  Array.from({ length: to - from }, (_, i) => ({ msisdn: phone(from + i), ...(fields ? { fields } : {}) }));

async function priceOf(given: object) {
  const answer = await fixture.ask("price", { body: fixture.form(given) });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

test("members of groups that are left out get nothing, and are counted as that", async () => {
  const all = await fixture.group(people(100, 110));
  const some = await fixture.group(people(104, 107));
  const price = await priceOf({ group_ids: [all], exclude_ids: [some] });
  expect(price).toMatchObject({ in_groups: 10, excluded: 3, recipients: 7 });
  const made = await fixture.draft({ group_ids: [all], exclude_ids: [some] });
  expect(made).toMatchObject({ recipients: 7, audience: { exclude_ids: [some], quiet_days: 0, conditions: [] } });
});

test("a group of another account can't be left out: it is refused", async () => {
  const own = await fixture.group(people(120, 122));
  const foreign = await fixture.group(people(120, 122), lakeside);
  const answer = await fixture.ask("price", { body: fixture.form({ group_ids: [own], exclude_ids: [foreign] }) });
  expect(answer).toMatchObject({ status: 422, body: { errors: { exclude_ids: [expect.any(String)] } } });
});

test("a group that someone deleted while the message was written is named as the reason", async () => {
  const own = await fixture.group(people(120, 122));
  const gone = await fixture.group(people(120, 122));
  await inAccount(fixture.database.db, savanna, (trx) =>
    trx.deleteFrom("messaging.contact_groups").where("customer_account", "=", savanna).where("id", "=", gone).execute(),
  );
  const refusal = async (given: object) =>
    (await fixture.ask("price", { body: fixture.form({ group_ids: [own], ...given }) })) as unknown;
  expect(await refusal({ group_ids: [own, gone] })).toMatchObject({
    status: 422,
    body: { errors: { group_ids: ["A chosen group was deleted or is not for SMS. Remove it or choose another."] } },
  });
  expect(await refusal({ exclude_ids: [gone] })).toMatchObject({
    status: 422,
    body: { errors: { exclude_ids: ["A group to leave out was deleted. Remove it or choose another."] } },
  });
});

test("conditions are asked of each group's own values; who matches in one of them gets it once", async () => {
  const poor = await fixture.group(people(200, 205, { balance: "0", town: "Kisumu" }));
  const rich = await fixture.group([
    ...people(203, 205, { balance: "KES 1,200" }),
    ...people(205, 207, { balance: "5" }),
  ]);
  const conditions = [{ field: "balance", is: "above" as const, value: "0" }];
  const price = await priceOf({ group_ids: [poor, rich], conditions });
  expect(price).toMatchObject({ in_groups: 9, unmatched: 5, recipients: 4, duplicates: 0 });
});

test("who was sent a message in the last days is left out, a draft and an older message count for nothing", async () => {
  const fake = fakeCarrier();
  await fixture.work(fake.carrier);
  const first = await fixture.group(people(300, 303));
  const sent = await fixture.send({ group_ids: [first] });
  await until("it was sent", async () => (await fixture.detail(sent.id)).status === "sent");
  await fixture.draft({ group_ids: [await fixture.group(people(303, 305))] });
  const all = await fixture.group(people(300, 306));
  expect(await priceOf({ group_ids: [all], quiet_days: 7 })).toMatchObject({ recent: 3, recipients: 3 });
  await inAccount(fixture.database.db, savanna, (trx) =>
    sql`update messaging.messages set submitted_at = now() - interval '8 days' where blast_id = ${sent.id}`.execute(
      trx,
    ),
  );
  expect(await priceOf({ group_ids: [all], quiet_days: 7 })).toMatchObject({ recent: 0, recipients: 6 });
});

test("networks that have not approved the sender ID are named with how many of the recipients they have", async () => {
  await fixture.rows(`
    insert into messaging.sender_networks (customer_account, sender, network, status)
    select customer_account, sender, n.network, n.status from messaging.senders,
      (values ('Safaricom', 'approved'), ('Airtel', 'pending'), ('Telkom', 'approved')) as n (network, status)
    where customer_account = '${savanna}' and sender = 'SAVANNA' returning 1`);
  const group = await fixture.group([...people(400, 403), { msisdn: "+254733000001" }, { msisdn: "+254733000002" }]);
  expect((await priceOf({ group_ids: [group] })).unapproved).toEqual([{ network: "Airtel", recipients: 2 }]);
  expect((await priceOf({ group_ids: [group], sender: "OFFERS" })).unapproved).toEqual([]);
});

test("the rules are part of what is said: another audience under a used key is refused", async () => {
  const group = await fixture.group(people(500, 503));
  const key = "audience-key-1";
  const one = await fixture.draft({ group_ids: [group], key });
  expect((await fixture.draft({ group_ids: [group], key })).id).toBe(one.id);
  const other = await fixture.ask("createBlast", { body: fixture.form({ group_ids: [group], quiet_days: 3, key }) });
  expect(other.status).toBe(409);
});
