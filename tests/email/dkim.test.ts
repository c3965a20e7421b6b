import { createPrivateKey } from "node:crypto";
import { createTransport } from "nodemailer";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type DkimKey,
  dkimSignature,
  type Header,
  isDkimRight,
  makeDkimKey,
} from "../../services/connectors/email/dkim";
import {
  fixedParts,
  headerAddress,
  headerText,
  mailBytes,
  mimeBody,
  quotedPrintable,
} from "../../services/connectors/email/mime";

let signer: DkimKey;
let publicKey: string;

beforeAll(async () => {
  const made = await makeDkimKey();
  publicKey = made.publicKey;
  signer = { domain: "savanna.test", selector: "s1", key: createPrivateKey(made.privateKey) };
});

const known = (domain: string, selector: string) =>
  domain === "savanna.test" && selector === "s1" ? publicKey : undefined;
const nothingFixed = fixedParts([], []);

async function signedMail({ text = "Habari\n\n", subject = "Offers" } = {}): Promise<Buffer> {
  const { headers: mime, body } = mimeBody({ text, html: "<p>Habari</p>", fixed: nothingFixed });
  const headers: Header[] = [
    ["From", headerAddress({ name: "Savanna Traders", address: "news@savanna.test" })],
    ["To", "wanjiru@mail.test"],
    ["Subject", headerText(subject)],
    ["Date", new Date(0).toUTCString()],
    ["Message-ID", "<1@savanna.test>"],
    ["List-Unsubscribe", "<https://jibu.test/unsubscribe/abc>"],
    ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"],
    ...mime,
  ];
  return mailBytes([await dkimSignature(signer, headers, body), ...headers], body);
}

describe("DKIM signatures", () => {
  test("a signed mail verifies, and both unsubscribe headers are covered", async () => {
    const raw = await signedMail();
    expect(isDkimRight(raw, known)).toBe(true);
    const covered = /h=([\w:-]+)/.exec(raw.toString("latin1"))?.[1]?.split(":");
    expect(covered).toEqual(expect.arrayContaining(["from", "subject", "list-unsubscribe", "list-unsubscribe-post"]));
  });

  test.each([
    ["the text", "Habari", "Hahari"],
    ["the subject", "Subject: Offers", "Subject: Offer"],
    ["where one unsubscribes", "jibu.test", "evil.test"],
    ["a second From", "To: wanjiru", "From: <ceo@bank.test>\r\nTo: wanjiru"],
  ])("a mail of which somebody changed %s does not", async (_, from, to) => {
    const changed = (await signedMail()).toString("latin1").replace(from, to);
    expect(isDkimRight(Buffer.from(changed, "latin1"), known)).toBe(false);
  });

  test("hosts on the way may fold headers and add blanks at the end of lines", async () => {
    const raw = (await signedMail()).toString("latin1");
    const folded = raw.replace("Subject: Offers", "Subject:\r\n Offers").replace("Habari\r\n", "Habari \r\n");
    expect(isDkimRight(Buffer.from(folded, "latin1"), known)).toBe(true);
  });

  test("agrees with another implementation: what nodemailer signs verifies here", async () => {
    const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    const { message } = await transport.sendMail({
      ...{
        from: "news@savanna.test",
        to: "a@mail.test",
        subject: "Grüße aus Nairobi",
        text: "Line  one \n\n\n",
        html: "<p>x</p>",
      },
      dkim: {
        domainName: "savanna.test",
        keySelector: "s1",
        privateKey: signer.key.export({ type: "pkcs8", format: "pem" }) as string,
      },
    });
    expect(isDkimRight(message as Buffer, known)).toBe(true);
  });
});

describe("mails as they go over the line", () => {
  test("a name or subject can't begin another header", () => {
    for (const made of [
      headerText("Hi\r\nBcc: all@mail.test"),
      headerAddress({ name: 'A"\r\nBcc: b', address: "a@b.test" }),
    ])
      expect(made).not.toMatch(/[\r\n]/);
  });

  test.each([
    ["plain", "Habari"],
    ["of other letters", "Grüße, 你好 🎉 ".repeat(20)],
    ["longer than a line", "offer ".repeat(300)],
  ])("a subject comes back as it was: %s", async (_, subject) => {
    const { default: PostalMime } = await import("postal-mime");
    const read = await PostalMime.parse(await signedMail({ subject }));
    expect(read.subject).toBe(subject.trim());
  });

  test.each(["", "a=b", "tail \nnext\t\n", `${"é".repeat(200)}\n.\n`, "x ".repeat(200)])(
    "a text comes back as it was, in lines of at most 76 signs: %j",
    async (text) => {
      for (const line of quotedPrintable(text).split("\r\n")) expect(line.length).toBeLessThanOrEqual(76);
      const { default: PostalMime } = await import("postal-mime");
      const read = await PostalMime.parse(await signedMail({ text }));
      expect((read.text ?? "").trimEnd()).toBe(text.trimEnd());
    },
  );

  test("pictures are of the HTML part, files beside it", async () => {
    const bytes = new TextEncoder().encode("not really a picture".repeat(20));
    const fixed = fixedParts(
      [{ id: "p1@jibu", name: "a.png", type: "image/png", bytes }],
      [{ name: "Bei ya ünga.pdf", type: "application/pdf", bytes }],
    );
    const { headers, body } = mimeBody({ text: "t", html: '<img src="cid:p1@jibu">', fixed });
    const { default: PostalMime } = await import("postal-mime");
    const { attachments } = await PostalMime.parse(mailBytes([["From", "a@b.test"], ...headers], body));
    expect(attachments.map(({ filename, related = false, mimeType }) => ({ filename, related, mimeType }))).toEqual([
      { filename: "a.png", related: true, mimeType: "image/png" },
      { filename: "Bei ya ünga.pdf", related: false, mimeType: "application/pdf" },
    ]);
    expect(Buffer.from(attachments[1]?.content as ArrayBuffer).toString()).toBe(Buffer.from(bytes).toString());
  });
});
