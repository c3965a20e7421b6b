import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDkimRight } from "../../services/connectors/email/dkim";
import { openMailbox } from "../../services/connectors/email/imap";
import { sendMail } from "../../services/connectors/email/smtp";
import { openSmtpPool } from "../../services/connectors/email/smtp-pool";
import { startReading } from "../../services/email/bounces/read";
import { isLoopback } from "../../services/kit/address";
import { bounceDomain, emailFixture, type Fixture, until } from "../email/fixtures";
import { hasMailHost, type RealMailHost, startRealMailHost } from "./mail-host";
import { explainMissing } from "./programs";

if (!hasMailHost) explainMissing("Postfix and Dovecot (run as root)", "postfix and dovecot-imapd");

const policy = { allow: isLoopback };
let host: RealMailHost;
let fixture: Fixture;
let reading: ReturnType<typeof startReading>;
const faults: unknown[] = [];

describe.skipIf(!hasMailHost)("a mail host of Postfix and Dovecot", () => {
  beforeAll(async () => {
    host = await startRealMailHost(
      { [`@${bounceDomain}`]: "returns", "wanjiru@shamba.test": "wanjiru", "support@savanna.test": "support" },
      ["refused@shamba.test"],
    );
    fixture = await emailFixture();
    fixture.work({ pool: openSmtpPool(new URL(`smtp://127.0.0.1:${host.smtpPort}`)) });
    reading = startReading(fixture.database, fixture.deps, {
      mailbox: `imap://returns:${host.password}@127.0.0.1:${host.imapPort}/?tls=none`,
      onError: (error) => void faults.push(error),
    });
  }, 120_000);
  afterAll(async () => {
    await reading?.stop();
    await fixture?.stop();
    await host?.stop();
  });

  const boxOf = (user: string) =>
    openMailbox({ host: "127.0.0.1", port: host.imapPort, security: "none", user, password: host.password }, policy);

  test("a mailing arrives with a signature that still verifies, and both unsubscribe headers", async () => {
    const group = await fixture.group([{ email: "wanjiru@shamba.test", name: "Wanjiru" }]);
    const id = await fixture.send({ kind: "bulk", group_ids: [group], subject: "Ofa za Krismasi ✓" });
    expect(await fixture.ended(id)).toMatchObject({ status: "sent", sent: 1 });
    const box = await boxOf("wanjiru");
    const [listed] = await until("the mail is delivered", async () => {
      const all = await box.after(0, 10);
      return all.length > 0 && all;
    });
    const raw = Buffer.from((await box.raw(listed?.uid ?? 0, "all")) ?? []);
    await box.close();
    const keys = [...fixture.dns].filter(([name]) => name.includes("._domainkey."));
    const known = (domain: string, selector: string) =>
      /p=([\w+/=]+)/.exec(keys.find(([name]) => name === `${selector}._domainkey.${domain}`)?.[1].join("") ?? "")?.[1];
    // What Postfix put above is not covered; what is covered it left as it was.
    expect(isDkimRight(raw, known)).toBe(true);
    expect(raw.toString("latin1")).toMatch(/^List-Unsubscribe: </im);
    expect(raw.toString("latin1")).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im);
    expect(raw.toString("latin1")).toMatch(new RegExp(`^Return-Path: <[^>]+@${bounceDomain}>`, "im"));
  }, 60_000);

  test("an address that Postfix finds missing after it took the mail is suppressed by its report (RFC 3464)", async () => {
    const id = await fixture.send({ kind: "single", addresses: "gone@shamba.test" });
    await until("the mail is known to have come back", async () => {
      if (faults.length > 0) throw faults[0];
      return (await fixture.ask("mailing", { params: { id } })).body.bounced === 1;
    });
    const { body } = await fixture.ask("suppressions", { query: { q: "gone@shamba.test" } });
    expect(body.data).toHaveLength(1);
  }, 60_000);

  test("an address that is refused while it is sent is suppressed at once", async () => {
    const id = await fixture.send({ kind: "single", addresses: "refused@shamba.test" });
    await until("the mail is known to be refused", async () => {
      const { body } = await fixture.ask("mailing", { params: { id } });
      return body.bounced + body.failed === 1;
    });
    const { body } = await fixture.ask("suppressions", { query: { q: "refused@shamba.test" } });
    expect(body.data).toHaveLength(1);
  }, 60_000);

  test("a mailbox of the inbox: what waits is listed, a new mail is told while it idles, one is marked as seen", async () => {
    const out = { host: "127.0.0.1", port: host.smtpPort, security: "none" as const, user: "", password: "" };
    const send = (subject: string) =>
      sendMail(out, policy, {
        ...{ from: { name: "Wanjiru", address: "wanjiru@shamba.test" }, to: "support@savanna.test", subject },
        ...{ text: "Habari ✓", messageId: `${subject}@shamba.test`, inReplyTo: "", references: [], automatic: false },
      });
    expect(await send("first")).toMatchObject({ kind: "sent" });
    const box = await boxOf("support");
    const first = await until("the first is there", async () => (await box.after(0, 10))[0]);
    const told = box.wait(30_000, new AbortController().signal);
    expect(await send("second")).toMatchObject({ kind: "sent" });
    await told;
    const second = await until("the second is there", async () => (await box.after(first?.uid ?? 0, 10))[0]);
    expect([first?.messageId, second?.messageId]).toEqual(["<first@shamba.test>", "<second@shamba.test>"]);
    expect(Buffer.from((await box.raw(second?.uid ?? 0, "all")) ?? []).toString()).toContain("Subject: second");
    await box.seen(second?.uid ?? 0);
    expect(await box.since(new Date(Date.now() - 86_400_000))).toEqual([first?.uid, second?.uid]);
    await box.close();
  }, 90_000);
});
