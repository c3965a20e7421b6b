import { afterAll, beforeAll, expect, test } from "vitest";
import type { ContactConsent } from "../../services/crm/contract.consents";
import { type CrmStage, crmStage } from "./fixture";
import { outsideServices } from "./sequences.fixture";

let fixture: CrmStage;
const outside = outsideServices();
beforeAll(async () => {
  fixture = await crmStage(undefined, outside.services);
});
afterAll(() => fixture.close());

const consents = async (id: number, token?: "other" | "unsold") => {
  const { status, body } = await fixture.ask("contactConsents", { params: { id } }, token);
  return { status, data: body.data as ContactConsent[] };
};
const said = (contact: string, change: "in" | "out", source: string, minutes: number) =>
  fixture.rows(`
    insert into events.consents (customer_account, contact, change, source, by, at)
    values ('100001', '${contact}', '${change}', '${source}', 'Amina', now() - interval '${minutes} minutes') returning 1`);

const willing = { opted_out: false, source: "", at: null };

test("each number and address of a contact says whether it is written to, and what was last said about it", async () => {
  const { id } = await fixture.lead({ phone: "+254711666001", email: "Amina@Duka.test" });
  const added = await fixture.ask("addContactPoint", { body: { id, value: "0711 666 002" } });
  expect(added.status).toBe(201);
  outside.optedOut.add("+254711666002");
  outside.optedOut.add("amina@duka.test");
  await said("+254711666002", "in", "Web form", 60);
  await said("+254711666002", "out", "Texted STOP", 5);
  const { data } = await consents(id);
  expect(data).toEqual([
    { contact: "+254711666001", opted_out: false, whatsapp_marketing: willing, last: null },
    { contact: "amina@duka.test", opted_out: true, whatsapp_marketing: null, last: null },
    {
      ...{ contact: "+254711666002", opted_out: true, whatsapp_marketing: willing },
      last: { change: "out", source: "Texted STOP", by: "Amina", at: expect.any(String) },
    },
  ]);
  expect((await consents(id, "other")).status).toBe(404);
  expect((await consents(id, "unsold")).status).toBe(403);
});

test("where the sender of messages does not answer, the rest is told and this is not known", async () => {
  const { id } = await fixture.lead({ phone: "+254711666003", email: "known@duka.test" });
  const { messaging } = outside.services;
  const kept = messaging.optedOut;
  messaging.optedOut = (async () => ({ status: 503, body: { status: 503, message: "Away." } })) as never;
  try {
    expect((await consents(id)).data.map(({ opted_out }) => opted_out)).toEqual([null, false]);
  } finally {
    messaging.optedOut = kept;
  }
});

test("a number whose owner wants no marketing on WhatsApp says so, with how and when; unknown where WhatsApp does not answer", async () => {
  const { id } = await fixture.lead({ phone: "+254711666004" });
  const out = { source: "Stopped promotions in WhatsApp", at: "2026-11-20T08:00:00.000Z" };
  outside.unwilling.push({ msisdn: "+254711666004", ...out });
  const marketing = async () => (await consents(id)).data.map((one) => [one.opted_out, one.whatsapp_marketing]);
  expect(await marketing()).toEqual([[false, { opted_out: true, ...out }]]);
  const { whatsapp } = outside.services;
  const kept = whatsapp.marketingOptOuts;
  whatsapp.marketingOptOuts = (async () => ({ status: 503, body: { status: 503, message: "Away." } })) as never;
  try {
    expect(await marketing()).toEqual([[false, { opted_out: null, source: "", at: null }]]);
  } finally {
    whatsapp.marketingOptOuts = kept;
  }
});
