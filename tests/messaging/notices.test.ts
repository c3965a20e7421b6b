import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { confirm, repairConfirmations } from "../../services/messaging/blasts/moves";
import { setSuspension } from "../../services/messaging/blasts/suspension";
import { noticesOf } from "../setup/notices";
import * as blasts from "./blasts.fixtures";
import { type Stage as ContactsStage, contactsStage } from "./contacts.fixtures";
import { fakeCarrier } from "./fake-carrier";

const { phone, savanna, until } = blasts;

describe("who sends", () => {
  let fixture: blasts.Stage;
  let fake: ReturnType<typeof fakeCarrier>;
  beforeEach(async () => {
    fixture = await blasts.blastStage({ cents: 10_000 });
    fake = fakeCarrier();
  });
  afterEach(() => fixture.close());

  const many = (n: number) => fixture.group(Array.from({ length: n }, (_, i) => ({ msisdn: phone(i) })));
  const told = async () =>
    (await noticesOf(fixture.database.url, savanna)).map(({ user_id, kind, subject_id, words }) => ({
      ...{ user_id, kind, words },
      blast: Number(subject_id),
    }));

  test("is told of the end of a bulk send, once, with its counts", async () => {
    await fixture.work(fake.carrier);
    const { id } = await fixture.send({ name: "Karibu", group_ids: [await many(30)] });
    await fixture.settled(id);
    expect(await told()).toEqual([
      { user_id: "1", kind: "blast ended", words: "Your SMS “Karibu” to 30 has ended: 30 sent.", blast: id },
    ]);
  });

  test("is not told that a message to one number has gone out", async () => {
    await fixture.work(fake.carrier);
    const { id } = await fixture.send({ kind: "express", numbers: "0712345678" });
    await fixture.settled(id);
    expect(await told()).toEqual([]);
  });

  test("is told when a confirmed send finds no money any more", async () => {
    const made = await fixture.draft({ name: "Late", group_ids: [await many(100)] });
    const down = { ...fixture.deps, billingFor: () => ({ hold: async () => ({ status: 503, body: {} }) }) };
    const held = await confirm(fixture.database, down as never, savanna, made.id);
    expect(held.status).toBe(503);
    await fixture.rows("update billing.wallets set available_cents = 5");
    await repairConfirmations(fixture.database, fixture.deps, 0);
    await repairConfirmations(fixture.database, fixture.deps, 0);
    expect(await told()).toEqual([
      {
        ...{ user_id: "1", kind: "blast stopped", blast: made.id },
        words: expect.stringMatching(
          /^Your SMS “Late” to 100 was stopped. The balance is too low: this costs KES 80.00/,
        ),
      },
    ]);
  });

  test("is told when the account's suspension stops a running send", async () => {
    const { id } = await fixture.send({ group_ids: [await many(100)] });
    await setSuspension(fixture.database, savanna, "Unpaid invoices.");
    expect(await told()).toEqual([
      { user_id: "1", kind: "blast stopped", words: "Your SMS to 100 was stopped. Unpaid invoices.", blast: id },
    ]);
    await until("it is paused", async () => (await fixture.detail(id)).status === "paused");
  });
});

describe("who imports", () => {
  let fixture: ContactsStage;
  beforeEach(async () => {
    fixture = await contactsStage();
  });
  afterEach(() => fixture.end());

  const told = async () =>
    (await noticesOf(fixture.database.url, savanna)).map(({ user_id, kind, words }) => ({ user_id, kind, words }));

  test("is told of the end with its counts, once, however often the job runs", async () => {
    const done = await fixture.importFile("Name,Phone\nAsha,0712345678\nBad,12\nJuma,0722345678\n", {
      group_name: "New",
    });
    await fixture.run(done.id);
    expect(await told()).toEqual([
      {
        ...{ user_id: "1", kind: "import ended" },
        words: expect.stringMatching(/ was imported: 2 added, 0 updated, 1 refused\.$/),
      },
    ]);
  });

  test("is told that it failed, and why", async () => {
    const id = await fixture.started("Name,Phone\nAsha,0712345678\n", { group_name: "Gone" });
    rmSync(join(fixture.dataDir, "uploads"), { recursive: true });
    await fixture.run(id);
    expect(await told()).toEqual([
      {
        ...{ user_id: "1", kind: "import ended" },
        words: expect.stringMatching(/ was not imported\. The file is no longer there\. Upload it again\.$/),
      },
    ]);
  });
});
