import { z } from "zod";
import { chatPriorities } from "../../../rules/chat-priority";
import { typedId, typedList, typedText, unknownIntent } from "../../kit/typed-fields";
import { done, type FormRequest } from "../../shell/page.server";
import { ReplyFields, send, writtenFrom } from "../conversation/send.server";
import { BulkFields, changeSeveral } from "./bulk.server";
import { inboxSearch } from "./inbox.server";
import { type InboxPath, inboxHref } from "./inbox-links";
import { SnoozeFields, snooze } from "./snooze.server";
import { beginWith, StartFields } from "./start.server";

/** Every button of the inbox without script, and all but the composer with it. */
export const InboxForm = z.discriminatedUnion(
  "intent",
  [
    StartFields.extend({ intent: z.literal("begin") }),
    ReplyFields.extend({ intent: z.literal("write") }),
    SnoozeFields.extend({ intent: z.literal("snooze") }),
    BulkFields.extend({ intent: z.literal("bulk") }),
    z.object({ intent: z.enum(["start", "end", "ignore", "read", "sync", "resume"]) }),
    z.object({
      ...{ intent: z.literal("template"), template_id: typedId, request_id: typedText },
      file_id: typedList,
      values: z.array(typedText).max(60).default([]),
      keys: z.array(typedText).max(60).default([]),
    }),
    z.object({ intent: z.enum(["label", "unlabel"]), label_id: typedId, panel: typedText }),
    z.object({
      intent: z.literal("priority"),
      priority: z.enum(chatPriorities, { error: "Choose a priority." }),
      panel: typedText,
    }),
    z.object({ intent: z.literal("transfer"), participant_id: typedText, note: typedText }),
    z.object({ intent: z.enum(["delete", "resend", "file"]), message_id: typedId }),
  ],
  unknownIntent,
);

export type InboxPost = FormRequest<"/chat/inbox", typeof InboxForm>;
type InboxValue<Intent> = Extract<z.output<typeof InboxForm>, { intent: Intent }>;

export async function actOnInbox(given: InboxPost) {
  const { api, url, from, value, refuse } = given;
  const { chat: id, ids } = inboxSearch(url);
  if (value.intent === "begin") return beginWith(given, value);
  if (value.intent === "bulk") return changeSeveral(given, ids, value);
  if (!id) return refuse({ message: "Choose a conversation first." });
  const params = { id };
  const here = inboxHref(url.search);
  /** Refused calls have a message of their own. */
  const on = async (answer: { status: number; body: unknown }, to = here, said?: [title: string, message: string]) => {
    if (answer.status === 201) return done(from, to, said?.[1], said?.[0]);
    return refuse({ status: answer.status, message: (answer.body as { message: string }).message });
  };
  switch (value.intent) {
    case "write":
      return write(given, id, value);
    case "start":
      return on(await api.chat.startContact({ params }));
    case "end":
      return on(await api.chat.endContact({ params }));
    case "snooze":
      return snooze(given, id, value);
    case "resume":
      return on(await api.chat.resumeContact({ params }));
    case "ignore":
      return on(await api.chat.ignoreContact({ params }), inboxHref(url.search, { chat: undefined }));
    case "read":
      return on(await api.chat.readContact({ params, body: {} }));
    case "label":
    case "unlabel":
      return label(given, id, value);
    case "priority": {
      const { priority, panel } = value;
      return on(
        await api.chat.setContactPriority({ params, body: { priority } }),
        inboxHref(url.search, {}, pathBack(panel)),
      );
    }
    case "transfer":
      return transfer(given, id, value);
    case "template":
      return sendTemplate(given, id, value);
    case "sync": {
      const answer = await api.chat.syncContact({ params });
      if (answer.status === 201) return done(from, here, "Conversation synced successfully", "Synced");
      return refuse({ ...answer.body, title: "Failed", level: "error", message: "Conversation failed to synced" });
    }
    case "delete":
      return on(await api.chat.deleteMessage({ params: { id: value.message_id } }), here, [
        "Deleted!",
        "Message deleted successfully",
      ]);
    case "resend":
      return on(await api.chat.resendMessage({ params: { id: value.message_id } }));
    case "file":
      return on(await api.chat.retryFile({ params: { id: value.message_id } }));
  }
}

async function write({ api, url, from, files, refuse }: InboxPost, id: number, value: InboxValue<"write">) {
  const sent = await send(api, id, writtenFrom(value, files), value.fix ? value.was : undefined);
  return "messages" in sent ? done(from, inboxHref(url.search)) : refuse(sent);
}

async function sendTemplate(given: InboxPost, contact_id: number, value: InboxValue<"template">) {
  const { api, url, from, files, refuse } = given;
  const { template_id: id, request_id, keys } = value;
  if (id === 0) return refuse({ message: "Choose a template." });
  const values = Object.fromEntries(keys.map((key, place) => [key, value.values[place] ?? ""]));
  const file = files.at(-1);
  const body = { contact_id, request_id, values, file_id: file?.id ?? null };
  const answer = await api.whatsapp.sendTemplate({ params: { id }, body });
  if (answer.status === 201) return done(from, inboxHref(url.search));
  const { file_id, ...errors } = ("errors" in answer.body && answer.body.errors) || {};
  const at = file_id ? { ...errors, files: file_id } : errors;
  return refuse({ ...answer.body, errors: at, title: "Not sent" }, { files: file ? [file] : [] });
}

/** On a phone labels and priority are on the page of the details, which one comes back to. */
function pathBack(panel: string): InboxPath {
  return panel === "details" ? "/chat/inbox/details" : "/chat/inbox";
}

async function label({ api, url, from, refuse }: InboxPost, id: number, value: InboxValue<"label" | "unlabel">) {
  const { intent, label_id, panel } = value;
  if (label_id === 0) return refuse({ message: "Choose a label." });
  const body = intent === "label" ? { add: [label_id] } : { remove: [label_id] };
  const answer = await api.chat.labelContact({ params: { id }, body });
  if (answer.status !== 201) return refuse({ status: answer.status, message: answer.body.message });
  return done(from, inboxHref(url.search, {}, pathBack(panel)));
}

async function transfer({ api, url, from, refuse }: InboxPost, id: number, value: InboxValue<"transfer">) {
  const { participant_id: to, note } = value;
  if (to === "") return refuse({ message: "Choose who gets the conversation." });
  const team = /^team:(\d{1,9})$/.exec(to)?.[1];
  const skill = /^skill:(\d{1,9})$/.exec(to)?.[1];
  const receiver = team
    ? { team_id: Number(team) }
    : skill
      ? { skill_id: Number(skill) }
      : { participant_id: to === "queue" ? "" : to };
  const answer = await api.chat.transferContact({
    params: { id },
    body: { ...receiver, note },
  });
  if (answer.status !== 201) return refuse({ status: answer.status, message: answer.body.message });
  return done(from, inboxHref(url.search), answer.body.message, "Transferred");
}
