// /chat/reports/transcript/:id.csv - what was written in one conversation
import { fileResponse } from "../kit/lists/file.server";
import { expectStatus, page } from "../shell/page.server";
import { messageText, notesIn, readMessages, whoSays } from "./reports/transcript.server";

export const loader = page("/chat/reports/transcript/:id.csv", async ({ api, params, url, viewer }) => {
  const id = Number(params.id) || 0;
  const notes = notesIn(url);
  expectStatus(await api.chat.transcript({ params: { id } }), 200);
  async function* lines() {
    for await (const one of readMessages(api, id, notes))
      yield [new Date(one.date * 1000), whoSays(one), one.type, messageText(one), one.file_name, one.status];
  }
  const columns = ["Time", "Who", "Kind", "Text", "File", "Status"].map((heading) => ({ name: heading, heading }));
  return fileResponse(url, { name: `chat-${id}`, columns, rows: lines(), zone: viewer.time_zone });
});
