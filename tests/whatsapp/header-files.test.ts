import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type WhatsappFixture, whatsappFixture } from "./fixture";

let fixture: WhatsappFixture;
beforeAll(async () => {
  fixture = await whatsappFixture();
  await fixture.ask("refreshNumber", { params: { id: fixture.number.id } });
  await fixture.ask("syncTemplates");
}, 90_000);
afterAll(() => fixture.end());
beforeEach(async () => {
  await fixture.stopSending();
  fixture.graph.media.behaviour.files = "accept";
});

const form = (name: string, more: object = {}) => ({
  ...{ channel_id: fixture.number.id, name, language: "en", category: "MARKETING" },
  ...{ body: "Hello {{1}}, here is what you asked for.", samples: { "body.1": "Wanjiru" }, ...more },
});
const create = (body: object) => fixture.ask("createTemplate", { body });
const atMeta = (name: string) => [...fixture.graph.business.templates.values()].find((one) => one.name === name);

/** An approved template with a header of this kind. */
async function approved(name: string, header_format: string, type: string): Promise<number> {
  const made = await create(form(name, { header_format, header_file: fixture.sendFile("sample", type) }));
  expect(made.status).toBe(201);
  await fixture.graph.business.decide(atMeta(name)?.id ?? "", "APPROVED");
  await fixture.until(async () => expect((await fixture.template(name)).status).toBe("approved"));
  return made.body.id;
}

test.each([
  ["IMAGE", "image/png", "Prices & more.png"],
  ["DOCUMENT", "application/pdf", "Bei.pdf"],
  ["VIDEO", "video/mp4", "Film.mp4"],
])(
  "a template with a header of the kind %s is handed in with its sample, and shown with it",
  async (header_format, type, name) => {
    const bytes = new Uint8Array(70_000).fill(7);
    const file = fixture.sendFile(name, type, bytes);
    const title = `sample_${header_format.toLowerCase()}`;
    const made = await create(form(title, { header_format, header_file: file }));
    expect(made.body).toMatchObject({ status: "pending", sample: { name, type, bytes: 70_000 } });
    expect(made.body.sample.url).toContain(`/files/${file}?`);
    const header = atMeta(title)?.components[0];
    expect(header).toMatchObject({ type: "HEADER", format: header_format });
    expect(fixture.graph.media.handles.get(header?.example?.header_handle?.[0] ?? "")).toBe(type);
    // A sync neither loses the sample nor takes Meta's address of it for a change.
    await fixture.ask("syncTemplates");
    expect((await fixture.ask("syncTemplates")).body).toMatchObject({ added: 0, changed: 0 });
    const [listed] = (
      await fixture.ask("usableTemplates", { query: { channel_id: fixture.number.id } })
    ).body.data.filter((one: { name: string }) => one.name === title);
    expect(listed.sample.name).toBe(name);
    // It goes with its template.
    expect((await fixture.ask("deleteTemplate", { params: { id: made.body.id } })).status).toBe(201);
    expect(fixture.social.files.has(file)).toBe(false);
  },
);

test("a sample that WhatsApp would not take, that is not there or is another person's is refused at its field", async () => {
  const header = (header_format: string, header_file: string | null) =>
    create(form("never_made", { header_format, header_file }));
  const words = async (format: string, file: string | null) => (await header(format, file)).body.errors.header_file[0];
  expect(await words("IMAGE", null)).toContain("Choose a sample");
  expect(await words("IMAGE", fixture.sendFile("a.pdf", "application/pdf"))).toContain("a JPEG or a PNG");
  const large = new Uint8Array(5 * 1024 * 1024 + 1);
  expect(await words("IMAGE", fixture.sendFile("a.png", "image/png", large))).toContain("at most 5 MB");
  expect(await words("VIDEO", crypto.randomUUID())).toContain("no longer there");
  expect(await words("DOCUMENT", fixture.sendFile("a.pdf", "application/pdf", undefined, "7"))).toContain("no longer");
  const both = await create(form("never_made", { header_format: "IMAGE", header: "New", header_file: null }));
  expect(both.body.errors.header).toEqual([expect.stringContaining("a text or a file")]);
  expect(atMeta("never_made")).toBeUndefined();
});

