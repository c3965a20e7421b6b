import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MailHost, startMailHost } from "../../sandbox/mail";
import { smtp } from "../../services/connectors/smtp";
import { emailTemplate, here } from "../../services/kit/email-template";
import { MailRefused } from "../../services/kit/mail";
import { mailTasks } from "../../services/kit/mail-tasks";

let host: MailHost;
beforeAll(async () => {
  host = await startMailHost({ user: "jibu", password: "p@ss word" });
});
afterAll(() => host.close());
beforeEach(() => {
  host.clear();
  host.answer(undefined);
});

const from = "Jibu <no-reply@jibu.test>";
const mail = { id: "1", to: "njeri@shamba.test", subject: "Habari, Njeri: ✓", text: "A line\n.\nand ünïcode" };
const open = (url = `smtp://jibu:${encodeURIComponent("p@ss word")}@127.0.0.1:${host.port}`) =>
  smtp.start({ url, from, timeoutSeconds: { connect: 2, greet: 1, silence: 2 } });

describe("an email", () => {
  test("arrives as it was written, from us, to one address", async () => {
    const line = open();
    await line.send({ ...mail, html: "<p>Habari</p>", replyTo: "help@shamba.test" });
    await line.stop();
    expect(host.mails()).toMatchObject([
      {
        to: ["njeri@shamba.test"],
        from,
        subject: mail.subject,
        text: expect.stringContaining("\n.\nand ünïcode"),
        html: expect.stringContaining("<p>Habari</p>"),
      },
    ]);
  });

  test("handed over twice is one mail to its reader's host; another one is another", async () => {
    const line = open();
    const before = host.counts();
    await line.send(mail);
    await line.send(mail);
    await line.send({ ...mail, id: "2" });
    await line.stop();
    expect(host.mails()).toHaveLength(2);
    expect(host.counts().repeated - before.repeated).toBe(1);
  });

  test.each([
    ["to", "njeri@shamba.test\r\nBcc: all@shamba.test"],
    ["to", "njeri@shamba.test, all@shamba.test"],
    ["to", "njeri@shamba.test\u0000"],
    ["to", "Njeri <njeri@shamba.test>"],
    ["to", ""],
    ["subject", "Hello\r\nBcc: all@shamba.test"],
    ["subject", "Hello\nX-Header: 1"],
    ["replyTo", "a@b.test\r\nBcc: all@shamba.test"],
    ["id", "1\r\nBcc: all@shamba.test"],
  ])("with %s %j leaves nowhere", async (field, value) => {
    const line = open();
    await expect(line.send({ ...mail, [field]: value })).rejects.toThrow(MailRefused);
    await line.stop();
    expect(host.mails()).toEqual([]);
  });

  test("that names a file or an address in its text reads neither", async () => {
    const line = open();
    await line.send({ ...mail, text: "file:///etc/passwd", html: '<img src="file:///etc/passwd">' });
    await line.stop();
    expect(host.mails()[0]?.text.trim()).toBe("file:///etc/passwd");
  });
});

describe("what the host answers", () => {
  test("5xx for this recipient is for good, 4xx is not, and neither tells the address", async () => {
    const line = open();
    host.answer([550, "njeri@shamba.test does not live here"]);
    const gone = await line.send(mail).catch((error: unknown) => error);
    expect(gone).toBeInstanceOf(MailRefused);
    host.answer([450, "njeri@shamba.test is busy"]);
    const later = await line.send(mail).catch((error: unknown) => error);
    expect(later).not.toBeInstanceOf(MailRefused);
    for (const error of [gone, later]) expect(JSON.stringify([String(error), error])).not.toContain("njeri");
    host.answer(undefined);
    await line.send(mail);
    await line.stop();
    expect(host.mails()).toHaveLength(1);
  });

  test("a wrong password and a silent host are tried again later, without waiting long", async () => {
    const wrong = open(`smtp://jibu:nope@127.0.0.1:${host.port}`);
    await expect(wrong.send(mail)).rejects.not.toBeInstanceOf(MailRefused);
    await wrong.stop();
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const line = open(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    await expect(line.send(mail)).rejects.toThrow(/ETIMEDOUT/);
    await line.stop();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  test("a host elsewhere that offers no TLS gets no password", async () => {
    let said = "";
    const plain = createServer((socket) => {
      socket.write("220 plain ESMTP\r\n");
      socket.on("error", () => undefined);
      socket.on("data", (data) => {
        said += data;
        socket.write(String(data).startsWith("EHLO") ? "250-plain\r\n250 AUTH PLAIN LOGIN\r\n" : "502 no\r\n");
      });
    });
    await new Promise<void>((resolve) => plain.listen(0, "0.0.0.0", resolve));
    const line = open(`smtp://jibu:topsecret@0.0.0.0:${(plain.address() as AddressInfo).port}`);
    await expect(line.send(mail)).rejects.toThrow(/ETLS|STARTTLS/);
    await line.stop();
    await new Promise((resolve) => plain.close(resolve));
    expect(said).toContain("STARTTLS");
    expect(said).not.toMatch(/AUTH/);
  });
});

describe("the job", () => {
  const log = { error: () => undefined };

  test("puts our own address into the links, and drops what is refused for good", async () => {
    const sent: { text: string; html?: string }[] = [];
    const tasks = mailTasks({
      sendMail: async (one) => void sent.push(one),
      publicUrl: () => "https://jibu.example/",
      log,
    });
    const words = emailTemplate({ subject: "S", lines: ["<b>&"], button: { label: "Go", path: "/auth/password/abc" } });
    await tasks["mail.send"]?.({ account: "", id: "1", to: "a@b.test", ...words });
    expect(sent[0]?.text).toContain("Go:\nhttps://jibu.example/auth/password/abc");
    expect(sent[0]?.html).toContain('href="https://jibu.example/auth/password/abc"');
    expect(sent[0]?.html).toContain("&lt;b&gt;&amp;");
    expect(JSON.stringify(sent)).not.toContain(here);
    const refusing = mailTasks({ sendMail: () => Promise.reject(new MailRefused("no")), publicUrl: () => "", log });
    await refusing["mail.send"]?.({ account: "", id: "1", to: "a@b.test", ...words });
  });

  test("fails, to be tried again, while there is no host or the host can't take it", async () => {
    const payload = { account: "", id: "1", to: "a@b.test", subject: "S", text: "T" };
    for (const sendMail of [undefined, () => Promise.reject(new Error("later"))])
      await expect(mailTasks({ sendMail, publicUrl: () => "", log })["mail.send"]?.(payload)).rejects.toThrow();
  });
});

test("the host keeps the last mails only", async () => {
  const small = await startMailHost({ keep: 3 });
  const line = smtp.start({ url: `smtp://127.0.0.1:${small.port}`, from });
  for (let n = 1; n <= 5; n++) await line.send({ ...mail, id: `k${n}`, subject: `Mail ${n}` });
  await line.stop();
  expect(small.mails().map(({ subject }) => subject)).toEqual(["Mail 5", "Mail 4", "Mail 3"]);
  await small.close();
});
