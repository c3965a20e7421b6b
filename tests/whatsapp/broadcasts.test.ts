import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type WhatsappFixture, whatsappFixture } from "./fixture";

let fixture: WhatsappFixture;
beforeAll(async () => {
  fixture = await whatsappFixture();
  await fixture.ask("refreshNumber", { params: { id: fixture.number.id } });
  await fixture.ask("syncTemplates");
}, 90_000);
afterAll(() => fixture.end());
beforeEach(async () => {
  await fixture.stopSending();
  fixture.graph.unreachable.clear();
  fixture.graph.behaviour.send = "accept";
  fixture.graph.behaviour.statuses = true;
});

const settledOf = (id: number) => fixture.wallet.settled.get(`whatsapp:${id}`);
const states = async (id: number) =>
  Object.fromEntries(
    Object.entries((await fixture.broadcast(id)).counts as Record<string, number>).filter(([, many]) => many > 0),
  );

test("a broadcast is priced, held, sent with each one's own values, charged, and read back number by number", async () => {
  fixture.group(1, 5, "25471101");
  fixture.blacklist.add("+254711010004");
  const id = await fixture.draft(1, "weekend_offer");
  const draft = await fixture.broadcast(id);
  expect(draft).toMatchObject({ status: "draft", recipients: 4, cost_cents: 4 * 450, audience: "Borrowers" });
  expect(draft.left_out).toEqual([{ reason: "On the blacklist", messages: 1 }]);
  expect(draft.price).toEqual([{ country: "KE", messages: 4, price: 45_000 }]);
  expect(draft.samples[0].values).toEqual({ "body.1": "Customer" });
  fixture.startSending();
  expect((await fixture.confirm(id)).status).toBe(201);
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("finished"));
  expect(await states(id)).toMatchObject({ "left out": 1 });
  await fixture.until(async () => expect(await states(id)).toEqual({ "left out": 1, read: 4 }));
  expect(fixture.wallet.holds.get(`whatsapp:${id}`)).toBe(1_800);
  expect(settledOf(id)).toEqual({ settled_cents: 1_800, released_cents: 0, closed: true });
  const { body } = await fixture.ask("recipients", { params: { id } }, "viewer");
  expect(body.data).toHaveLength(5);
  const customer = fixture.graph.customers().find((one) => one.id === "254711010000");
  expect(customer?.lines[0]?.text).toContain("Hello Customer, this weekend");
});

test("a row without a value is left out, and one text may stand in for all", async () => {
  const members = fixture.group(2, 3, "25471102");
  fixture.groups.set(2, [{ ...members[0], name: "" } as never, ...members.slice(1)]);
  const id = await fixture.draft(2, "weekend_offer");
  expect((await fixture.broadcast(id)).left_out).toEqual([{ reason: "No value for first_name", messages: 1 }]);
  const none = await fixture.ask("mapBroadcast", { params: { id }, body: { mapping: {} } });
  expect(none.body.errors).toEqual({ "mapping.body.1": [expect.any(String)] });
  const mapping = { "body.1": { field: "first_name", text: "customer" } };
  await fixture.ask("mapBroadcast", { params: { id }, body: { mapping } });
  expect(await fixture.broadcast(id)).toMatchObject({ recipients: 3, left_out: [] });
});

test("a template with a picture is sent with the address of one; what is no address is refused or left out", async () => {
  const members = fixture.group(9, 2, "25471109");
  const id = await fixture.draft(9, "new_catalogue");
  const params = { id };
  const map = (media: object) =>
    fixture.ask("mapBroadcast", {
      params,
      body: { mapping: { "header.media": media, "body.1": { field: "first_name", text: "customer" } } },
    });
  expect((await map({})).body.errors).toEqual({ "mapping.header.media": [expect.any(String)] });
  expect((await map({ text: "a picture" })).body.errors).toEqual({
    "mapping.header.media": ["A link begins with https://."],
  });
  expect((await map({ field: "first_name" })).status).toBe(201);
  expect((await fixture.broadcast(id)).left_out).toEqual([{ reason: "No value for first_name", messages: 2 }]);
  const picture = "https://savanna.test/catalogue.png";
  expect((await map({ text: picture })).status).toBe(201);
  expect(await fixture.broadcast(id)).toMatchObject({ recipients: 2, cost_cents: 900, left_out: [] });
  fixture.startSending();
  expect((await fixture.confirm(id)).status).toBe(201);
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("finished"));
  for (const { msisdn } of members) {
    const customer = fixture.graph.customers().find((one) => `+${one.id}` === msisdn);
    expect(customer?.lines.map(({ text }) => text)).toEqual([expect.stringContaining(`[image] ${picture}`)]);
  }
});

