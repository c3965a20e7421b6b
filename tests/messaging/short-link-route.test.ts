import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { loader } from "../../app/l/$code";
import { inProcess } from "../../services/kit/client";
import { contract } from "../../services/kit/contract";
import { serve } from "../../services/kit/serve";
import { linkCalls, linkDomainAnswer } from "../../services/messaging/contract.links";
import { linkHandlers } from "../../services/messaging/short-links/service";
import { person, surroundings } from "../setup/people";
import { blastStage, phone, type Stage } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

const standard = "https://jibu.example";
const target = "https://savanna.co.ke/bei-ya-leo/maembe-ñ?from=sms";
const android =
  "Mozilla/5.0 (Linux; Android 14; TECNO BG6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
const fake = fakeCarrier();
let fixture: Stage;
let blast = 0;
let link = "";
let context: unknown;

beforeAll(async () => {
  fixture = await blastStage({ standardLinks: () => standard });
  await fixture.work(fake.carrier, { window: 10 });
  const around = surroundings({ owner: person() });
  const served = serve(contract("messaging", linkCalls), linkHandlers(fixture.database, fixture.deps), around);
  const clientsFor = (caller: Parameters<typeof inProcess>[1]) => ({ messaging: inProcess(served, caller) });
  context = { clientsFor, settings: {}, requestId: "test", address: "127.0.0.1", nonce: "" };
  const owner = inProcess(served, { token: "owner", requestId: "test", address: "" });
  await owner.setLinkSettings({ body: { short_links: true, promotional_links: false, link_domain: "" } });
  const sent = await fixture.send({ kind: "express", numbers: phone(1), body: `Prices: ${target}` });
  await fixture.settled(sent.id);
  blast = sent.id;
  link = fake.sent[0]?.text.replace("Prices: ", "") ?? "";
});
afterEach(() => expect(fixture.faults).toEqual([]));
afterAll(() => fixture.close());

/** Opens an address as a browser or a program with this name does. */
async function visit(address: string, agent = android, method = "GET"): Promise<Response> {
  const request = new Request(address, { method, headers: { "user-agent": agent } });
  const code = new URL(address).pathname.split("/").at(-1);
  return loader({ request, params: { code }, context } as unknown as Parameters<typeof loader>[0]);
}
const counts = async () => (await fixture.detail(blast)).links[0];

test("a short link leads to the page of the message, and two taps at once are one click", async () => {
  expect(link).toMatch(/^https:\/\/jibu\.example\/l\/\w{13}$/);
  const [answer] = await Promise.all([visit(link), visit(link)]);
  expect(answer.status).toBe(302);
  // A header has nothing but ASCII.
  expect(answer.headers.get("location")).toBe(new URL(target).href);
  expect(await counts()).toMatchObject({ people: 1, clicks: 1, programs: 0 });
});

test("programs that show previews, and a HEAD, are led on and are no clicks", async () => {
  const before = await counts();
  for (const agent of ["WhatsApp/2.23.20.0", "facebookexternalhit/1.1", ""])
    expect((await visit(link, agent)).status).toBe(302);
  expect((await visit(link, android, "HEAD")).status).toBe(302);
  expect(await counts()).toMatchObject({ people: 1, clicks: before?.clicks, programs: 4 });
});

test("nothing of the address that was opened goes on", async () => {
  const answer = await visit(`${link}?to=https://evil.example`);
  expect(answer.headers.get("location")).toBe(new URL(target).href);
});

test("an unknown link is a page that says so, and shows nothing of the address", async () => {
  for (const code of ["Ab3dEf0000000", "x", "https%3A%2F%2Fevil.example", "<script>"]) {
    const answer = await visit(`${standard}/l/${code}`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("location")).toBeNull();
    expect(answer.headers.get("content-type")).toContain("text/html");
    const page = await answer.text();
    expect(page).toContain("<h1");
    expect(page).toContain("It may have expired.");
    expect(page).not.toMatch(/evil|<script/);
  }
});

test("the links of a blast that is gone have expired", async () => {
  const sent = await fixture.send({
    kind: "express",
    numbers: phone(2),
    body: "Gone soon: https://savanna.co.ke/gone",
  });
  await fixture.settled(sent.id);
  const gone = fake.sent.at(-1)?.text.replace("Gone soon: ", "") ?? "";
  expect((await visit(gone)).status).toBe(302);
  await fixture.rows(`delete from messaging.short_links where blast_id = ${sent.id}`);
  expect((await visit(gone)).status).toBe(404);
});

test("a domain that is asked whether short links arrive here says so", async () => {
  const answer = await visit(`${standard}/l/check`);
  expect([answer.status, await answer.text()]).toEqual([200, linkDomainAnswer]);
});
