import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { overallStatus, senderDecisions, senderMoves, senderPattern, senderStatuses } from "../../rules/senders";
import { inAccount } from "../../services/kit/database";
import type { SenderAssignment } from "../../services/messaging/contract.senders";
import { asOwner } from "../setup/database";
import { expected, lakeside, newcomer, platform, type SenderStage, savanna, senderStage } from "./senders.fixtures";

let fixture: SenderStage;
beforeAll(async () => {
  fixture = await senderStage();
});
afterAll(async () => {
  expect(fixture.faults).toEqual([]);
  await fixture.close();
});

const mine = (who = "Wanjiru", account = savanna) => fixture.as(who, account).messaging;
const approver = () => fixture.as("Approver", platform).messaging;
const named = async (sender: string, account = savanna) =>
  expected(await mine("Wanjiru", account).senderData({ query: { q: sender } }), 200).data.find(
    (one) => one.sender === sender,
  );

describe("the rules", () => {
  test.each([
    ["SAVANNA", true],
    ["Savanna 254", true],
    ["M-PESA", true],
    ["A", true],
    ["12 O'CLOCK", false],
    ["TWELVELETTER", false],
    ["22384", false],
    [" KCB", false],
    ["KARIBU!", false],
    ["Ñandú", false],
    ["", false],
  ])("%j may be asked for: %s", (name, may) => {
    expect(senderPattern.test(name)).toBe(may);
  });

  test("every status has its decisions, and none leads back to waiting", () => {
    expect(
      senderStatuses.map((status) => [status, senderDecisions.filter((decision) => senderMoves[status][decision])]),
    ).toEqual([
      ["pending", ["approve", "reject"]],
      ["approved", ["suspend"]],
      ["rejected", ["approve"]],
      ["suspended", ["approve", "reject"]],
    ]);
    expect(Object.values(senderMoves).flatMap((moves) => Object.values(moves))).not.toContain("pending");
  });

  test.each([
    [["approved", "pending", "rejected"], "approved"],
    [["pending", "rejected", "suspended"], "pending"],
    [["suspended", "rejected"], "suspended"],
    [["rejected", "rejected"], "rejected"],
    [[], "rejected"],
  ] as const)("networks %j are as a whole %s", (networks, whole) => {
    expect(overallStatus(networks.map((status) => ({ status })))).toBe(whole);
  });
});

