import { afterAll, beforeAll, expect, test } from "vitest";
import { startImap } from "../../sandbox/imap";
import { mailbox } from "../../sandbox/mailbox";
import { type Sandbox, startSandbox } from "../../sandbox/sandbox";
import { openSmtpPool } from "../../services/connectors/email/smtp-pool";
import { startReading } from "../../services/email/bounces/read";
import { emailFixture, type Fixture, until } from "./fixtures";

let given: Fixture;
let sandbox: Sandbox;

beforeAll(async () => {
  given = await emailFixture();
  sandbox = await startSandbox();
});
afterAll(async () => {
  await given?.stop();
  await sandbox?.close();
});

test("what the sandbox's mail host sends back is read with the settings that the sandbox gives", async () => {
  const { SMTP_URL, EMAIL_BOUNCE_MAILBOX = "" } = sandbox.settings;
  const faults: unknown[] = [];
  given.work({ pool: openSmtpPool(new URL(SMTP_URL ?? "")) });
  const onError = (error: unknown) => void faults.push(error);
  const reading = startReading(given.database, given.deps, { mailbox: EMAIL_BOUNCE_MAILBOX, onError });
  try {
    const id = await given.send({ kind: "single", addresses: "gone@mail.test" });
    await until("the mail is known to have come back", async () => {
      if (faults.length > 0) throw faults[0];
      return (await given.ask("mailing", { params: { id } })).body.bounced === 1;
    });
    const { body } = await given.ask("suppressions", { query: { q: "gone@mail.test" } });
    expect(body.data).toHaveLength(1);
  } finally {
    await reading.stop();
  }
});

test("a mailbox that refuses the password is tried less and less often, and as before once it was read", async () => {
  const box = mailbox({ address: "returns@bounces.test", password: "right" });
  const imap = await startImap(box);
  const waits: number[] = [];
  const faults: unknown[] = [];
  const reading = startReading(given.database, given.deps, {
    mailbox: `imap://returns%40bounces.test:right@127.0.0.1:${imap.port}/?tls=none`,
    onError: (error) => void faults.push(error),
    ...{ againMs: 1_000, longestMs: 6_000 },
    async pause(ms, signal) {
      waits.push(ms);
      // Read once, then refused for good.
      if (waits.length === 1) box.password = "changed";
      if (waits.length < 6) return;
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    },
  });
  try {
    await until("it is read", async () => imap.counts.idles > 0);
    imap.cut();
    await until("it was refused five times", async () => waits.length === 6);
    expect(waits).toEqual([1_000, 2_000, 4_000, 6_000, 6_000, 6_000]);
    expect(imap.counts).toMatchObject({ signIns: 1, refused: 5 });
    box.password = "right";
  } finally {
    await reading.stop();
    await imap.close();
  }
});
