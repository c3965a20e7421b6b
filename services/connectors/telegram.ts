// Telegram, the Bot API over HTTPS: https://core.telegram.org/bots/api
import { z } from "zod";
import { fetchOutside, OutsideError, type OutsideInit } from "../kit/outside";
import { formWith, type Handed, type OutgoingFile } from "./message";
import { policiesFor } from "./policies";

const Answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.number().optional(),
  description: z.string().default(""),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});
const Me = z.object({ id: z.number(), first_name: z.string().default(""), username: z.string().default("") });
const Sent = z.object({ message_id: z.number(), chat: z.object({ id: z.number() }) });
const FileAnswer = z.object({ file_path: z.string().min(1).max(500), file_size: z.number().optional() });

/** What a refused call says. The words never hold the token. */
export class TelegramRefused extends Error {
  constructor(
    readonly code: number,
    readonly description: string,
  ) {
    super(`Telegram answered ${code}: ${description}`);
  }
}

/** What Telegram lets a bot download. */
const maxDownload = 20_000_000;

export type Telegram = ReturnType<typeof telegram>;

/** A bot. @param url https://api.telegram.org, or the sandbox */
export function telegram({ url, token }: { url: string; token: string }) {
  const base = url.replace(/\/+$/, "");
  const { calls, files } = policiesFor(base);

  async function ask(method: string, init: OutsideInit, policy = calls) {
    const answer = await fetchOutside(`${base}/bot${token}/${method}`, { method: "POST", ...init }, policy);
    const parsed = Answer.safeParse(await answer.json().catch(() => undefined));
    if (!parsed.success)
      throw new TelegramRefused(answer.status >= 500 ? answer.status : 502, "an answer we can't read");
    return parsed.data;
  }

  const asJson = (params: object): OutsideInit => ({
    headers: { "content-type": "application/json" },
    body: JSON.stringify(params),
  });

  /** @throws TelegramRefused, OutsideError */
  async function call(method: string, params: object = {}, policy = calls): Promise<unknown> {
    const answer = await ask(method, asJson(params), policy);
    if (answer.ok) return answer.result;
    throw new TelegramRefused(answer.error_code ?? 500, answer.description);
  }

  async function send(method: string, init: OutsideInit): Promise<Handed> {
    try {
      const answer = await ask(method, init);
      if (answer.ok) {
        const sent = Sent.safeParse(answer.result);
        return sent.success
          ? { kind: "sent", provider_id: `${sent.data.chat.id}:${sent.data.message_id}` }
          : { kind: "unknown" };
      }
      return refusal(answer.error_code ?? 500, answer.description, answer.parameters?.retry_after);
    } catch (error) {
      return lost(error);
    }
  }

  return {
    /** Who the bot is. @throws TelegramRefused, OutsideError */
    async me() {
      const { id, first_name, username } = Me.parse(await call("getMe"));
      return { id: String(id), name: first_name || username, shown: username ? `@${username}` : "" };
    },
    async setWebhook(address: string, secret: string) {
      const allowed_updates = ["message", "edited_message", "callback_query", "my_chat_member", "message_reaction"];
      await call("setWebhook", { url: address, secret_token: secret, allowed_updates, max_connections: 40 });
    },
    async dropWebhook() {
      await call("deleteWebhook", { drop_pending_updates: false });
    },
    async answerPressed(query: string) {
      await call("answerCallbackQuery", { callback_query_id: query });
    },
    /** Removes a message of the last 48 hours. */
    async remove(provider_id: string) {
      const [chat_id = "", message] = provider_id.split(":");
      await call("deleteMessage", { chat_id, message_id: Number(message) });
    },
    text(chat_id: string, text: string): Promise<Handed> {
      return send("sendMessage", asJson({ chat_id, text }));
    },
    /** A picture (10 MB), a voice note, a film or sound is shown as one; anything else is a document (50 MB). */
    async file(chat_id: string, file: OutgoingFile, caption: string): Promise<Handed> {
      const [method, field] = methodFor(file);
      return send(method, await formWith({ chat_id, ...(caption ? { caption } : {}) }, field, file));
    },
    /** The bytes of a file: from Telegram's own host only, 20 MB at most. @throws TelegramRefused, OutsideError */
    async download(id: string): Promise<Uint8Array<ArrayBuffer>> {
      const { file_path, file_size = 0 } = FileAnswer.parse(await call("getFile", { file_id: id }, files));
      if (file_size > maxDownload) throw new OutsideError("large", "The file has more than 20 MB.");
      if (/(^|\/)\.\.(\/|$)|^\/|[?#\\]/.test(file_path)) throw new OutsideError("address", "That is no file's path.");
      // The token is in the address: a redirect elsewhere would carry it off.
      const answer = await fetchOutside(`${base}/file/bot${token}/${file_path}`, { redirect: "manual" }, files);
      if (answer.status !== 200) throw new TelegramRefused(answer.status, "the file is not there");
      return new Uint8Array(await answer.arrayBuffer());
    },
  };
}

function methodFor({ type, bytes }: OutgoingFile): [method: string, field: string] {
  if (/^image\/(png|jpeg|webp)$/.test(type) && bytes.length <= 10_000_000) return ["sendPhoto", "photo"];
  if (type === "audio/ogg") return ["sendVoice", "voice"];
  if (/^audio\/(mpeg|mp4)$/.test(type)) return ["sendAudio", "audio"];
  return type === "video/mp4" ? ["sendVideo", "video"] : ["sendDocument", "document"];
}

function refusal(code: number, description: string, retry: number | undefined): Handed {
  if (code === 429) return { kind: "later", seconds: Math.min(600, Math.max(1, retry ?? 5)) };
  // Telegram has not said whether it took the message.
  if (code >= 500) return { kind: "unknown" };
  if (code === 401 || code === 404)
    return { kind: "refused", words: "Telegram no longer knows this bot's token. Connect it again.", stops: true };
  if (code === 403) return { kind: "refused", words: "The customer has blocked the bot.", blocked: true };
  if (/chat not found/i.test(description))
    return { kind: "refused", words: "Telegram does not know this chat: the customer must write first." };
  if (/too (long|big)/i.test(description)) return { kind: "refused", words: "Telegram says that this is too long." };
  return { kind: "refused", words: `Telegram refused it: ${description.slice(0, 200)}` };
}

/** Nothing left when no connection was made; anything later may have arrived. */
export function lost(error: unknown): Handed {
  if (!(error instanceof OutsideError)) return { kind: "unknown" };
  if (error.fault === "unknown" || error.fault === "private" || error.fault === "address")
    return { kind: "later", seconds: 30 };
  return isRefused(error) ? { kind: "later", seconds: 15 } : { kind: "unknown" };
}

/** The other side took no connection at all. */
function isRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"].includes((cause as { code?: string }).code ?? "")) return true;
  return false;
}