test("money that is not there keeps the draft, and a key makes it once", async () => {
  fixture.group(3, 2, "25471103");
  const id = await fixture.draft(3, "weekend_offer", { key: "the-same-key" });
  expect(await fixture.draft(3, "weekend_offer", { key: "the-same-key" })).toBe(id);
  fixture.wallet.refuses = "There is not enough money.";
  expect(await fixture.confirm(id)).toMatchObject({ status: 422, body: { message: "There is not enough money." } });
  fixture.wallet.refuses = "";
  expect((await fixture.broadcast(id)).status).toBe("draft");
});

test("the number's quality drops: it stops by itself; resumed, nobody gets it twice", async () => {
  // Its news stands behind no statuses.
  fixture.graph.behaviour.statuses = false;
  const members = fixture.group(4, 200, "25471104");
  const id = await fixture.draft(4, "weekend_offer");
  await fixture.confirm(id);
  fixture.startSending({ perSecond: 40 });
  await fixture.until(() => expect(fixture.gotBy(members[5]?.msisdn ?? "")).toBe(1));
  await fixture.graph.business.rate("FLAGGED");
  await fixture.until(async () =>
    expect(await fixture.broadcast(id)).toMatchObject({
      status: "paused",
      stopped: expect.stringContaining("quality"),
    }),
  );
  expect((await states(id)).queued).toBeGreaterThan(0);
  await fixture.graph.business.rate("UNFLAGGED");
  expect((await fixture.ask("resumeBroadcast", { params: { id } })).status).toBe(201);
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("finished"));
  expect(members.map(({ msisdn }) => fixture.gotBy(msisdn))).toEqual(members.map(() => 1));
});

test("the number is asked while it sends: a drop of which no news came stops it too", async () => {
  const members = fixture.group(11, 200, "25471111");
  fixture.graph.behaviour.statuses = false;
  const id = await fixture.draft(11, "weekend_offer");
  await fixture.confirm(id);
  fixture.startSending({ perSecond: 40, healthMs: 100 });
  await fixture.until(() => expect(fixture.gotBy(members[5]?.msisdn ?? "")).toBe(1));
  fixture.graph.business.standing.quality_rating = "RED";
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("paused"));
  // A person's decision holds while the quality stays where it is.
  await fixture.ask("resumeBroadcast", { params: { id } });
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("finished"));
  fixture.graph.business.standing.quality_rating = "GREEN";
  await fixture.ask("refreshNumber", { params: { id: fixture.number.id } });
});

test("M21: workers that are killed and started again send to everybody, and to nobody twice", async () => {
  const members = fixture.group(5, 80, "25471105");
  const id = await fixture.draft(5, "order_on_its_way");
  const mapping = {
    "body.1": { field: "first_name", text: "" },
    "body.2": { field: "", text: "A-100" },
    "body.3": { field: "town", text: "noon" },
  };
  await fixture.ask("mapBroadcast", { params: { id }, body: { mapping } });
  await fixture.confirm(id);
  // What a killed worker leaves: rows that were leaving, some taken by WhatsApp without an answer, some never handed over.
  await fixture.rows(sql`update whatsapp.recipients set state = 'sending', tries = 1, tried_at = now() - interval '1 hour'
    where broadcast_id = ${id} and seq <= 10`);
  const taken = (seq: number) => ({
    ...{ to: members[seq - 1]?.msisdn.slice(1) ?? "", message_id: `b.${id}.${seq}.1` },
    ...{ name: "order_on_its_way", language: "en" },
    components: [{ type: "body", parameters: ["a", "b", "c"].map((text) => ({ type: "text", text })) }],
  });
  const sent = fixture.deps.clientsOfAccount(fixture.savanna).social;
  for (const seq of [1, 2, 3]) await sent.sendWhatsappTemplate({ params: { id: fixture.number.id }, body: taken(seq) });
  // Their statuses come, and say that they arrived.
  await fixture.until(async () => expect((await states(id)).read).toBe(3));
  for (let kill = 0; kill < 5; kill++) {
    fixture.startSending({ leaseMs: 50, perSecond: 100 });
    await fixture.until(async () => expect((await states(id)).queued ?? 0).toBeLessThan(78 - kill * 10));
    await fixture.stopSending();
  }
  fixture.startSending({ unknownMs: 1_000 });
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("finished"));
  expect(members.map(({ msisdn }) => fixture.gotBy(msisdn))).toEqual(members.map(() => 1));
});