describe("a request", () => {
  test("waits on every network with its papers, is the account's alone, and is in the activities", async () => {
    const made = await fixture.requested();
    expect(made).toMatchObject({
      ...{ sender: "SAVANNA", kind: "transactional", status: "pending", given: false, assigned: false },
      ...{ requested_by: "Wanjiru", approved_at: null },
      papers: [{ name: "letter.pdf", url: expect.stringContaining("/files/") }],
    });
    expect(made.networks.map(({ network, status }) => [network, status])).toEqual([
      ["Safaricom", "pending"],
      ["Airtel", "pending"],
      ["Telkom", "pending"],
    ]);
    expect(Date.parse(made.requested_at)).toBeGreaterThan(Date.now() - 60_000);
    const params = { id: made.id };
    expect((await mine("Kevin").sender({ params })).status).toBe(200);
    expect((await mine("Wanjiru", lakeside).sender({ params })).status).toBe(404);
    expect(expected(await mine("Wanjiru", lakeside).senderData({}), 200)).toMatchObject({ total: 0, shared: "JIBU" });
    expect(await fixture.activities(savanna)).toContainEqual({
      ...{ action: "Sender ID requested", by: "Wanjiru" },
      description: "SAVANNA on Safaricom, Airtel, Telkom.",
    });
  });

  test("is open to everyone of an account with SMS (R098), and to no one without", async () => {
    const paper_ids = [await fixture.paper("Kevin")];
    const asked = await mine("Kevin").requestSender({ body: fixture.request({ sender: "KEVINS", paper_ids }) });
    expect(asked.status).toBe(201);
    expect((await mine("Wanjiru", newcomer).requestSender({ body: fixture.request() })).status).toBe(403);
    expect((await mine("Wanjiru", newcomer).senderData({})).status).toBe(403);
  });

  test.each([
    [{ sender: "TWELVELETTER" }, "sender"],
    [{ sender: "22384" }, "sender"],
    [{ sender: "JIBU" }, "sender"],
    [{ sender: "jibu" }, "sender"],
    [{ purpose: "SMS" }, "purpose"],
    [{ sample: "" }, "sample"],
    [{ networks: [] }, "networks"],
    [{ paper_ids: [] }, "paper_ids"],
    [{ paper_ids: ["3f0c8b1a-4c1d-4f6e-9b0e-2f6f0c3a9d11"] }, "paper_ids"],
  ])("with %j says what is wrong with %s", async (given, field) => {
    const paper_ids = [await fixture.paper()];
    const body = fixture.request({ sender: "WRONGONE", paper_ids, ...given });
    expect(await mine().requestSender({ body })).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    });
    expect(await named("WRONGONE")).toBeUndefined();
  });

  test("never takes another person's or another account's file for its paper", async () => {
    const theirs = await fixture.paper("Wanjiru", lakeside);
    const body = fixture.request({ sender: "STOLEN", paper_ids: [theirs] });
    expect(await mine().requestSender({ body })).toMatchObject({
      status: 422,
      body: { errors: { paper_ids: [expect.any(String)] } },
    });
  });

  test("made again while it waits is the same request, changed; other capitals are no other name", async () => {
    const first = await fixture.requested({ sender: "Twice" });
    const again = expected(
      await mine().requestSender({
        body: fixture.request({ sender: "Twice", purpose: "Delivery notices only, please." }),
      }),
      201,
    );
    expect(again).toMatchObject({
      id: first.id,
      purpose: "Delivery notices only, please.",
      papers: [{ name: "letter.pdf" }],
    });
    expect(await mine().requestSender({ body: fixture.request({ sender: "TWICE" }) })).toMatchObject({
      status: 422,
      body: { errors: { sender: [expect.stringContaining("Twice")] } },
    });
  });

  test("pressed many times at once is one", async () => {
    const paper_ids = [await fixture.paper("Wanjiru", lakeside)];
    const body = fixture.request({ sender: "PRESSED", paper_ids });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => mine("Wanjiru", lakeside).requestSender({ body })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(expected(await mine("Wanjiru", lakeside).senderData({ query: { q: "PRESSED" } }), 200).total).toBe(1);
  });

  test("is refused when ten wait already", async () => {
    await inAccount(fixture.database.db, lakeside, (trx) =>
      trx
        .insertInto("messaging.senders")
        .values(Array.from({ length: 10 }, (_, i) => ({ customer_account: lakeside, sender: `FULL${i}` })))
        .execute(),
    );
    const body = fixture.request({ sender: "ELEVENTH", paper_ids: [await fixture.paper("Wanjiru", lakeside)] });
    expect(await mine("Wanjiru", lakeside).requestSender({ body })).toMatchObject({
      status: 422,
      body: { errors: { sender: [expect.any(String)] } },
    });
    await inAccount(fixture.database.db, lakeside, (trx) =>
      trx.deleteFrom("messaging.senders").where("sender", "like", "FULL%").execute(),
    );
  });
});

