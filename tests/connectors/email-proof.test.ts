import { expect, test } from "vitest";
import { parseHeaders } from "../../services/connectors/email/headers";
import { isProven } from "../../services/connectors/email/proof";

const own = { host: "mail.savanna.co.ke", address: "support@savanna.co.ke" };
const from = "jane@shamba.test";
function proven(results: string[], more: { own?: typeof own; from?: string[] } = {}): boolean {
  const lines = [
    ...results.map((one) => `Authentication-Results: ${one}`),
    ...(more.from ?? [`Jane <${from}>`]).map((one) => `From: ${one}`),
  ];
  return isProven(parseHeaders(Buffer.from(`${lines.join("\r\n")}\r\n\r\nHi`)), from, more.own ?? own);
}

test("the mailbox's own host vouches by its topmost results", () => {
  expect(proven(["mail.savanna.co.ke; spf=pass; dmarc=pass (p=reject) header.from=shamba.test"])).toBe(true);
  expect(proven(["mx2.savanna.co.ke 1; dkim=pass header.d=shamba.test;\r\n dmarc=pass"])).toBe(true);
  const gmail = { host: "imap.gmail.com", address: "support@savanna.co.ke" };
  expect(proven(["mx.google.com; dmarc=pass (p=NONE) header.from=shamba.test"], { own: gmail })).toBe(true);
  const outlook = { host: "outlook.office365.com", address: "support@savanna.co.ke" };
  const microsoft =
    "spf=pass (sender IP is 1.2.3.4) smtp.mailfrom=shamba.test; dmarc=pass action=none header.from=shamba.test;compauth=pass";
  expect(proven([microsoft], { own: outlook })).toBe(true);
});

test("no one else's word counts, nor another result", () => {
  const good = "mail.savanna.co.ke; dmarc=pass header.from=shamba.test";
  for (const results of [
    [],
    ["mail.savanna.co.ke; dmarc=fail header.from=shamba.test", good],
    ["mail.savanna.co.ke; spf=pass; dkim=pass", good],
    ["mx.evil.test; dmarc=pass header.from=shamba.test"],
    ["mx.evil.co.ke; dmarc=pass"],
    ["evilsavanna.co.ke; dmarc=pass"],
    ["mail.savanna.co.ke; dmarc=pass header.from=evil.test"],
    ["mail.savanna.co.ke; dmarc=pass; dmarc=fail"],
    ["mail.savanna.co.ke; spf=pass (dmarc=pass) smtp.mailfrom=evil.test"],
    ['mail.savanna.co.ke; spf=pass smtp.mailfrom="x; dmarc=pass"@evil.test'],
    ["mail.savanna.co.ke; dmarc=passed"],
    ["dmarc=pass header.from=shamba.test"],
  ])
    expect([results, proven(results)]).toEqual([results, false]);
  expect(proven([good], { from: [from, "evil@evil.test"] })).toBe(false);
});
