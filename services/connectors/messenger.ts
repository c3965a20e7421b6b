// Messenger, the Messenger Platform over the Graph: https://developers.facebook.com/docs/messenger-platform
import { z } from "zod";
import { GraphRefused, graph } from "./graph";
import { formWith, type Handed, type OutgoingFile } from "./message";
import { errorHandling } from "./messenger.errors";
import { ownMark } from "./messenger.events";
import { historyFields, readHistory } from "./messenger.history";
import { lost } from "./telegram";

const Page = z.object({ id: z.coerce.string(), name: z.string().default(""), username: z.string().default("") });
const Sent = z.object({ message_id: z.string().min(1).max(300) });
const Saved = z.object({ attachment_id: z.union([z.string(), z.number()]).transform(String) });
const Profile = z.object({ first_name: z.string().default(""), last_name: z.string().default("") });

/** What a page's subscription must hold for an inbox. */
export const pageFields = [
  ...["messages", "messaging_postbacks", "message_deliveries", "message_reads", "message_echoes", "message_edits"],
  ...["message_reactions", "messaging_referrals", "messaging_policy_enforcement"],
] as const;

/** Where Meta keeps what customers send; the addresses are signed for a time. */
const fileHosts = /^[\w-]+(\.[\w-]+)*\.(fbcdn\.net|fbsbx\.com)$/;
const maxQuick = { many: 13, characters: 20 };

/** In the 24 hours after the customer wrote; until 7 days only what a person writes. No other tag is left (M17). */
export type Mark = "RESPONSE" | "HUMAN_AGENT";
/** How a message goes out. `id`: our own, which comes back with its echo. `quick`: answers to tap, 13 of 20 characters. */
export type MessengerMessage = { to: string; id: string; mark: Mark; quick?: readonly string[] };

/** A page. @param settings `version` v23.0, `page` the page's id */
export function messenger({ page, ...settings }: { url: string; version: string; page: string; token: string }) {
  const { ask, post, tokenUntil, bytesAt } = graph(settings);

  async function send({ to, id, mark, quick = [] }: MessengerMessage, message: object): Promise<Handed> {
    const marked = mark === "RESPONSE" ? { messaging_type: mark } : { messaging_type: "MESSAGE_TAG", tag: mark };
    const quick_replies = quick.map((title) => ({ content_type: "text", title, payload: title }));
    const offered = quick.length > 0 ? { quick_replies } : {};
    const body = { recipient: { id: to }, ...marked, message: { ...message, ...offered, metadata: `${ownMark}${id}` } };
    try {
      const sent = Sent.safeParse(await post(`${page}/messages`, body));
      return sent.success ? { kind: "sent", provider_id: sent.data.message_id } : { kind: "unknown" };
    } catch (error) {
      const outcome = handed(error);
      // A permission that the tag lacks says nothing of the replies within the day.
      const tagged = mark === "HUMAN_AGENT" && error instanceof GraphRefused && [10, 200].includes(error.code);
      return tagged && outcome.kind === "refused" ? { kind: "refused", words: outcome.words } : outcome;
    }
  }

  return {
    tokenUntil,
    /** Whose token it is: a page's own says that page. @throws GraphRefused, OutsideError */
    async me() {
      const { id, name, username } = Page.parse(await ask("me?fields=id,name,username"));
      return { id, name, shown: username ? `@${username}` : name };
    },
    /** Has Meta post what happens on the page to the app's address. @throws GraphRefused, OutsideError */
    async subscribe() {
      await post(`${page}/subscribed_apps?subscribed_fields=${pageFields.join(",")}`, {});
    },
    async unsubscribe() {
      await ask(`${page}/subscribed_apps`, { method: "DELETE" });
    },
    text(going: MessengerMessage, text: string): Promise<Handed> {
      const { quick = [] } = going;
      const long = quick.find((title) => title === "" || [...title].length > maxQuick.characters);
      if (quick.length > maxQuick.many || long !== undefined)
        return Promise.resolve({ kind: "refused", words: "Messenger takes 13 answers to tap, of 20 characters each." });
      return send(going, { text });
    },
    /** The file is given to Messenger first; until the message itself leaves nothing can have arrived. */
    async file(going: MessengerMessage, file: OutgoingFile): Promise<Handed> {
      const type = kindOf(file.type);
      const attachment = { type, payload: { is_reusable: false } };
      const form = await formWith({ message: JSON.stringify({ attachment }) }, "filedata", file);
      let attachment_id: string;
      try {
        ({ attachment_id } = Saved.parse(await ask(`${page}/message_attachments`, { method: "POST", ...form })));
      } catch (error) {
        const outcome = handed(error);
        return outcome.kind === "unknown" ? { kind: "later", seconds: 15 } : outcome;
      }
      return send(going, { attachment: { type, payload: { attachment_id } } });
    },
    /** What the customer sees of us: that it was read, that somebody writes. @throws GraphRefused, OutsideError */
    async show(to: string, what: "mark_seen" | "typing_on" | "typing_off") {
      await post(`${page}/messages`, { recipient: { id: to }, sender_action: what });
    },
    /** The customer's name; "" when they don't let it be known. @throws GraphRefused, OutsideError */
    async nameOf(user: string): Promise<string> {
      const found = await ask(`${encodeURIComponent(user)}?fields=first_name,last_name`);
      const { first_name, last_name } = Profile.parse(found);
      return `${first_name} ${last_name}`.trim().slice(0, 200);
    },
    /** The newest of what was said with a customer; the page may be asked twice a second. @throws GraphRefused, OutsideError */
    async history(user: string) {
      const asked = new URLSearchParams({ platform: "messenger", user_id: user, fields: historyFields });
      return readHistory(await ask(`${page}/conversations?${asked}`), page, user);
    },
    /** The bytes of a customer's file, from Meta's hosts only. @throws GraphRefused, OutsideError */
    download: (address: string) => bytesAt(address, fileHosts),
  };
}

function kindOf(type: string): "image" | "audio" | "video" | "file" {
  if (/^image\/(png|jpeg|gif)$/.test(type)) return "image";
  if (type.startsWith("audio/")) return "audio";
  return type.startsWith("video/") ? "video" : "file";
}

function handed(error: unknown): Handed {
  if (!(error instanceof GraphRefused)) return lost(error);
  const { words, does, seconds = 30 } = errorHandling(error.code, error.subcode, error.said);
  if (does === "wait") return { kind: "later", seconds };
  if (does === "unsure") return { kind: "unknown" };
  return { kind: "refused", words, ...(does === "stop" ? { stops: true as const } : {}) };
}
