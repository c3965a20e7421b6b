import { describe, expect, test } from "vitest";
import { automaticReason, idsIn, messageKey, parseHeaders } from "../../services/connectors/email/headers";
import { readMail } from "../../services/connectors/email/read";
import { htmlToText, withoutTail } from "../../services/connectors/email/text";
import { dot, multipart, rawMail, report } from "./mails";

describe("what an email says", () => {
  test("sender, subject, words and what it answers: In-Reply-To first, then References from the newest", async () => {
    const mail = await readMail(
      rawMail({
        From: "=?UTF-8?B?V2FuamlrxaksIOKckw==?= <Wanjiku@Shamba.TEST>",
        Subject: "=?UTF-8?Q?Habari=3A_mzigo_=E2=9C=93?=",
        "Message-ID": "<m1@shamba.test>",
        "In-Reply-To": "<c@jibu>",
        References: "<a@jibu>\r\n <b@jibu> <c@jibu>",
      }),
    );
    expect(mail).toMatchObject({
      key: "m1@shamba.test",
      from: { address: "wanjiku@shamba.test", name: "Wanjikũ, ✓" },
      subject: "Habari: mzigo ✓",
      answers: ["c@jibu", "b@jibu", "a@jibu"],
      text: "Hello",
      automatic: "",
    });
  });

  test.each([
    ["iso-8859-1", Buffer.from("Caf\u00e9 \u00fc", "latin1"), "Café ü"],
    ["utf-8", Buffer.from("Café ü ✓"), "Café ü ✓"],
    ["windows-1252", Buffer.from([0x93, 0x48, 0x69, 0x94, 0x20, 0x80]), "“Hi” €"],
    ["iso-2022-jp", Buffer.from([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42]), "日本"],
  ])("is read in its charset, %s", async (charset, bytes, words) => {
    const head = rawMail({
      "Content-Type": `text/plain; charset=${charset}`,
      "Content-Transfer-Encoding": "base64",
    }).toString();
    const raw = Buffer.from(head.replace("Hello", bytes.toString("base64")));
    expect((await readMail(raw)).text).toBe(words);
  });

  test("only what is new is shown, and all of it is kept", async () => {
    const body =
      "Yes please, tomorrow.\n\nAsha\n\nOn Fri, 20 Nov 2026 at 09:12, Savanna Support <support@savanna.test> wrote:\n\n> Shall we bring it?\n> Joy\n";
    const mail = await readMail(rawMail({}, body));
    expect(mail.text).toBe("Yes please, tomorrow.\n\nAsha");
    expect(mail.full).toContain("> Shall we bring it?");
    expect((await readMail(rawMail({}, "> only\n> quoted"))).text).toBe("> only\n> quoted");
    expect(withoutTail("New\n\n-----Original Message-----\nFrom: a\nOld")).not.toContain("Old");
  });

  test("an HTML letter is its words: no script, no style, no hidden picture; links stand in full", async () => {
    const html = `<html><head><title>T</title><style>p{color:red}</style></head><body onload="x()">
      <p>Dear <b>Joy</b>,</p><script>alert(1)</script><img src="https://spy.test/p.gif"><ul><li>one</li><li>two</li></ul>
      <a href="https://shamba.test/a?b=1&amp;c=2">the list</a> <a href="javascript:alert(1)">bad</a>
      <blockquote><p>old words</p></blockquote></body></html>`;
    const { full, text } = await readMail(rawMail({ "Content-Type": "text/html; charset=utf-8" }, html));
    expect(full).toContain("Dear Joy,\n\n");
    expect(full).toContain("- one\n");
    expect(full).toContain("the list (https://shamba.test/a?b=1&c=2)");
    expect(full).toContain("> old words");
    for (const gone of ["alert", "color:red", "spy.test", "javascript"]) expect(full).not.toContain(gone);
    expect(text).not.toContain("old words");
  });

  test.each([
    ["<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>", "<script>alert(1)</script>"],
    ["<svg><script>x</script></svg>a", "a"],
    ["<p>a<!-- <b>x</b> --></p>", "a"],
    ["<a href='http://x.test'>http://x.test/</a>", "http://x.test/"],
    ["a&#x202e;b&#0;c", "a\ufffdbc"],
    ["<math><mtext></p><style><img src=x onerror=alert(1)>", ""],
  ])("hostile HTML %s is words", (html, words) => {
    const made = htmlToText(html);
    expect(made === words || made.replace(/\ufffd/g, "") === words.replace(/\ufffd/g, "")).toBe(true);
  });

  test("names that turn the line around or hold control characters are straightened", async () => {
    const mail = await readMail(
      rawMail({ From: '"Joy\u202e\u0007 <script>" <joy@shamba.test>', Subject: "=?utf-8?B?YQBiDWM=?=" }),
    );
    expect(mail.from).toEqual({ address: "joy@shamba.test", name: "Joy <script>" });
    expect(mail.subject).not.toMatch(/[\0\r\n]/);
  });

  test("files come with their bytes; pictures in the text too, marks that count readers do not", async () => {
    const mail = await readMail(
      multipart({}, [
        { type: "text/plain", body: "See these" },
        {
          type: "application/pdf",
          body: Buffer.from("%PDF-1.4 hello").toString("base64"),
          headers: {
            "Content-Transfer-Encoding": "base64",
            "Content-Disposition": 'attachment; filename="../../Risiti=?utf-8?B?4pyT?=.pdf"',
          },
        },
        {
          type: "image/png",
          body: dot,
          headers: { "Content-Transfer-Encoding": "base64", "Content-Disposition": "inline" },
        },
      ]),
    );
    expect(mail.text).toBe("See these");
    expect(mail.files.map(({ type }) => type)).toEqual(["application/pdf", "image/png"]);
    expect(Buffer.from(mail.files[0]?.bytes ?? []).toString()).toBe("%PDF-1.4 hello");
  });

  test("a letter that was too large to fetch is its head, and says so", async () => {
    const mail = await readMail(rawMail({ "Message-ID": "<big@x>" }, ""), 31_000_000);
    expect(mail).toMatchObject({ key: "big@x", subject: "My order", missing: [expect.stringContaining("31 MB")] });
  });

  test("deep nesting, thousands of addresses and a header without end cost no long time", async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => `a${n}@x.test`).join(", ");
    const deep = Array.from(
      { length: 200 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
    ).join("");
    const started = performance.now();
    await readMail(rawMail({ To: many })).catch(() => undefined);
    await readMail(rawMail({ "Content-Type": "multipart/mixed; boundary=x" }, `--x\n${deep}`)).catch(() => undefined);
    await readMail(rawMail({}, `Op schreef\n`.repeat(1_000)));
    await readMail(rawMail({}, `On ${"a ".repeat(20_000)}`));
    await readMail(rawMail({ "Content-Type": "text/html" }, "<div>".repeat(50_000)));
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe("which mail it is", () => {
  test("its Message-ID; without one, what does not change on the way", () => {
    expect(messageKey(rawMail({ "Message-ID": " <a@b> " }))).toBe("a@b");
    expect(messageKey(rawMail({ "message-id": "bare@b" }))).toBe("bare@b");
    const [one, other] = [rawMail({}), rawMail({ Received: "by mx.test" })];
    expect(messageKey(one)).toMatch(/^sha256:/);
    expect(messageKey(other)).toBe(messageKey(one));
    expect(messageKey(rawMail({}, "Other"))).not.toBe(messageKey(one));
    expect(messageKey(rawMail({ "Message-ID": `<${"x".repeat(900)}@b>` })).length).toBeLessThan(80);
    expect(idsIn("<a@b> junk <c@d><a@b>")).toEqual(["a@b", "c@d"]);
  });

  test.each([
    [{ "Auto-Submitted": "auto-replied" }, "auto-submitted"],
    [{ "Auto-Submitted": "no" }, ""],
    [{ Precedence: "bulk" }, "bulk"],
    [{ Precedence: "list" }, "bulk"],
    [{ "List-Id": "<x>" }, "bulk"],
    [{ "Return-Path": "<>" }, "no return path"],
    [{ "Return-Path": "<a@b.test>" }, ""],
    [{ From: "no-reply@bank.test" }, "no-reply"],
    [{ From: "noreply+17@bank.test" }, "no-reply"],
    [{ From: "MAILER-DAEMON@mx.test" }, "no-reply"],
    [{ From: "noreen@bank.test" }, ""],
    [{}, ""],
  ])("%j is written by a machine: %j", async (headers, why) => {
    const raw = rawMail(headers as unknown as Record<string, string>);
    expect((await readMail(raw)).automatic).toBe(why);
    expect(automaticReason(parseHeaders(raw), "wanjiru@shamba.test") === "").toBe(why === "" || why === "no-reply");
  });
});

describe("a report of an email host", () => {
  test.each([
    ["failed", "5.1.1", "failed", "This address does not exist."],
    ["failed", "5.2.2", "failed", "The mailbox is full."],
    ["delayed", "4.4.1", "delayed", "The other side's mail host can't be reached."],
    ["failed", "4.4.7", "failed", "The other side's mail host can't be reached."],
    ["delivered", "2.0.0", "delivered", ""],
  ])("%s %s is %s", async (action, status, kind, words) => {
    const { bounce } = await readMail(report("ours@savanna.test", { action, status }));
    expect(bounce).toMatchObject({ kind, code: status, ids: ["ours@savanna.test"] });
    expect(bounce?.reason).toContain(words);
  });

  test("is none when a letter only quotes one", async () => {
    expect((await readMail(rawMail({}, "Action: failed\nStatus: 5.1.1"))).bounce).toBeUndefined();
  });
});