describe("the three permissions (R044)", () => {
  const body = { decisions: [{ network: "Safaricom" as const, decision: "approve" as const }] };
  const assignment = { customer_account: savanna, sender: "ASSIGNED" };

  test.each([
    ["Approver", [200, 403, 200, 404, 403]],
    ["Viewer", [403, 200, 200, 403, 403]],
    ["Assigner", [403, 403, 403, 403, 422]],
    ["Boss", [403, 403, 403, 403, 403]],
  ] as const)("%s of the platform: waiting, all, one, decide, assign answer %j", async (who, statuses) => {
    const { id } = await fixture.requested({ sender: `P${who}` });
    const ask = fixture.as(who, platform).messaging;
    const answers = [
      await ask.waitingSenders({}),
      await ask.allSenders({}),
      await ask.platformSender({ params: { id } }),
      await ask.decideSender({ params: { id: 987_654_321 }, body }),
      await ask.assignSender({ body: { customer_account: "777777", sender: "NOBODY" } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
  });

  test("the owner of another account has none of them, though the permission was given by name", async () => {
    await inAccount(fixture.database.db, lakeside, (trx) =>
      trx
        .updateTable("identity.users")
        .set({ permissions: ["Can approve sender ID", "Can view all senders info", "Can manually assign sender ID"] })
        .where("customer_account", "=", lakeside)
        .execute(),
    );
    const { id } = await fixture.requested({ sender: "PSTRANGER" });
    const ask = mine("Wanjiru", lakeside);
    const answers = [
      await ask.waitingSenders({}),
      await ask.allSenders({}),
      await ask.platformSender({ params: { id } }),
      await ask.senderPaper({ params: { id, paper: "3f0c8b1a-4c1d-4f6e-9b0e-2f6f0c3a9d11" } }),
      await ask.decideSender({ params: { id }, body }),
      await ask.assignSender({ body: assignment }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await named("PSTRANGER"))?.status).toBe("pending");
  });
});

describe("a decision", () => {
  // Ten requests may wait at a time.
  beforeEach(
    async () => void (await fixture.database.pool.query("delete from messaging.senders where status = 'pending'")),
  );

  test("is made network by network, with its day and reason; one network that approves is enough to send", async () => {
    const { id } = await fixture.requested({ sender: "DECIDED" });
    const usable = async () => expected(await mine().senders({}), 200).data.find(({ sender }) => sender === "DECIDED");
    expect(await usable()).toMatchObject({ status: "pending", shared: false });
    const answer = await approver().decideSender({
      params: { id },
      body: {
        decisions: [
          { network: "Safaricom", decision: "approve" },
          { network: "Airtel", decision: "reject" },
        ],
        reason: "The letter is not signed.",
      },
    });
    expect(answer).toMatchObject({ status: 201, body: { customer_account: savanna, status: "approved" } });
    expect(await named("DECIDED")).toMatchObject({
      status: "approved",
      approved_at: expect.any(String),
      networks: [
        { network: "Safaricom", status: "approved", reason: "", decided_at: expect.any(String) },
        { network: "Airtel", status: "rejected", reason: "The letter is not signed.", decided_at: expect.any(String) },
        { network: "Telkom", status: "pending", decided_at: null },
      ],
    });
    expect(await usable()).toMatchObject({ status: "approved", not_on: ["Airtel", "Telkom"] });
    const description = "DECIDED was approved on Safaricom and rejected on Airtel: The letter is not signed.";
    expect(await fixture.activities(savanna)).toContainEqual({
      ...{ action: "Sender ID decided", by: "Approver (platform)", description },
    });
    const { rows } = await asOwner(
      fixture.database.url,
      "select count(*)::int as mails from graphile_worker._private_jobs where payload->>'subject' = 'Sender ID DECIDED'",
    );
    expect(rows[0]?.mails).toBe(1);
  });

  test("stays in the waiting list until every network has answered", async () => {
    const { id } = await fixture.requested({ sender: "LISTED" });
    const waits = async () =>
      expected(await approver().waitingSenders({ query: { q: "LISTED" } }), 200).data.map(({ sender }) => sender);
    expect(await waits()).toEqual(["LISTED"]);
    await fixture.approve(id, ["Safaricom", "Airtel"]);
    expect(await waits()).toEqual(["LISTED"]);
    await fixture.approve(id, ["Telkom"]);
    expect(await waits()).toEqual([]);
  });

  test("rejected everywhere can be asked for again, with the papers of before", async () => {
    const { id } = await fixture.requested({ sender: "AGAIN" });
    const decisions = (["Safaricom", "Airtel", "Telkom"] as const).map((network) => ({
      network,
      decision: "reject" as const,
    }));
    expect(await approver().decideSender({ params: { id }, body: { decisions } })).toMatchObject({
      status: 422,
      body: { errors: { reason: [expect.any(String)] } },
    });
    await approver().decideSender({ params: { id }, body: { decisions, reason: "No letter." } });
    expect((await named("AGAIN"))?.status).toBe("rejected");
    const body = fixture.request({ sender: "AGAIN", networks: ["Safaricom"] });
    expect(expected(await mine().requestSender({ body }), 201)).toMatchObject({ id, status: "pending" });
    await fixture.approve(id, ["Safaricom"]);
    expect((await named("AGAIN"))?.networks.map(({ status }) => status)).toEqual(["approved", "rejected", "rejected"]);
    expect((await mine().requestSender({ body })).status).toBe(409);
  });

  test("that changes nothing is refused, and a suspended one no longer sends", async () => {
    const { id } = await fixture.requested({ sender: "HALTED" });
    await fixture.approve(id);
    expect((await fixture.approve(id, ["Airtel"])).status).toBe(409);
    const decisions = (["Safaricom", "Airtel", "Telkom"] as const).map((network) => ({
      network,
      decision: "suspend" as const,
    }));
    await approver().decideSender({ params: { id }, body: { decisions, reason: "Spam was sent." } });
    expect(await named("HALTED")).toMatchObject({ status: "suspended" });
    const priced = await mine().price({
      body: { kind: "express", sender: "HALTED", numbers: "0722000001", body: "Karibu.", key: "12345678" },
    });
    expect(priced).toMatchObject({ status: 422, body: { errors: { sender: [expect.any(String)] } } });
  });

  test("a name that another account has approved is not approved twice, whatever its capitals", async () => {
    const first = await fixture.requested({ sender: "ONLYONE" });
    await fixture.approve(first.id);
    const second = await fixture.requested({ sender: "OnlyOne" }, lakeside);
    expect(
      expected(await fixture.as("Viewer", platform).messaging.platformSender({ params: { id: second.id } }), 200).same,
    ).toEqual([{ customer_account: savanna, account_name: `Account ${savanna}` }]);
    expect(await fixture.approve(second.id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(savanna) },
    });
  });

  test("is never made by the person who asked", async () => {
    const paper_ids = [await fixture.paper("Approver", platform)];
    const asked = await fixture
      .as("Approver", platform)
      .messaging.requestSender({ body: fixture.request({ sender: "OURS", paper_ids }) });
    expect((await fixture.approve(expected(asked, 201).id)).status).toBe(403);
  });

  test("its papers are read by the platform through a link of ten minutes, and only its own", async () => {
    const { id, papers } = await fixture.requested({ sender: "PAPERS" });
    const paper = papers[0]?.id ?? "";
    const link = expected(await approver().senderPaper({ params: { id, paper } }), 200);
    expect(link.url).toContain(paper);
    const other = await fixture.requested({ sender: "PAPERS2" });
    expect((await approver().senderPaper({ params: { id: other.id, paper } })).status).toBe(404);
  });

  test("taken back from a reseller is taken back from those it was lent to", async () => {
    const { id } = await fixture.requested({ sender: "LENT" });
    await fixture.approve(id);
    await fixture.embedded.clientsOfAccount(lakeside).messaging.giveSenders({
      body: { by: savanna, senders: [{ sender: "LENT", kind: "transactional" }] },
    });
    expect(await named("LENT", lakeside)).toMatchObject({ status: "approved", given: true, networks: [{}, {}, {}] });
    const decisions = (["Safaricom", "Airtel", "Telkom"] as const).map((network) => ({
      network,
      decision: "suspend" as const,
    }));
    await approver().decideSender({ params: { id }, body: { decisions, reason: "Spam was sent." } });
    expect((await named("LENT", lakeside))?.status).toBe("suspended");
  });
});

describe("an assignment", () => {
  const assign = (body: z.input<typeof SenderAssignment>) =>
    fixture.as("Assigner", platform).messaging.assignSender({ body });

  test("is approved at once on the networks given, and told", async () => {
    const answer = await assign({
      customer_account: savanna,
      sender: "GIFT",
      networks: ["Safaricom"],
      note: "Signed on paper.",
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { status: "approved", assigned: true, customer_account: savanna },
    });
    expect(await named("GIFT")).toMatchObject({ purpose: "Signed on paper.", approved_at: expect.any(String) });
    expect(await fixture.activities(savanna)).toContainEqual({
      ...{ action: "Sender ID assigned", by: "Assigner (platform)", description: "GIFT on Safaricom." },
    });
    expect((await assign({ customer_account: savanna, sender: "GIFT", networks: ["Safaricom"] })).status).toBe(201);
    expect((await assign({ customer_account: lakeside, sender: "gift" })).status).toBe(409);
  });

  test.each([
    [{ customer_account: "777777", sender: "NOBODYS" }, "customer_account"],
    [{ customer_account: savanna, sender: "TWELVELETTER" }, "sender"],
    [{ customer_account: savanna, sender: "Jibu" }, "sender"],
  ])("of %j is refused at %s", async (body, field) => {
    expect(await assign(body)).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
  });

  test("of a short code brings its answers to the account, until a second account shares it", async () => {
    const routes = async () =>
      (await fixture.database.pool.query("select customer_account from messaging.routes where address = '20999'")).rows;
    await assign({ customer_account: savanna, sender: "20999" });
    expect(await routes()).toEqual([{ customer_account: savanna }]);
    await assign({ customer_account: lakeside, sender: "20999" });
    expect(await routes()).toEqual([]);
  });
});