test("a file for everyone is given to WhatsApp once, and each message names it; a row's own link goes before it", async () => {
  const members = fixture.group(31, 3, "25471131");
  const [own] = members;
  const link = "https://savanna.test/own.png";
  fixture.groups.set(31, [{ ...own, fields: { town: link } } as never, ...members.slice(1)]);
  const id = await fixture.draft(31, "new_catalogue");
  const params = { id };
  const set = (file_id: string | null) => fixture.ask("setBroadcastFile", { params, body: { file_id } });
  expect((await fixture.confirm(id)).body.errors).toEqual({
    "mapping.header.media": ["Choose the picture, or give a link to it."],
  });
  // The values can be kept without it: the page that confirms asks for the file.
  const early = { mapping: { "body.1": { field: "", text: "customer" } }, file_later: true };
  expect((await fixture.ask("mapBroadcast", { params, body: early })).status).toBe(201);
  expect((await set(fixture.sendFile("a.mp4", "video/mp4"))).body.errors.file_id[0]).toContain("a JPEG or a PNG");
  const first = fixture.sendFile("First.png", "image/png");
  expect((await set(first)).status).toBe(201);
  const second = fixture.sendFile("Catalogue.jpg", "image/jpeg", new Uint8Array([0xff, 0xd8, 0xff]));
  expect((await set(second)).status).toBe(201);
  expect((await set(second)).status).toBe(201);
  expect([fixture.social.files.has(first), fixture.social.files.has(second)]).toEqual([false, true]);
  const mapping = { "header.media": { field: "town" }, "body.1": { field: "first_name", text: "customer" } };
  expect((await fixture.ask("mapBroadcast", { params, body: { mapping } })).status).toBe(201);
  const draft = await fixture.broadcast(id);
  expect(draft).toMatchObject({ recipients: 3, left_out: [], file: { name: "Catalogue.jpg" } });
  expect(draft.file.url).toContain(`/files/${second}?`);
  const given = fixture.graph.media.media.size;
  fixture.startSending();
  expect((await fixture.confirm(id)).status).toBe(201);
  expect((await set(null)).status).toBe(409);
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("finished"));
  expect(fixture.graph.media.media.size).toBe(given + 1);
  const lines = members.map(({ msisdn }) => fixture.graph.customers().find((one) => `+${one.id}` === msisdn)?.lines);
  expect(lines[0]).toMatchObject([{ text: expect.stringContaining(`[image] ${link}`) }]);
  for (const others of lines.slice(1)) expect(others).toMatchObject([{ file: "Catalogue.jpg" }]);
  // The cost is what it is without a file.
  expect(draft.cost_cents).toBe(3 * 450);
});

test("a dry run sends the file, and a link for everyone takes its place", async () => {
  fixture.group(32, 1, "25471132");
  const id = await fixture.draft(32, "new_catalogue");
  const params = { id };
  const file = fixture.sendFile("Dry.png", "image/png");
  await fixture.ask("setBroadcastFile", { params, body: { file_id: file } });
  fixture.startSending();
  const tried = await fixture.ask("testBroadcast", { params, body: { phone: "0711320099", key: "dry-run-of-a-file" } });
  expect(tried.status).toBe(201);
  await fixture.until(() => expect(fixture.gotBy("+254711320099")).toBe(1));
  const mapping = { "header.media": { text: "https://savanna.test/a.png" }, "body.1": { text: "customer" } };
  expect((await fixture.ask("mapBroadcast", { params, body: { mapping } })).status).toBe(201);
  expect((await fixture.broadcast(id)).file).toBeNull();
  // The dry run still has it.
  expect(fixture.social.files.has(file)).toBe(true);
  expect((await fixture.broadcast(tried.body.id)).file.name).toBe("Dry.png");
});

test("WhatsApp keeps a file for 30 days: a broadcast that goes on later gives it again", async () => {
  const [member] = fixture.group(33, 1, "25471133");
  const id = await fixture.draft(33, "new_catalogue");
  await fixture.ask("setBroadcastFile", {
    params: { id },
    body: { file_id: fixture.sendFile("Late.png", "image/png") },
  });
  const given = fixture.graph.media.media.size;
  // It was given at the first try, 31 days ago.
  await fixture.rows(sql`
    update whatsapp.broadcasts set media_id = 'gone', media_at = now() - interval '31 days'
    where customer_account = ${fixture.savanna} and id = ${id}`);
  fixture.startSending();
  await fixture.confirm(id);
  await fixture.until(() => expect(fixture.gotBy(member?.msisdn ?? "")).toBe(1));
  expect(fixture.graph.media.media.size).toBe(given + 1);
});

