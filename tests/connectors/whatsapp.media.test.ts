import { afterAll, beforeAll, expect, test } from "vitest";
import { startWhatsapp } from "../../sandbox/whatsapp";
import { whatsapp } from "../../services/connectors/whatsapp";
import { whatsappBusiness } from "../../services/connectors/whatsapp.business";

let graph: Awaited<ReturnType<typeof startWhatsapp>>;
beforeAll(async () => {
  graph = await startWhatsapp();
});
afterAll(() => graph.close());

const where = () => ({ url: graph.url, version: "v23.0", token: graph.token });
const png = (name = "Prices & more.png") => ({
  name,
  type: "image/png",
  bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
});
const call = async (path: string, init: RequestInit = {}) => {
  const headers = { authorization: `OAuth ${graph.token}`, ...(init.headers as Record<string, string>) };
  const answer = await fetch(`${graph.url}/v23.0/${path}`, { method: "POST", ...init, headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const app = "310293848561";

test("a sample is uploaded to the app of the token, in a session, and named by its handle", async () => {
  const handle = await whatsappBusiness(where()).uploadSample(png());
  expect(graph.media.handles.get(handle)).toBe("image/png");
});

test("what Meta would refuse of an upload is refused", async () => {
  const about = "file_name=a.png&file_length=4&file_type=image/png";
  expect((await call(`999/uploads?${about}`)).status).toBe(400);
  expect((await call(`${app}/uploads?file_name=a.png&file_type=image/png`)).status).toBe(400);
  expect((await call(`${app}/uploads?file_name=a.gif&file_length=4&file_type=image/gif`)).status).toBe(400);
  const session = String((await call(`${app}/uploads?${about}`)).body.id);
  expect(session).toMatch(/^upload:.+\?sig=/);
  const bytes = new Uint8Array([1, 2, 3, 4]);
  expect((await call(session, { body: bytes })).status).toBe(400);
  expect(
    (await call(session.replace(/\?sig=.*/, "?sig=1"), { body: bytes, headers: { file_offset: "0" } })).status,
  ).toBe(400);
  const first = await call(session, { body: bytes.slice(0, 2), headers: { file_offset: "0" } });
  expect(first.body).toEqual({ file_offset: 2 });
  expect((await call(session, { method: "GET" })).body).toMatchObject({ file_offset: 2 });
  expect((await call(session, { body: bytes, headers: { file_offset: "0" } })).status).toBe(400);
  const rest = await call(session, { body: bytes.slice(2), headers: { file_offset: "2" } });
  expect(rest.body).toEqual({ h: expect.stringMatching(/^4:/) });
});

test("a template whose header is a file needs a sample of its kind", async () => {
  const business = whatsappBusiness(where());
  const make = (format: string, example: object) =>
    business.createTemplate(graph.account, {
      ...{ name: `made_${format.toLowerCase()}`, language: "en", category: "UTILITY" },
      components: [
        { type: "HEADER", format, ...example },
        { type: "BODY", text: "Hello." },
      ],
    });
  await expect(make("IMAGE", {})).rejects.toMatchObject({ said: expect.stringContaining("needs a sample") });
  const header_handle = [await business.uploadSample(png())];
  await expect(make("VIDEO", { example: { header_handle } })).rejects.toMatchObject({ code: 100 });
  expect(await make("IMAGE", { example: { header_handle } })).toMatchObject({ status: "PENDING" });
});

test("a message can't name a file that WhatsApp does not have any more, or that its header does not take", async () => {
  const line = whatsapp({ ...where(), number: graph.number });
  const kept = await line.keep(png());
  if (kept.kind !== "kept") throw new Error("it was not kept");
  const send = () => {
    const header = { type: "header", parameters: [{ type: "image", image: { id: kept.id } }] };
    const body = { type: "body", parameters: [{ type: "text", text: "Amina" }] };
    return line.template("254711990001", { name: "new_catalogue", language: "en", components: [header, body] }, "1");
  };
  expect((await send()).kind).toBe("sent");
  graph.media.media.delete(kept.id);
  expect(await send()).toMatchObject({ kind: "refused", code: 100 });
  const odd = await line.keep({ name: "a.html", type: "text/html", bytes: new Uint8Array([60]) });
  expect(odd).toMatchObject({ kind: "refused", code: 100 });
  const film = { name: "film.mp4", type: "video/mp4", bytes: new Uint8Array([0]) };
  const body = [{ type: "body", parameters: [{ type: "text", text: "Amina" }] }];
  const wrong = { name: "new_catalogue", language: "en", components: body };
  expect(await line.template("254711990001", wrong, "2", film)).toMatchObject({ kind: "refused", code: 132012 });
});