test("a template that Meta pauses stops what uses it, and whoever was next keeps their turn", async () => {
  const members = fixture.group(6, 4, "25471106");
  const id = await fixture.draft(6, "weekend_offer");
  await fixture.confirm(id);
  const found = [...fixture.graph.business.templates.values()].find(({ name }) => name === "weekend_offer");
  // Before the news of it is here: the send itself is refused with 132015.
  if (found) found.status = "PAUSED";
  fixture.startSending();
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("paused"));
  expect((await fixture.template("weekend_offer")).status).toBe("paused");
  await fixture.until(async () => expect(await states(id)).toEqual({ queued: 4 }));
  expect(await fixture.ask("resumeBroadcast", { params: { id } })).toMatchObject({ status: 409 });
  await fixture.graph.business.decide(found?.id ?? "", "APPROVED");
  await fixture.until(async () => expect((await fixture.template("weekend_offer")).status).toBe("approved"));
  await fixture.ask("resumeBroadcast", { params: { id } });
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("finished"));
  expect(fixture.gotBy(members[0]?.msisdn ?? "")).toBe(1);
});

test("131049 is tried again, never the same day; 131050 is an opt-out; another refusal stays with its words", async () => {
  const members = fixture.group(7, 4, "25471107");
  const [enough, out, none] = members.map(({ msisdn }) => msisdn.slice(1));
  fixture.graph.unreachable.set(enough ?? "", { code: 131049, later: true });
  fixture.graph.unreachable.set(out ?? "", { code: 131050, later: false });
  fixture.graph.unreachable.set(none ?? "", { code: 131026, later: true });
  const id = await fixture.draft(7, "weekend_offer");
  await fixture.confirm(id);
  fixture.startSending({ receiptsMs: 5_000 });
  await fixture.until(async () => expect(await states(id)).toMatchObject({ waiting: 1, failed: 2 }));
  const { body } = await fixture.ask("recipients", { params: { id } });
  const waiting = body.data.find((one: { state: string }) => one.state === "waiting");
  expect(Date.parse(waiting.due_at) - Date.now()).toBeGreaterThan(86_400_000);
  const outs = await fixture.rows<{ msisdn: string }>(sql`select msisdn from whatsapp.opt_outs`);
  expect(outs).toEqual([{ msisdn: `+${out}` }]);
  // A day later it goes, with a new id.
  fixture.graph.unreachable.clear();
  await fixture.rows(
    sql`update whatsapp.recipients set due_at = now() where broadcast_id = ${id} and state = 'waiting'`,
  );
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("finished"));
  expect(settledOf(id)).toEqual({ settled_cents: 900, released_cents: 900, closed: true });
  // Marketing does not reach them again, and a bill to them does.
  const again = await fixture.draft(7, "weekend_offer");
  expect((await fixture.broadcast(again)).left_out).toEqual([
    { reason: "Wants no marketing on WhatsApp", messages: 1 },
  ]);
});

test("a customer who writes STOP is out while it runs", async () => {
  const members = fixture.group(8, 2, "25471108");
  const id = await fixture.draft(8, "weekend_offer");
  await fixture.graph.write(members[1]?.msisdn.slice(1) ?? "", "Stop!");
  await fixture.until(async () =>
    expect(await fixture.rows(sql`select 1 from whatsapp.opt_outs where msisdn = ${members[1]?.msisdn}`)).toHaveLength(
      1,
    ),
  );
  await fixture.confirm(id);
  fixture.startSending();
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("finished"));
  expect(await states(id)).toMatchObject({ "left out": 1 });
  expect(fixture.gotBy(members[1]?.msisdn ?? "")).toBe(0);
});

