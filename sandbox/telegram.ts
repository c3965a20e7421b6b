// Telegram: the Bot API over HTTP on loopback, and the phones of its customers.
import { Hono } from "hono";
import {
  type ChatBehaviour,
  type Customer,
  customerIn,
  fileShelf,
  giveFile,
  listenOn,
  postHook,
  type SentFile,
} from "./chat-wire";

export type SandboxTelegram = Awaited<ReturnType<typeof startTelegram>>;

export async function startTelegram(options: { port?: number; token?: string; username?: string } = {}) {
  const token = options.token ?? "123456789:AAEsandboxsandboxsandboxsandbox";
  const behaviour: ChatBehaviour = { send: "accept", hookMs: 0, hookTimes: 1 };
  const hook = { url: "", secret: "" };
  const customers = new Map<string, Customer>();
  const counts = { sent: 0, removed: 0, answered: 0, files: 0 };
  const me = {
    id: 123_456_789,
    is_bot: true,
    first_name: "Savanna Traders",
    username: options.username ?? "SavannaTradersBot",
  };
  const shelf = fileShelf();
  let serial = 100;
  const app = new Hono();
  const ok = (result: unknown) => ({ ok: true, result });
  const no = (error_code: number, description: string, parameters?: object) => ({
    ok: false,
    error_code,
    description,
    parameters,
  });

  async function readFields(request: Request): Promise<Record<string, unknown>> {
    if (!/multipart/.test(request.headers.get("content-type") ?? ""))
      return (await request.json().catch(() => ({}))) as Record<string, unknown>;
    return Object.fromEntries(await request.formData());
  }

  app.post("/:bot/:method", async (c) => {
    if (c.req.param("bot") !== `bot${token}`) return c.json(no(401, "Unauthorized"), 401);
    const given = await readFields(c.req.raw);
    const method = c.req.param("method");
    if (method === "getMe") return c.json(ok(me));
    if (method === "setWebhook") {
      Object.assign(hook, { url: String(given.url), secret: String(given.secret_token) });
      return c.json(ok(true));
    }
    if (method === "deleteWebhook") {
      Object.assign(hook, { url: "", secret: "" });
      return c.json(ok(true));
    }
    if (method === "answerCallbackQuery") {
      counts.answered++;
      return c.json(ok(true));
    }
    if (method === "getFile") {
      const file_id = String(given.file_id);
      if (shelf.gone.has(file_id))
        return c.json(no(400, "Bad Request: wrong file_id or the file is temporarily unavailable"), 400);
      return c.json(ok({ file_id, file_path: `files/${file_id}` }));
    }
    if (method === "deleteMessage") {
      const line = customers.get(String(given.chat_id))?.lines.find(({ id }) => id === String(given.message_id));
      if (!line) return c.json(no(400, "Bad Request: message to delete not found"), 400);
      line.gone = true;
      counts.removed++;
      return c.json(ok(true));
    }
    if (!/^send(Message|Photo|Document|Voice|Audio|Video)$/.test(method)) return c.json(no(404, "Not Found"), 404);
    if (behaviour.send === "wait") return c.json(no(429, "Too Many Requests: retry after 1", { retry_after: 1 }), 429);
    if (behaviour.send === "fail") return c.json(no(400, "Bad Request: chat not found"), 400);
    const customer = customerIn(customers, String(given.chat_id));
    if (customer.blocked) return c.json(no(403, "Forbidden: bot was blocked by the user"), 403);
    const text = String(given.text ?? given.caption ?? "");
    if ([...text].length > 4_096) return c.json(no(400, "Bad Request: message is too long"), 400);
    counts.sent++;
    const file = given.photo ?? given.document ?? given.voice ?? given.audio ?? given.video;
    const id = ++serial;
    const named = file instanceof File ? { file: file.name } : {};
    customer.lines.push({ id: String(id), from: "business", text, at: new Date(), ...named });
    if (behaviour.send === "silent") return c.text("gateway time-out", 504);
    const chat = { id: Number(customer.id), type: "private" };
    return c.json(ok({ message_id: id, chat, date: Math.floor(Date.now() / 1000), text }));
  });
  app.get("/file/:bot/files/:id", async (c): Promise<Response> => {
    if (c.req.param("bot") !== `bot${token}`) return c.json(no(401, "Unauthorized"), 401);
    counts.files++;
    return giveFile(shelf, c.req.param("id"), c.req.raw);
  });

  const post = (body: object) =>
    hook.url
      ? postHook(hook.url, JSON.stringify(body), { "x-telegram-bot-api-secret-token": hook.secret }, behaviour)
      : Promise.resolve(0);

  const { url, close } = await listenOn(app, options.port);
  const { write, sendFile, react, edit, block } = customerActions({
    customers,
    shelf,
    post,
    nextMessage: () => ++serial,
  });
  return {
    ...{ url, close, token, behaviour, counts, hook, shelf, post },
    /** Every customer, the one who talked last first. */
    customers: () => [...customers.values()].reverse(),
    ...{ write, sendFile, react, edit, block },
  };
}

