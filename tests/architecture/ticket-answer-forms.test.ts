import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Application, startApplication } from "../setup/application";

/** Answers to customers as a browser without script gives them, from the page to the customer's mail and back. */
let application: Application;
let owner: string;
let authorization: string;
let ticket: number;
beforeAll(async () => {
  application = await startApplication();
  owner = await application.cookie("owner@savanna.test");
  authorization = `Bearer ${await application.token("owner@savanna.test")}`;
  const fields = {
    subject: "The kettle leaks",
    customer_name: "Asha",
    customer_email: "asha@mail.test",
    from_customer: "1",
  };
  const response = await fetch(`${application.url}/api/ticketing/tickets`, {
    ...{ method: "POST", headers: { authorization, "content-type": "application/json" }, body: JSON.stringify(fields) },
  });
  ticket = ((await response.json()) as { ticket: { id: number } }).ticket.id;
}, 120_000);
afterAll(() => application.stop());

const text = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

async function read(path: string) {
  const response = await fetch(application.url + path, { headers: { cookie: owner } });
  return { status: response.status, html: await response.text() };
}

async function post(path: string, fields: Record<string, string>, form: FormData | URLSearchParams = new FormData()) {
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const headers = { cookie: owner, origin: application.url };
  const response = await fetch(application.url + path, { method: "POST", headers, body: form, redirect: "manual" });
  return { status: response.status, html: await response.text() };
}

const mailOf = async () => text((await read("/sandbox/mail")).html);
const page = (panel = "") => `/ticketing/show/${ticket}${panel}`;

test("the page says where a public comment goes, and what became of it", async () => {
  expect(text((await read(page())).html)).toContain("Public: goes to asha@mail.test by email");
  expect((await post(page("/customer"), { add_copy: "boss@mail.test" })).status).toBe(302);
  expect(text((await read(page("/comments"))).html)).toContain("goes to asha@mail.test and 1 on copy by email");
  expect((await post(page("/customer"), { add_copy: "nobody" })).html).toContain("This is not an email address.");
  const sent = await post(page("/comments"), { body: "We send another kettle.", kind: "public", reply_by: "" });
  expect(sent.status).toBe(302);
  await vi.waitFor(
    async () =>
      expect(text((await read(page())).html)).toMatch(/Email to asha@mail\.test, copy to boss@mail\.test Sent/),
    { timeout: 20_000, interval: 200 },
  );
  expect(await mailOf()).toContain(`Re: The kettle leaks [#${ticket}]`);
});

test("the settings turn new mails into tickets and keep the texts", async () => {
  const { html } = await read("/ticketing/settings/email");
  const id = /name="mailbox" value="(\d+)"/.exec(html)?.[1] ?? "";
  expect(text(html)).toContain("support@savanna.test");
  const forms = () => new URLSearchParams();
  expect((await post("/ticketing/settings/email", { mailbox: id, new_mails: "tickets" }, forms())).status).toBe(302);
  const texts = { signature: "Savanna Traders", acknowledgement: "It is #{{id}}.", reply_to: "" };
  expect((await post("/ticketing/settings/email", texts, forms())).status).toBe(302);
  const after = (await read("/ticketing/settings/email")).html;
  expect(after).toMatch(/<input[^>]*value="tickets"[^>]*checked|<input[^>]*checked[^>]*value="tickets"/);
  expect(after).toContain("Savanna Traders</textarea>");
  // What lies in a mailbox before it is first looked into is never taken.
  await vi.waitFor(
    async () => {
      const channels = await fetch(`${application.url}/api/social/channels?channel=email`, {
        headers: { authorization },
      });
      expect(await channels.text()).toMatch(/"fetched_at":"/);
    },
    { timeout: 30_000, interval: 250 },
  );
  const wrote = { from: "njeri@mail.test", name: "Njeri", subject: "A broken lid", text: "The lid broke." };
  await post("/sandbox/mail-customers/write", wrote, forms());
  await vi.waitFor(
    async () => expect(text((await read("/ticketing/tickets?q=njeri")).html)).toContain("A broken lid"),
    {
      ...{ timeout: 30_000, interval: 250 },
    },
  );
}, 90_000);