test("the limit of the moving day holds it back, and says until when", async () => {
  await fixture.graph.business.rate("UPGRADE", "TIER_250");
  await fixture.until(async () =>
    expect((await fixture.ask("numbers")).body.data[0]).toMatchObject({ daily_limit: 250, quality: "GREEN" }),
  );
  await fixture.rows(sql`delete from whatsapp.reached`);
  await fixture.rows(sql`insert into whatsapp.reached (customer_account, business_id, msisdn, at)
    select ${fixture.savanna}, ${fixture.graph.account}, '+25470000' || n, now() - interval '23 hours'
    from generate_series(1001, 1245) n`);
  const members = fixture.group(9, 8, "25471109");
  const id = await fixture.draft(9, "weekend_offer");
  await fixture.confirm(id);
  fixture.startSending();
  await fixture.until(async () => expect((await fixture.broadcast(id)).wait_until).not.toBeNull());
  const held = await fixture.broadcast(id);
  expect(held).toMatchObject({ status: "sending", counts: { queued: 3 } });
  expect(Date.parse(held.wait_until) - Date.now()).toBeLessThan(3_700_000);
  await fixture.rows(sql`update whatsapp.reached set at = at - interval '2 hours'`);
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("finished"));
  expect(fixture.gotBy(members.at(-1)?.msisdn ?? "")).toBe(1);
});

test("a dry run goes to one's own number and is paid; cancelling gives the rest back", async () => {
  fixture.group(10, 3, "25471110");
  const id = await fixture.draft(10, "weekend_offer");
  const letters = { params: { id }, body: { phone: "07abc", key: "dry-run-0" } };
  expect((await fixture.ask("testBroadcast", letters)).body.errors).toEqual({
    phone: ["This number can't be used: letters in the number."],
  });
  const test_ = await fixture.ask("testBroadcast", {
    params: { id },
    body: { phone: "0722 000 001", key: "dry-run-1" },
  });
  fixture.startSending();
  await fixture.until(() => expect(fixture.gotBy("+254722000001")).toBe(1));
  await fixture.until(async () => expect((await fixture.broadcast(test_.body.id)).status).toBe("finished"));
  await fixture.stopSending();
  const single = await fixture.ask("broadcasts", { query: { view: "single" } });
  expect(single.body.data).toHaveLength(1);
  await fixture.confirm(id);
  await fixture.ask("pauseBroadcast", { params: { id } });
  await fixture.ask("cancelBroadcast", { params: { id } });
  fixture.startSending();
  await fixture.until(() => expect(settledOf(id)).toEqual({ settled_cents: 0, released_cents: 1_350, closed: true }));
  expect(await states(id)).toEqual({ cancelled: 3 });
});

test("another account sees nothing, and the documented call lists the number's broadcasts", async () => {
  const params = { customer_account: fixture.savanna, user_group: "1", param: fixture.graph.number };
  const { body } = await fixture.ask("numberBroadcasts", { params });
  expect(body.total).toBeGreaterThan(5);
  const [first] = body.data;
  expect((await fixture.ask("broadcast", { params: { id: first.id } }, "stranger")).status).toBe(404);
  expect((await fixture.ask("broadcasts", {}, "stranger")).body.data).toEqual([]);
  expect((await fixture.confirm(0)).status).toBe(404);
});

test("a person is found, given out, and made anonymous", async () => {
  const { social } = fixture;
  const whom = { body: { msisdn: "+254711010000", email: null } };
  const { whatsapp } = social.deps.clientsOfAccount(fixture.savanna) as unknown as {
    whatsapp: Record<string, (input: object) => Promise<{ status: number; body: { data: { count: number }[] } }>>;
  };
  const counted = await whatsapp.personCounts?.(whom);
  expect(counted?.body.data).toMatchObject([{ kind: "WhatsApp broadcasts to them", count: 1 }]);
  await whatsapp.erasePerson?.(whom);
  expect((await whatsapp.personCounts?.(whom))?.body.data).toEqual([]);
});
