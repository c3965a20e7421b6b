import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import { requestId, type WebchatFixture, webchatFixture } from "./fixture";

let fixture: WebchatFixture;
beforeAll(async () => {
  fixture = await webchatFixture();
}, 60_000);
afterAll(() => fixture.end());

test("a visitor who missed hundreds of messages gets every one of them", async () => {
  const { key } = await fixture.application();
  const { token, contact } = await fixture.visitor(key);
  const said = await fixture.visit("/messages", { token, body: { request_id: requestId(), text: "First" } });
  const missed = Array.from({ length: 700 }, (_, n) => `Missed ${n}`);
  await inAccount(fixture.database.db, "100001", (trx) =>
    sql`
      insert into chat.messages (customer_account, contact_id, inbox_id, message_id, author, type, is_admin, text, at, status)
      select m.customer_account, m.contact_id, m.inbox_id, md5(given.text), 'agent', 'text', true, given.text,
        m.at + make_interval(secs => given.n), 'sent'
      from chat.messages m, unnest(${missed}::text[]) with ordinality given (text, n)
      where m.customer_account = '100001' and m.contact_id = ${contact} and m.id = ${said.body.message.id}`.execute(
      trx,
    ),
  );
  const headers = { "last-event-id": String(said.body.message.id) };
  const told = await firstEvent(token, headers);
  const texts = told.messages.map(({ text }) => text).filter((text) => text !== "First");
  expect(texts).toEqual(missed);
}, 30_000);

/** What a stream begins with. */
async function firstEvent(token: string, headers: Record<string, string>): Promise<{ messages: { text: string }[] }> {
  const response = await fixture.app.fetch(
    new Request("http://jibu.test/webchat/v1/events", {
      headers: { host: "jibu.test", authorization: `Bearer ${token}`, ...headers },
    }),
  );
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n\n")) text += (await reader?.read())?.value ?? "";
  await reader?.cancel();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? "{}");
}
