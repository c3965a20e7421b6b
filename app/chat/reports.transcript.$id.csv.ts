// /chat/reports/transcript/:id.csv - what was written in one conversation
import { csvResponse, localTimes } from "../../services/kit/csv";
import { need, page } from "../shell/page.server";
import { messagesOf, notesIn, textOf, whoSays } from "./transcript.server";

export const loader = page("/chat/reports/transcript/:id.csv", async ({ ask, params, url, viewer }) => {
  const id = Number(params.id) || 0;
  const notes = notesIn(url);
  need(await ask.chat.transcript({ params: { id } }), 200);
  const local = localTimes(viewer.time_zone);
  async function* lines() {
    for await (const one of messagesOf(ask, id, notes))
      yield [local(new Date(one.date * 1000)), whoSays(one), one.type, textOf(one), one.file_name, one.status];
  }
  return csvResponse(`chat-${id}.csv`, ["Time", "Who", "Kind", "Text", "File", "Status"], lines());
});
