import { data } from "@remix-run/node";
import { done } from "../shell/page.server";
import { type InboxRequest, searchOf } from "./desk.server";
import { deskTo } from "./desk-links";
import { type Posted, readForm } from "./form.server";
import { type SubmittedReply, send, writtenFrom } from "./send.server";
import { beginWith } from "./start.server";

type Level = "warning" | "error";

/** Stays where one is, with the reason; what was written comes back into its field. */
export function stay(
  status: number,
  message: string,
  more: { written?: SubmittedReply; title?: string; level?: Level } = {},
) {
  const { written, title = "Warning", level = "warning" } = more;
  return data(
    { written: written ?? null, began: null, notice: { level, title, message } },
    { status: status === 400 || status === 406 ? 422 : status },
  );
}

/** Every button of the inbox without script, and all but the composer with it. `intent` says which. */
export async function act(given: InboxRequest) {
  const { api, request, url, from } = given;
  const id = searchOf(url).chat;
  const form = await readForm(api, request);
  if (form.value("intent") === "begin") return beginWith(given, form);
  if (!id) return stay(422, "Choose a conversation first.");
  const params = { id };
  const here = deskTo(url.search);
  /** Refused calls have a message of their own. */
  const on = async (answer: { status: number; body: unknown }, to = here, said?: [title: string, message: string]) => {
    if (answer.status === 201) return done(from, to, said?.[1], said?.[0]);
    return stay(answer.status, (answer.body as { message: string }).message);
  };
  switch (form.value("intent")) {
    case "write":
      return write(given, id, form);
    case "start":
      return on(await api.chat.startContact({ params }));
    case "end":
      return on(await api.chat.endContact({ params }));
    case "ignore":
      return on(await api.chat.ignoreContact({ params }), deskTo(url.search, { chat: undefined }));
    case "read":
      return on(await api.chat.readContact({ params, body: {} }));
    case "transfer":
      return transfer(given, id, form);
    case "sync": {
      const answer = await api.chat.syncContact({ params });
      if (answer.status === 201) return done(from, here, "Conversation synced successfully", "Synced");
      return stay(answer.status, "Conversation failed to synced", { title: "Failed", level: "error" });
    }
    case "delete":
      return on(await api.chat.deleteMessage({ params: { id: form.number("message_id") ?? 0 } }), here, [
        "Deleted!",
        "Message deleted successfully",
      ]);
    case "resend":
      return on(await api.chat.resendMessage({ params: { id: form.number("message_id") ?? 0 } }));
    case "file":
      return on(await api.chat.retryFile({ params: { id: form.number("message_id") ?? 0 } }));
    default:
      return stay(422, "That action is not available. Reload the page.");
  }
}

async function write({ api, url, from }: InboxRequest, id: number, form: Posted) {
  const written = writtenFrom(form);
  if (form.wrong) return stay(422, form.wrong, { written });
  const sent = await send(api, id, written, form.values("was")[0]);
  if ("messages" in sent) return done(from, deskTo(url.search));
  return stay(sent.status, sent.message, { written });
}

async function transfer({ api, url, from }: InboxRequest, id: number, form: Posted) {
  const to = form.value("participant_id");
  if (to === "") return stay(422, "Choose who gets the conversation.");
  const answer = await api.chat.transferContact({
    params: { id },
    body: { participant_id: to === "queue" ? "" : to, note: form.value("note") },
  });
  if (answer.status !== 201) return stay(answer.status, answer.body.message);
  return done(from, deskTo(url.search), answer.body.message, "Transferred");
}
