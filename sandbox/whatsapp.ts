// WhatsApp: the Cloud API's Graph over HTTP on loopback, and the phones of its customers.
import { createHmac, randomBytes } from "node:crypto";
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
  type Tap,
} from "./chat-wire";
import { addBusiness } from "./whatsapp-business";
import { readInteractive } from "./whatsapp-interactive";
import { addMedia } from "./whatsapp-media";

export type SandboxWhatsapp = Awaited<ReturnType<typeof startWhatsapp>>;

type Options = {
  port?: number;
  token?: string;
  secret?: string;
  number?: string;
  shown?: string;
  /** Milliseconds after which Meta decides about a new template by itself. */
  reviewMs?: number;
  /** Another part of the same Graph (a page's), asked first. */
  beside?(request: Request): Promise<Response | undefined>;
};

/** The business account of the number. */
const account = "102290129340398";
/** The app that the token is of. */
const appId = "310293848561";

export async function startWhatsapp(options: Options = {}) {
  const { token = "sandbox-whatsapp-token", secret = "sandbox-app-secret", number = "106540352242922" } = options;
  const shown = options.shown ?? "+254 709 000 100";
  const behaviour: ChatBehaviour & { code: number; statuses: boolean } = {
    ...{ send: "accept", hookMs: 0, hookTimes: 1, statuses: true },
    /** The error of a send that fails. */
    code: 131026,
  };
  const hook = { url: "" };
  /** Customers whom messages can't reach: the code, and whether the send is refused or a status says it later. */
  const unreachable = new Map<string, { code: number; later: boolean }>();
  const customers = new Map<string, Customer>();
  const counts = { sent: 0, media: 0, statuses: 0 };
  const shelf = fileShelf();
  const app = new Hono();
  const fault = (code: number, message: string) => ({
    error: { code, message, type: "OAuthException", fbtrace_id: "sandbox" },
  });
  app.use(async (c, next) => {
    const other = await options.beside?.(c.req.raw);
    if (other) return other;
    if (/^(Bearer|OAuth) (.*)$/.exec(c.req.header("authorization") ?? "")?.[2] === token) return next();
    return c.json(fault(190, "Invalid OAuth access token."), 401);
  });
  app.get("/files/:id", (c) => {
    counts.media++;
    return giveFile(shelf, c.req.param("id"), c.req.raw);
  });
  const { reviewMs } = options;
  const media = addMedia(app, { number, appId, fault });
  const business = addBusiness(app, { business: account, appId, number, shown, reviewMs, media, fault, post });
  app.get("/:version/:id", (c) => {
    const id = c.req.param("id");
    if (id === number) return c.json(business.health());
    if (!id.startsWith("media-")) return c.json(fault(100, "Unsupported get request."), 400);
    if (shelf.gone.has(id)) return c.json(fault(100, "Object does not exist."), 400);
    return c.json({ id, url: `${new URL(c.req.url).origin}/files/${id}`, mime_type: shelf.of(id).type });
  });
  app.post("/:version/:number/messages", async (c) => {
    const body = (await c.req.json()) as Record<string, unknown> & { text?: { body: string } };
    if (c.req.param("number") !== number) return c.json(fault(100, "Unsupported post request."), 400);
    if (behaviour.send === "wait") return c.json(fault(131056, "Pair rate limit hit."), 400);
    if (behaviour.send === "fail") return c.json(fault(behaviour.code, "Message failed."), 400);
    const to = String(body.to ?? body.recipient ?? "");
    const type = String(body.type);
    const filled = type === "template" ? business.fill(body.template as object) : undefined;
    if (filled && "code" in filled) return c.json(fault(filled.code, filled.message), 400);
    const asked = type === "interactive" ? readInteractive(body.interactive) : undefined;
    if (asked && "wrong" in asked) return c.json(fault(131009, asked.wrong), 400);
    const reach = unreachable.get(to);
    if (reach && !reach.later) return c.json(fault(reach.code, "Message failed."), 400);
    const part = (asked ? {} : (body[type] ?? {})) as { id?: string; caption?: string; body?: string };
    const file = part.id ? media.mediaFor(part.id, type)?.name : filled?.file;
    if (part.id && file === undefined)
      return c.json(
        fault(100, `(#100) Param ${type}['id'] is not a valid whatsapp business account media attachment ID`),
        400,
      );
    const id = wamid();
    counts.sent++;
    customerIn(customers, to).lines.push({
      id,
      from: "business",
      text: filled?.text ?? asked?.text ?? part.body ?? part.caption ?? "",
      at: new Date(),
      ...(file === undefined ? {} : { file }),
      taps: filled?.taps ?? asked?.taps ?? [],
    });
    const told = { id, recipient_id: to, biz_opaque_callback_data: String(body.biz_opaque_callback_data ?? "") };
    if (reach || behaviour.statuses) void tellStatuses(told, reach?.code, { post, counts });
    if (behaviour.send === "silent") return c.text("gateway time-out", 504);
    return c.json({ messaging_product: "whatsapp", contacts: [{ input: to }], messages: [{ id }] });
  });

  /** Posts an event signed over its very bytes; escapes stay as Meta writes them. */
  function post(value: object, field = "messages", ofNumber = true): Promise<number> {
    if (!hook.url) return Promise.resolve(0);
    const metadata = { display_phone_number: shown, phone_number_id: number };
    const change = { field, value: ofNumber ? { messaging_product: "whatsapp", metadata, ...value } : value };
    const body = { object: "whatsapp_business_account", entry: [{ id: account, changes: [change] }] };
    return postRaw(escaped(JSON.stringify(body)));
  }
  function postRaw(text: string): Promise<number> {
    const signature = createHmac("sha256", secret).update(text).digest("hex");
    return postHook(hook.url, text, { "x-hub-signature-256": `sha256=${signature}` }, behaviour);
  }
  /** What a customer does: a message, or something about one. @returns the webhook's status */
  function does(id: string, message: object, name = ""): Promise<number> {
    const customer = customerIn(customers, id, name);
    const known = id.includes(".") ? { user_id: id } : { wa_id: id };
    const from = id.includes(".") ? { from_user_id: id } : { from: id };
    const timestamp = String(Math.floor(Date.now() / 1000));
    const whole = { ...from, id: wamid(), timestamp, ...message };
    return post({ contacts: [{ ...known, profile: { name: customer.name } }], messages: [whole] });
  }

  const { url, close } = await listenOn(app, options.port);
  const { write, tap, sendFile, react, edit } = customerActions({ customers, shelf, does });
  return {
    ...{ url, close, token, secret, number, shown, behaviour, counts, hook, shelf, post, postRaw },
    ...{ business, media, account, unreachable },
    customers: () => [...customers.values()].reverse(),
    does,
    ...{ write, tap, sendFile, react, edit },
  };
}

