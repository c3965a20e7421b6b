// /chat/reports/transcript/:id/text - one conversation as plain text
import { showDate } from "../../rules/format";
import { expectStatus, page } from "../shell/page.server";
import { channelNames, customerName } from "./inbox/labels";
import { messageText, notesIn, readMessages, whoSays } from "./reports/transcript.server";

export const loader = page("/chat/reports/transcript/:id/text", async ({ api, params, url }) => {
  const id = Number(params.id) || 0;
  const notes = notesIn(url);
  const { chat, time_zone: zone } = expectStatus(await api.chat.transcript({ params: { id } }), 200);
  const at = (seconds: number) => showDate(seconds * 1000, zone);
  async function* lines() {
    yield `Chat #${id} with ${customerName(chat)}, ${channelNames[chat.channel]}: ${chat.inbox}\n`;
    yield `Began ${at(chat.created_at)}${chat.agent ? `, answered by ${chat.agent}` : ""} (${zone})\n`;
    for await (const one of readMessages(api, id, notes))
      yield `\n${at(one.date)}  ${whoSays(one)}\n${messageText(one)}\n`;
  }
  const encoder = new TextEncoder();
  const source = lines();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await source.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel: async () => void (await source.return(undefined)),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="chat-${id}.txt"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
});
