import { afterAll, beforeAll, expect, test } from "vitest";
import { callbackBody } from "../../sandbox/mpesa-prompt";
import { sendNotice, warnOfLowBalance } from "../../services/billing/notices";
import { mailsTo, noticePeopleFrom, noticesOf, workNotices } from "../setup/notices";
import { person } from "../setup/people";
import { billingFixture } from "./fixture";
import { prompted } from "./prompted";

let fixture: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => {
  fixture = await billingFixture({ mute: true });
}, 60_000);
afterAll(() => fixture.close());

/** An owner, a bookkeeper, and somebody whom money does not concern. */
const peopleOf = (account: string) => {
  const agent = { customer_account: account, roles: [{ name: "Agent" }] };
  return [
    person({ customer_account: account, id: "1", email: `owner@${account}.test` }),
    person({ ...agent, id: "2", email: `books@${account}.test`, permissions: ["Can view all billing information"] }),
    person({ ...agent, id: "3", email: `agent@${account}.test`, permissions: ["View bulk message"] }),
  ];
};
const told = async (account: string) => {
  await workNotices(fixture.database, noticePeopleFrom(peopleOf(account)));
  const rows = await noticesOf(fixture.database.url, account);
  return rows.map(({ user_id, kind, subject_id, words }) => [user_id, kind, subject_id, words]);
};

test("a payment by M-Pesa is told once to the owner and to who sees billing", async () => {
  const one = await prompted(fixture);
  one.act("approve");
  for (let n = 0; n < 2; n++) await one.tell(callbackBody(one.prompt));
  await one.look();
  await one.look();
  const words = `KES 1,500.00 received: M-Pesa, ${one.prompt.receipt}.`;
  expect(await told(one.number)).toEqual([
    ["1", "payment received", String(one.id), words],
    ["2", "payment received", String(one.id), words],
  ]);
});

test("a payment that was refused is told to nobody", async () => {
  const one = await prompted(fixture);
  one.act("refuse");
  await one.tell(callbackBody(one.prompt));
  await one.look();
  expect(await told(one.number)).toEqual([]);
});

test("a bank slip is told when it is approved", async () => {
  const account = await fixture.account();
  const platform = await fixture.account(0, { platform: true, permissions: ["Can view all billing information"] });
  const body = {
    amount_cents: 250_000,
    bank: "Equity Bank",
    reference: "0071",
    paid_on: "2026-11-20",
    key: "slip-n-1",
  };
  const slip = await account.ask.requestTopUp({ body });
  expect(slip.status).toBe(201);
  expect(await told(account.number)).toEqual([]);
  const waiting = await platform.ask.approvals({
    query: { kind: "bank", state: "open", customer_account: account.number },
  });
  const id = waiting.status === 200 ? (waiting.body.data[0]?.id ?? 0) : 0;
  await platform.ask.decidePayment({ params: { id }, body: { decision: "approve" } });
  expect((await told(account.number)).map(([user, kind, , words]) => [user, kind, words])).toEqual([
    ["1", "payment received", "KES 2,500.00 received: Bank slip, Equity Bank, 0071."],
    ["2", "payment received", "KES 2,500.00 received: Bank slip, Equity Bank, 0071."],
  ]);
});

test("a low balance is told once per crossing, by mail to each, and to the billing address that is nobody's", async () => {
  const account = await fixture.account(60_000);
  await account.rows(`update billing.customers set email = 'accounts@${account.number}.test'`);
  await account.service.hold({ body: { reference: "blast:low", cents: 20_000, description: "" } });
  for (let n = 0; n < 2; n++) await warnOfLowBalance(fixture.database, { account: account.number });
  const rows = await told(account.number);
  expect(rows.map(([user, kind]) => [user, kind])).toEqual([
    ["1", "balance low"],
    ["2", "balance low"],
  ]);
  expect(rows[0]?.[3]).toBe("The balance is KES 400.00, below KES 500.00. Top up to go on sending.");
  const queued = await fixture.database.pool
    .query("select 1")
    .then(() => account.rows("select low_since from billing.wallets"));
  expect(queued[0]?.low_since).not.toBeNull();
  const payload = { subject: "Your balance is low", text: "Low.", owners: false };
  await sendNotice(fixture.database, fixture.deps, { account: account.number, key: "low:1", ...payload });
  const mailed = async (name: string) =>
    (await mailsTo(fixture.database.url, `${name}@${account.number}.test`)).map(({ subject }) => subject);
  expect(await mailed("owner")).toEqual([rows[0]?.[3]]);
  expect(await mailed("books")).toEqual([rows[0]?.[3]]);
  expect(await mailed("agent")).toEqual([]);
  expect(await mailed("accounts")).toEqual(["Your balance is low"]);
});