test("while WhatsApp takes no files nothing leaves; one that it refuses stops the broadcast with the reason", async () => {
  const [member] = fixture.group(34, 1, "25471134");
  const id = await fixture.draft(34, "new_catalogue");
  await fixture.ask("setBroadcastFile", {
    params: { id },
    body: { file_id: fixture.sendFile("Odd.png", "image/png") },
  });
  fixture.graph.media.behaviour.files = "wait";
  fixture.startSending();
  await fixture.confirm(id);
  const waits = () =>
    fixture.rows<{ due_at: Date }>(
      sql`select due_at from whatsapp.queue where broadcast_id = ${id} and due_at > now()`,
    );
  await fixture.until(async () => expect(await waits()).toHaveLength(1));
  expect((await fixture.broadcast(id)).counts).toMatchObject({ queued: 1, sending: 0 });
  fixture.graph.media.behaviour.files = "fail";
  await fixture.rows(sql`update whatsapp.queue set due_at = now() where broadcast_id = ${id}`);
  await fixture.until(async () => expect((await fixture.broadcast(id)).status).toBe("paused"));
  expect((await fixture.broadcast(id)).stopped).toContain("Odd.png could not be given to WhatsApp.");
  fixture.graph.media.behaviour.files = "accept";
  expect((await fixture.ask("resumeBroadcast", { params: { id } })).status).toBe(201);
  await fixture.until(() => expect(fixture.gotBy(member?.msisdn ?? "")).toBe(1));
});

test("an agent's template goes with its file, which is shown in the conversation", async () => {
  const { social, graph } = fixture;
  const id = await approved("with_a_paper", "DOCUMENT", "application/pdf");
  await graph.write("254711350001", "Send me the papers", "Amina");
  const one = async () => (await social.chat.ask("contacts", { query: { q: "the papers" } })).body.data[0];
  await fixture.until(async () => expect(await one()).toBeDefined());
  const { contact_id } = await one();
  await social.chat.ask("startContact", { params: { id: contact_id } });
  const send = (request_id: string, file_id: string | null, values: object = { "body.1": "Amina" }) =>
    fixture.ask("sendTemplate", { params: { id }, body: { contact_id, request_id, values, file_id } }, "joy");
  const request = "f".repeat(32);
  expect((await send(request, null)).body.message).toBe("Choose the document first, or give a link to it.");
  const wrong = await send(request, fixture.sendFile("a.png", "image/png", undefined, "2"));
  expect(wrong).toMatchObject({ status: 422, body: { errors: { file_id: [expect.stringContaining("a PDF")] } } });
  const others = await send(request, fixture.sendFile("b.pdf", "application/pdf", undefined, "1"));
  expect(others.status).toBe(422);
  expect(fixture.wallet.holds.has(`whatsapp:template:${request}:1`)).toBe(false);
  const file = fixture.sendFile("Papers.pdf", "application/pdf", undefined, "2");
  expect((await send(request, file)).status).toBe(201);
  // The same post again is the same message.
  expect((await send(request, file)).status).toBe(201);
  await fixture.until(() => expect(fixture.gotBy("+254711350001")).toBe(1));
  const customer = graph.customers().find((each) => each.id === "254711350001");
  expect(customer?.lines.at(-1)).toMatchObject({ file: "Papers.pdf", text: expect.stringContaining("Hello Amina") });
  const { body } = await social.chat.ask("messages", { params: { id: contact_id } });
  const written = body.data.at(-1);
  expect(written).toMatchObject({ type: "text", file_name: "Papers.pdf", file_type: "application/pdf" });
  expect(written.message).toBe("Hello Amina, here is what you asked for.");
  expect(written.url).toContain(`/files/${file}?`);
  expect(fixture.wallet.holds.get(`whatsapp:template:${request}:1`)).toBe(450);
  await fixture.until(async () => {
    const now = await social.chat.ask("messages", { params: { id: contact_id } });
    expect(now.body.data.at(-1).status).toBe("read");
  });
});