const whose = (customer: Customer) => {
  const who = { id: Number(customer.id), first_name: customer.name, language_code: "en" };
  return { from: { ...who, is_bot: false }, chat: { ...who, type: "private" } };
};

type CustomersGiven = {
  customers: Map<string, Customer>;
  shelf: ReturnType<typeof fileShelf>;
  post(update: object): Promise<number>;
  nextMessage(): number;
};

/** What the sandbox's customers can do with their phones. */
function customerActions({ customers, shelf, post, nextMessage }: CustomersGiven) {
  let update = 1_000;
  return {
    /** A customer writes. @returns the webhook's status */
    write(id: string, text: string, name = "", more: object = {}): Promise<number> {
      const customer = customerIn(customers, id, name);
      const message_id = nextMessage();
      customer.lines.push({ id: String(message_id), from: "customer", text, at: new Date() });
      const date = Math.floor(Date.now() / 1000);
      return post({
        update_id: ++update,
        message: { message_id, ...whose(customer), date, ...(text ? { text } : {}), ...more },
      });
    },
    /** A voice note, a film, a picture, a document, with words where it may have some. */
    sendFile(id: string, file: SentFile, caption = ""): Promise<number> {
      const customer = customerIn(customers, id);
      const message_id = nextMessage();
      customer.lines.push({ id: String(message_id), from: "customer", text: caption, file: file.name, at: new Date() });
      const stored = { file_id: shelf.add(file), file_size: file.bytes.length, mime_type: file.type };
      const [kind] = file.type.split("/");
      const part =
        file.type === "audio/ogg"
          ? { voice: stored }
          : kind === "image"
            ? { photo: [stored] }
            : kind === "video"
              ? { video: stored }
              : { document: { ...stored, file_name: file.name } };
      const message = { message_id, ...whose(customer), date: Math.floor(Date.now() / 1000), ...part };
      return post({ update_id: ++update, message: { ...message, ...(caption ? { caption } : {}) } });
    },
    react(id: string, message: string, emoji: string): Promise<number> {
      const { from, chat } = whose(customerIn(customers, id));
      const date = Math.floor(Date.now() / 1000);
      const new_reaction = emoji ? [{ type: "emoji", emoji }] : [];
      const message_reaction = { chat, user: from, message_id: Number(message), date, old_reaction: [], new_reaction };
      return post({ update_id: ++update, message_reaction });
    },
    edit(id: string, message: string, text: string): Promise<number> {
      const customer = customerIn(customers, id);
      const line = customer.lines.find((one) => one.id === message);
      if (line) line.text = text;
      const edit_date = Math.floor(Date.now() / 1000);
      const words = line?.file ? { caption: text } : { text };
      const edited_message = { message_id: Number(message), ...whose(customer), date: edit_date, edit_date, ...words };
      return post({ update_id: ++update, edited_message });
    },
    /** A customer blocks the bot, or lets it in again. */
    block(id: string, blocked: boolean): Promise<number> {
      const customer = customerIn(customers, id);
      customer.blocked = blocked;
      const status = blocked ? "kicked" : "member";
      return post({
        update_id: ++update,
        my_chat_member: { ...whose(customer), date: 0, new_chat_member: { status } },
      });
    },
  };
}