type CustomersGiven = {
  customers: Map<string, Customer>;
  shelf: ReturnType<typeof fileShelf>;
  does(id: string, message: object, name?: string): Promise<number>;
};

const wamid = () => `wamid.${randomBytes(12).toString("base64url")}`;

/** What the sandbox's customers can do with their phones. */
function customerActions({ customers, shelf, does }: CustomersGiven) {
  return {
    /** A customer writes: by number, or by an id with a dot (no number). @returns the webhook's status */
    write(id: string, text: string, name = "", more: object = {}): Promise<number> {
      const mid = wamid();
      customerIn(customers, id, name).lines.push({ id: mid, from: "customer", text, at: new Date() });
      return does(id, { id: mid, type: "text", text: { body: text }, ...more }, name);
    },
    /** A customer taps a button or a row of a message. */
    tap(id: string, { kind, id: choice, title }: Tap, message: string): Promise<number> {
      const mid = wamid();
      customerIn(customers, id).lines.push({ id: mid, from: "customer", text: title, at: new Date() });
      const reply = { id: choice, title };
      const context = { id: message };
      if (kind === "template")
        return does(id, { id: mid, type: "button", button: { text: title, payload: title }, context });
      const interactive =
        kind === "row" ? { type: "list_reply", list_reply: reply } : { type: "button_reply", button_reply: reply };
      return does(id, { id: mid, type: "interactive", interactive, context });
    },
    /** A voice note, a film, a picture, a document, with words where it may have some. */
    sendFile(id: string, file: SentFile, caption = ""): Promise<number> {
      const mid = wamid();
      customerIn(customers, id).lines.push({
        id: mid,
        from: "customer",
        text: caption,
        file: file.name,
        at: new Date(),
      });
      const [kind = ""] = file.type.split("/");
      const type = ["image", "audio", "video"].includes(kind) ? kind : "document";
      const named = type === "document" ? { filename: file.name } : {};
      const part = { id: shelf.add(file), mime_type: file.type, ...named, ...(caption ? { caption } : {}) };
      return does(id, { id: mid, type, [type]: { ...part, ...(type === "audio" ? { voice: true } : {}) } });
    },
    react(id: string, message: string, emoji: string): Promise<number> {
      return does(id, { type: "reaction", reaction: { message_id: message, emoji } });
    },
    edit(id: string, message: string, text: string): Promise<number> {
      const line = customerIn(customers, id).lines.find((one) => one.id === message);
      if (line) line.text = text;
      const words = line?.file ? { type: "image", image: { caption: text } } : { type: "text", text: { body: text } };
      return does(id, { type: "edit", edit: { original_message_id: message, message: words } });
    },
  };
}

type StatusPost = { post(value: object): Promise<number>; counts: { statuses: number } };

/** What becomes of a message: it is read, or one failure. */
async function tellStatuses(message: object, code: number | undefined, { post, counts }: StatusPost): Promise<void> {
  const title = "Message failed.";
  const errors = code === undefined ? {} : { errors: [{ code, title, message: title }] };
  for (const status of code === undefined ? ["sent", "delivered", "read"] : ["failed"]) {
    counts.statuses++;
    const timestamp = String(Math.floor(Date.now() / 1000));
    await post({ statuses: [{ ...message, status, timestamp, ...errors }] });
  }
}

function escaped(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
