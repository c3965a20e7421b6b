import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type SandboxImap, startImap } from "../../sandbox/imap";
import { type MailHost as SandboxHost, startMailHost } from "../../sandbox/mail";
import { mailbox } from "../../sandbox/mailbox";
import { type MailHost, openMailbox } from "../../services/connectors/email/imap";
import { checkSmtp, type OutgoingMail, sendMail } from "../../services/connectors/email/smtp";
import { isLoopback } from "../../services/kit/address";
import { rawMail } from "./mails";

const box = mailbox({ address: "support@savanna.test", password: 'p"a\\ss ✓' });
const policy = { allow: isLoopback };
let imap: SandboxImap;
let smtp: SandboxHost;
beforeAll(async () => {
  imap = await startImap(box);
  smtp = await startMailHost({ user: "jibu", password: "sandbox" });
});
afterAll(async () => {
  await Promise.all([imap.close(), smtp.close()]);
});
beforeEach(() => {
  smtp.clear();
  smtp.answer(undefined);
});

const in_ = (more: Partial<MailHost> = {}): MailHost => ({
  ...{ host: "127.0.0.1", port: imap.port, security: "none", user: box.address, password: box.password },
  ...more,
});
const out = (more: Partial<MailHost> = {}): MailHost => ({
  ...{ host: "127.0.0.1", port: smtp.port, security: "none", user: "jibu", password: "sandbox" },
  ...more,
});
const fault = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);
const never = new AbortController().signal;

describe("a mailbox", () => {
  test("lists what is above a number, gives each mail as it came, and marks it", async () => {
    const first = box.deliver(rawMail({ "Message-ID": "<w1@x>" }, "Ünïcode ✓"));
    const second = box.deliver(rawMail({ "Message-ID": "<w2@x>", Subject: "=?utf-8?Q?=E2=9C=93?=" }));
    const open = await openMailbox(in_(), policy);
    expect(open.uidNext).toBe(second.uid + 1);
    const all = await open.after(0, 10);
    expect(all.map(({ uid, messageId }) => [uid, messageId])).toEqual([
      [first.uid, "<w1@x>"],
      [second.uid, "<w2@x>"],
    ]);
    expect(all[0]?.bytes).toBe(first.raw.length);
    expect(Math.abs((all[0]?.at.getTime() ?? 0) - first.at.getTime())).toBeLessThan(1_000);
    expect(await open.after(first.uid, 10)).toHaveLength(1);
    expect(await open.after(second.uid, 10)).toEqual([]);
    expect(await open.after(0, 1)).toMatchObject([{ uid: first.uid }]);
    expect(Buffer.from((await open.raw(first.uid, "all")) ?? []).equals(first.raw)).toBe(true);
    expect(Buffer.from((await open.raw(first.uid, "head")) ?? []).toString()).toContain("Message-ID: <w1@x>");
    expect(await open.raw(9_999, "all")).toBeUndefined();
    expect(first.flags.has("\\Seen")).toBe(false);
    await open.seen(first.uid);
    expect(first.flags.has("\\Seen")).toBe(true);
    expect(await open.since(new Date(Date.now() - 86_400_000))).toEqual([first.uid, second.uid]);
    await open.close();
  });

  test("tells of a new mail while it idles, and of a line that breaks", async () => {
    const open = await openMailbox(in_(), policy);
    const told = open.wait(20_000, never);
    await vi.waitFor(() => expect(imap.counts.idles).toBeGreaterThan(0));
    const started = performance.now();
    box.deliver(rawMail({ "Message-ID": "<w3@x>" }));
    await told;
    expect(performance.now() - started).toBeLessThan(5_000);
    expect((await open.after(0, 100)).at(-1)?.messageId).toBe("<w3@x>");
    const broken = open.wait(20_000, never);
    imap.cut();
    await broken;
    expect(open.closed()).toBe(true);
    expect(await fault(open.after(0, 1))).toMatchObject({ fault: "away" });
  });

  test("without IDLE is asked again after a while", async () => {
    const plain = await startImap(box, { idle: false });
    const open = await openMailbox(in_({ port: plain.port }), policy);
    box.deliver(rawMail({ "Message-ID": "<w4@x>" }));
    await open.wait(300, never);
    expect((await open.after(0, 100)).at(-1)?.messageId).toBe("<w4@x>");
    await open.close();
    await plain.close();
  });

  test.each([
    ["a wrong password", { password: "no" }, "sign-in"],
    ["a host that is not there", { port: 1 }, "away"],
    ["a host that offers no STARTTLS gets no password", { security: "starttls" }, "tls"],
  ] as const)("%s is told in words", async (_what, more, why) => {
    const before = imap.counts.signIns + imap.counts.refused;
    const told = await fault(openMailbox(in_(more), policy));
    expect(told).toMatchObject({ fault: why });
    expect(String((told as Error).message)).not.toContain(box.password);
    if (why === "tls") expect(imap.counts.signIns + imap.counts.refused).toBe(before);
  });

  test.each(["127.0.0.1", "localhost", "[::1]", "10.0.0.8", "169.254.169.254", "::ffff:127.0.0.1"])(
    "at %s is not dialled unless it may be",
    async (host) => {
      const before = imap.counts.lines;
      for (const given of [in_({ host, security: "tls" }), in_({ host })])
        expect(await fault(openMailbox(given))).toMatchObject({ fault: "address" });
      expect(await fault(checkSmtp(out({ host })))).toMatchObject({ fault: "address" });
      expect(imap.counts.lines).toBe(before);
    },
  );

  test("elsewhere is never reached in the open", async () => {
    const elsewhere = { resolve: async () => ["8.8.8.8"] };
    expect(await fault(openMailbox(in_({ host: "imap.shamba.test" }), elsewhere))).toMatchObject({ fault: "tls" });
  });
});

