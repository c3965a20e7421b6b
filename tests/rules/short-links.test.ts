import { expect, test } from "vitest";
import {
  canLead,
  isLinkProgram,
  linkBefore,
  linksIn,
  sampleLink,
  withShortLinks,
  withTargets,
} from "../../rules/short-links";

const base = "https://go.savanna.co.ke";

test("whole web addresses are links, each once and without the mark that ends the sentence", () => {
  const text = "See https://a.co.ke/x?y=1. Or (http://b.co.ke/z), or https://a.co.ke/x?y=1!";
  expect(linksIn(text, base)).toEqual(["https://a.co.ke/x?y=1", "http://b.co.ke/z"]);
});

test("a link with a merge field, a short one, and what is no web page stay as they are", () => {
  const text = `https://a.co.ke/{account} ${linkBefore(base, "Ab3dEf")} ftp://a.co.ke javascript:alert(1) https://localhost/x www.a.co.ke`;
  expect(linksIn(text, base)).toEqual([]);
  expect(withShortLinks(text, base, () => "never")).toBe(text);
});

test("a text with short links goes back to what was typed", () => {
  const text = "Offers: https://a.co.ke/x, more at https://a.co.ke/x/y.";
  const codes = new Map([
    ["https://a.co.ke/x", linkBefore(base, "AAAAAA")],
    ["https://a.co.ke/x/y", linkBefore(base, "BBBBBB")],
  ]);
  const short = withShortLinks(text, base, (target) => codes.get(target) ?? "");
  expect(short).toBe(`Offers: ${base}/l/AAAAAA0000000, more at ${base}/l/BBBBBB0000000.`);
  expect(sampleLink(base)).toHaveLength(linkBefore(base, "AAAAAA").length);
  expect(
    withTargets(
      short,
      [...codes].map(([target, link]) => ({ target, link })),
    ),
  ).toBe(text);
});

test("only web pages under a name are targets", () => {
  expect(canLead("https://a.co.ke/x")).toBe(true);
  for (const target of ["javascript:alert(1)", "//a.co.ke", "https://user:pw@a.co.ke", "https://x", "data:text/html,x"])
    expect(canLead(target), target).toBe(false);
});

test("programs that show previews, check links or load ahead are told from people", () => {
  const asks = (agent: string, more: Record<string, string> = {}) => new Headers({ "user-agent": agent, ...more });
  const phone =
    "Mozilla/5.0 (Linux; Android 14; TECNO BG6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
  expect(isLinkProgram("GET", asks(phone))).toBe(false);
  expect(isLinkProgram("HEAD", asks(phone))).toBe(true);
  expect(isLinkProgram("GET", asks(phone, { "sec-purpose": "prefetch;prerender" }))).toBe(true);
  for (const agent of [
    "facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "WhatsApp/2.23.20.0",
    "TelegramBot (like TwitterBot)",
    "curl/8.5.0",
    "",
  ])
    expect(isLinkProgram("GET", asks(agent)), agent).toBe(true);
});
