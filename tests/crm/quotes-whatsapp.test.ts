import { afterEach, beforeEach, expect, test } from "vitest";
import type { Quote } from "../../services/crm/contract.quotes";
import { type CrmStage, crmStage, type Token } from "./fixture";

type WrittenMessage = {
  contact_id: number;
  request_id: string;
  message: string;
  file: { id: string; name: string; type: string };
};

let fixture: CrmStage;
/** The conversation that runs with the customer; null: none in which anything may be written. */
let conversation: number | null;
let asked: string[];
let written: Map<string, WrittenMessage>;
let kept: Map<string, { id: string; name: string; type: string; bytes: number }>;
let refusal: string;
beforeEach(async () => {
  [conversation, asked, written, kept, refusal] = [53, [], new Map(), new Map(), ""];
  const now = new Date("2026-11-24T06:00:00Z");
  fixture = await crmStage(() => now, {
    chat: {
      async openConversation({ body }: { body: { msisdn: string } }) {
        asked.push(body.msisdn);
        const until = conversation === null ? null : Math.floor(now.getTime() / 1_000) + 3_600;
        return { status: 200, body: { contact_id: conversation, until } };
      },
      async messageStates({ body }: { body: { message_ids: string[] } }) {
        return { status: 200, body: { data: body.message_ids.filter((id) => written.has(id)) } };
      },
      async writeFor({ body }: { body: WrittenMessage }) {
        if (refusal) return { status: 406, body: { status: 406, message: refusal } };
        written.set(body.request_id, body);
        return { status: 201, body: { message_id: body.request_id } };
      },
    },
    uploads: {
      async filesOf({ query }: { query: { subject_id: string } }) {
        const found = kept.get(query.subject_id);
        return { status: 200, body: { files: found ? [found] : [] } };
      },
      async keep({ query, stream }: { query: { name: string; subject_id: string }; stream: { body: ReadableStream } }) {
        const bytes = new Uint8Array(await new Response(stream.body).arrayBuffer());
        expect(Buffer.from(bytes.slice(0, 5)).toString()).toBe("%PDF-");
        const file = { id: `file-${kept.size}`, name: query.name, type: "application/pdf", bytes: bytes.length };
        kept.set(query.subject_id, file);
        return { status: 201, body: file };
      },
    },
  });
});
afterEach(() => fixture.close());

async function made(phone = "0722000001"): Promise<Quote> {
  const form = { name: "Amina Hassan", email: "amina@kilifi.test", phone };
  const contact = (await fixture.ask("createCrmContact", { body: form })).body as { id?: number };
  const line = { name: "Cold room", quantity: 1, price_cents: 1_000_000, vat: "exempt" };
  const body = { key: `quote of ${phone}`, contact_id: contact.id, lines: [line], valid_until: "2026-11-30" };
  return (await fixture.ask("createQuote", { body })).body as unknown as Quote;
}
const reach = (id: number, token: Token = "chatty") => fixture.ask("quoteOnWhatsapp", { params: { id } }, token);
const send = ({ id, revision }: Pick<Quote, "id" | "revision">, key = "post-key-1", token: Token = "chatty") =>
  fixture.ask("sendQuoteOnWhatsapp", { params: { id }, body: { key, revision, message: "As we said." } }, token);
const history = () =>
  fixture.rows<{ after: string }>("select after from crm.changes where field = 'Quote 1' order by id");

test("a quote goes as a PDF into the conversation with its customer, once for a key", async () => {
  const quote = await made();
  expect((await reach(quote.id)).body).toEqual({
    phone: "+254722000001",
    until: "2026-11-24T07:00:00.000Z",
    fault: "",
  });
  const sent = await send(quote);
  expect(sent).toMatchObject({ status: 201, body: { state: "sent", versions: [{ version: 1 }] } });
  expect((await send(quote)).status).toBe(201);
  expect(asked.every((msisdn) => msisdn === "+254722000001")).toBe(true);
  const [message, ...more] = [...written.values()];
  expect(more).toEqual([]);
  expect(message).toMatchObject({ contact_id: 53, file: { name: "quote-1.pdf", type: "application/pdf" } });
  expect(message?.message).toMatch(
    /^As we said\.\n\nQuote 1 from Savanna Traders: KES 10,000\.00, valid until Mon, 30 November 2026\.$/,
  );
  expect((await history()).map(({ after }) => after.split(",")[0])).toEqual(["Made", "Sent", "Sent on WhatsApp"]);
  // With another key it is another message of the same version.
  expect((await send(quote, "post-key-2")).status).toBe(201);
  expect([written.size, kept.size]).toEqual([2, 2]);
});

test("without an open conversation, or without a number, it says so and the quote stays a draft", async () => {
  conversation = null;
  const quote = await made();
  expect((await reach(quote.id)).body).toMatchObject({ until: null, fault: expect.stringContaining("24 hours") });
  expect(await send(quote)).toMatchObject({ status: 409, body: { message: expect.stringContaining("24 hours") } });
  const none = await made("");
  expect((await reach(none.id)).body.fault).toContain("no phone number");
  expect((await fixture.ask("quote", { params: { id: quote.id } })).body).toMatchObject({ state: "draft" });
  expect(kept.size).toBe(0);
});

test("what the chat refuses in the last moment is said; the same post again keeps no second file", async () => {
  const quote = await made();
  refusal = "This conversation has ended. What the customer writes next starts a new one.";
  expect(await send(quote)).toMatchObject({ status: 409, body: { message: refusal } });
  refusal = "";
  expect((await send(quote)).status).toBe(201);
  expect([written.size, kept.size]).toEqual([1, 1]);
});

test("who answers no chats can't write into conversations from a quote", async () => {
  const quote = await made();
  expect((await reach(quote.id, "owner")).status).toBe(403);
  expect((await send(quote, "post-key-3", "owner")).status).toBe(403);
  expect(written.size).toBe(0);
});