const mail = (more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  from: { name: "Savanna\r\nBcc: all@x.test", address: "support@savanna.test" },
  to: "wanjiru@shamba.test",
  subject: "Re: My order\r\nX-Evil: 1",
  text: "Habari ✓",
  messageId: `m${Math.random()}@savanna.test`,
  inReplyTo: "c1@shamba.test",
  references: ["a@x", "c1@shamba.test"],
  automatic: false,
  ...more,
});

describe("an email that goes out", () => {
  test("has its thread, its file and no header that someone typed", async () => {
    const bytes = new Uint8Array(Buffer.from("%PDF-1.4"));
    const sent = await sendMail(
      out(),
      policy,
      mail({ messageId: "one@savanna.test", files: [{ name: "r\u202eisiti.pdf", type: "application/pdf", bytes }] }),
    );
    expect(sent).toEqual({ kind: "sent", provider_id: "one@savanna.test" });
    const [got] = smtp.mails();
    expect(got).toMatchObject({
      messageId: "<one@savanna.test>",
      to: ["wanjiru@shamba.test"],
      text: expect.stringContaining("Habari ✓"),
    });
    expect(got?.headers).toMatchObject({ "in-reply-to": "<c1@shamba.test>", references: "<a@x> <c1@shamba.test>" });
    expect(got?.headers).not.toHaveProperty("x-evil");
    expect(got?.headers).not.toHaveProperty("bcc");
    expect(got?.headers).not.toHaveProperty("auto-submitted");
    expect(got?.files).toMatchObject([{ type: "application/pdf", bytes: 8 }]);
  });

  test("says so when a machine wrote it", async () => {
    await sendMail(out(), policy, mail({ automatic: true }));
    expect(smtp.mails()[0]?.headers["auto-submitted"]).toBe("auto-replied");
  });

  test.each([
    [[550, "no such user"], "refused"],
    [[450, "greylisted"], "later"],
    [[421, "closing"], "later"],
  ] as const)("answered %j is %s", async (answer, kind) => {
    smtp.answer([...answer]);
    expect(await sendMail(out(), policy, mail())).toMatchObject({ kind });
  });

  test("waits while the host is away, and stops when it takes the password no more", async () => {
    expect(await sendMail(out({ port: 1 }), policy, mail())).toMatchObject({ kind: "later" });
    expect(await sendMail(out({ password: "old" }), policy, mail())).toMatchObject({ kind: "refused", stops: true });
    expect(await fault(checkSmtp(out({ password: "old" }), policy))).toMatchObject({ fault: "sign-in" });
    expect(await fault(checkSmtp(out({ security: "starttls" }), policy))).toMatchObject({ fault: "tls" });
    await checkSmtp(out(), policy);
    for (const to of ["a@b.test, c@d.test", "a@b.test\r\nRCPT TO:<x@y.test>", "nobody"])
      expect(await sendMail(out(), policy, mail({ to }))).toMatchObject({ kind: "refused" });
    expect(smtp.mails()).toEqual([]);
  });

  test.each([
    ["after the letter was handed over", true, "unknown"],
    ["before the letter began", false, "later"],
  ] as const)("whose line breaks %s is %s", async (_when, begun, kind) => {
    const sockets = new Set<Socket>();
    const host = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.write("220 x ESMTP\r\n");
      let data = false;
      socket.on("data", (chunk) => {
        if (data) return void (String(chunk).includes("\r\n.\r\n") && socket.destroy());
        for (const line of String(chunk).split("\r\n").filter(Boolean)) {
          if (line === "DATA" && !begun) return void socket.destroy();
          data = line === "DATA";
          socket.write(
            /^EHLO/.test(line)
              ? "250-x\r\n250 AUTH PLAIN\r\n"
              : /^AUTH/.test(line)
                ? "235 ok\r\n"
                : data
                  ? "354 go on\r\n"
                  : "250 ok\r\n",
          );
        }
      });
    });
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    const { port } = host.address() as AddressInfo;
    expect(await sendMail(out({ port }), policy, mail())).toMatchObject({ kind });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => host.close(resolve));
  });
});
