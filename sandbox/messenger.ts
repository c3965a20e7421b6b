// Messenger: a page's Graph over HTTP, and the phones of its customers.
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
} from "./chat-wire";
import { judged, type SendRequest } from "./messenger.rules";

export type SandboxMessenger = Awaited<ReturnType<typeof startMessenger>>;

type Options = { port?: number; token?: string; secret?: string; page?: string; name?: string };

const fault = (code: number, error_subcode: number, message: string) => ({
  error: {
    code,
    message,
    type: "OAuthException",
    fbtrace_id: "sandbox",
    ...(error_subcode ? { error_subcode } : {}),
  },
});
const mid = () => `m_${randomBytes(24).toString("base64url")}`;

/** Speaks on a port of its own; `answer` lets another Graph of the sandbox pass on what is this page's. */
export async function startMessenger(options: Options = {}) {
  const { token = "sandbox-page-token", secret = "sandbox-page-app-secret", page = "104998765432109" } = options;
  const name = options.name ?? "Savanna Traders";
  const app_id = 1_517_776_481_860_111;
  const behaviour: ChatBehaviour & { code: number; subcode: number; tells: boolean } = {
    ...{ send: "accept", hookMs: 0, hookTimes: 1 },
    /** The error of a send that fails; whether deliveries, reads and echoes are told. */
    ...{ code: 10, subcode: 2_018_278, tells: true },
  };
  const hook = { url: "" };
  const phones = new Map<string, Customer>();
  const wrote = new Map<string, number>();
  const seen: { to: string; action: string }[] = [];
  const sent: SendRequest[] = [];
  const files = new Map<string, string>();
  const shelf = fileShelf();
  const subscribed: string[] = [];
  const counts = { sent: 0, files: 0, profiles: 0 };
  const at = { origin: "" };
  const app = new Hono();

  addPage(app, { page, name, token, app_id, phones, files, shelf, subscribed, counts });
  app.post("/:version/:page/messages", async (c) => {
    const body = (await c.req.json()) as SendRequest;
    const to = String(body.recipient?.id ?? "");
    if (c.req.param("page") !== page) return c.json(fault(100, 33, "Unsupported post request."), 400);
    if (behaviour.send === "wait") return c.json(fault(613, 0, "Calls to this API have exceeded the rate limit."), 400);
    if (behaviour.send === "fail") return c.json(fault(behaviour.code, behaviour.subcode, "It was refused."), 400);
    const customer = phones.get(to);
    if (customer?.blocked) return c.json(fault(551, 1_545_041, "This person isn't available right now."), 400);
    const wrong = judged(body, wrote.get(to), Date.now());
    if (wrong) return c.json(fault(...wrong), 400);
    if (body.sender_action) {
      seen.push({ to, action: body.sender_action });
      return c.json({ recipient_id: to });
    }
    sent.push(body);
    counts.sent++;
    const { text = "", attachment, metadata } = body.message ?? {};
    const [id, timestamp] = [mid(), Date.now()];
    const file = files.get(String(attachment?.payload?.attachment_id));
    const line = { id, from: "business" as const, text, at: new Date(timestamp), ...(file ? { file } : {}) };
    customerIn(phones, to).lines.push(line);
    if (behaviour.tells) void tell(to, id, timestamp, { text, metadata });
    if (behaviour.send === "silent") return c.text("gateway time-out", 504);
    return c.json({ recipient_id: to, message_id: id });
  });

  /** Posts events signed over their very bytes; escapes stay as Meta writes them. */
  function post(...messaging: object[]): Promise<number> {
    return postEntries({ id: page, time: Date.now(), messaging });
  }
  function postEntries(...entry: unknown[]): Promise<number> {
    return postRaw(escaped(JSON.stringify({ object: "page", entry })));
  }
  function postRaw(text: string): Promise<number> {
    if (!hook.url) return Promise.resolve(0);
    const signature = createHmac("sha256", secret).update(text).digest("hex");
    return postHook(hook.url, text, { "x-hub-signature-256": `sha256=${signature}` }, behaviour);
  }
  const from = (id: string) => ({ sender: { id }, recipient: { id: page } });
  const by = (id: string) => ({ sender: { id: page }, recipient: { id } });

  async function tell(to: string, id: string, timestamp: number, said: object): Promise<void> {
    await post({ ...by(to), timestamp, message: { mid: id, is_echo: true, app_id, ...said } });
    await post({ ...from(to), timestamp: Date.now(), delivery: { mids: [id], watermark: timestamp } });
    await post({ ...from(to), timestamp: Date.now(), read: { watermark: timestamp } });
  }

  const { url, close } = await listenOn(app, options.port);
  at.origin = url;
  const { write, does, sendFile, react, edit, block } = customerActions({ phones, wrote, shelf, at, from, post });
  return {
    ...{
      url,
      close,
      token,
      secret,
      page,
      behaviour,
      counts,
      hook,
      shelf,
      sent,
      seen,
      subscribed,
      post,
      postEntries,
      postRaw,
    },
    /** What this page's token or files are asked for, when another Graph stands in front; undefined: not this page's. */
    async answer(request: Request): Promise<Response | undefined> {
      const own = request.headers.get("authorization") === `Bearer ${token}`;
      if (!own && !new URL(request.url).pathname.startsWith("/page-files/")) return undefined;
      at.origin = new URL(request.url).origin;
      return app.fetch(request);
    },
    /** Where a customer's file lies. */
    fileAt: (file: string) => `${at.origin}/page-files/${file}`,
    customers: () => [...phones.values()].reverse(),
    ...{ write, does, sendFile, react, edit, block },
    /** The page's own words from elsewhere: its inbox on Facebook, another program. */
    echo: (id: string, message: object) =>
      post({
        ...by(id),
        timestamp: Date.now(),
        message: { mid: mid(), is_echo: true, app_id: 263_902_037_430_900, ...message },
      }),
  };
}

type PageGiven = {
  page: string;
  name: string;
  token: string;
  app_id: number;
  phones: Map<string, Customer>;
  files: Map<string, string>;
  shelf: ReturnType<typeof fileShelf>;
  subscribed: string[];
  counts: { files: number; profiles: number };
};

/** The calls of the Graph but the sending of messages: who the page is, its conversations, its people, its files. */
function addPage(app: Hono, given: PageGiven): void {
  const { page, name, token, app_id, phones, files, shelf, subscribed, counts } = given;
  app.get("/page-files/:name", (c) => {
    counts.files++;
    return giveFile(shelf, c.req.param("name"), c.req.raw);
  });
  app.use("/:version/*", async (c, next) => {
    if (c.req.header("authorization") === `Bearer ${token}`) return next();
    return c.json(fault(190, 0, "Invalid OAuth access token."), 401);
  });
  app.get("/:version/debug_token", (c) => c.json({ data: { is_valid: true, expires_at: 0, app_id: String(app_id) } }));
  app.get("/:version/:page/conversations", (c) => {
    const found = phones.get(c.req.query("user_id") ?? "");
    if (c.req.query("platform") !== "messenger" || !found) return c.json({ data: [] });
    const newest = [...found.lines].reverse().slice(0, 20);
    const messages = newest.map(({ id, from, text, at: time }) => ({
      ...{ id, created_time: time.toISOString().replace(/\.\d+Z$/, "+0000"), message: text },
      from: from === "business" ? { id: page, name } : { id: found.id, name: found.name },
    }));
    return c.json({ data: [{ id: `t_${found.id}`, messages: { data: messages } }] });
  });
  app.get("/:version/:id", (c) => {
    const id = c.req.param("id");
    if (id === "me" || id === page) return c.json({ id: page, name, username: "savannatraders" });
    const known = phones.get(id);
    if (!known) return c.json(fault(100, 33, "Unsupported get request. Object does not exist."), 400);
    counts.profiles++;
    const [first_name, ...rest] = known.name.split(" ");
    return c.json({ id, first_name, last_name: rest.join(" ") });
  });
  app.post("/:version/:page/subscribed_apps", (c) => {
    subscribed.splice(0, subscribed.length, ...(c.req.query("subscribed_fields") ?? "").split(","));
    return c.json({ success: true });
  });
  app.delete("/:version/:page/subscribed_apps", (c) => {
    subscribed.length = 0;
    return c.json({ success: true });
  });
  app.post("/:version/:page/message_attachments", async (c) => {
    const file = (await c.req.formData()).get("filedata");
    if (!(file instanceof File)) return c.json(fault(100, 2_018_047, "Upload attachment failure."), 400);
    if (file.size > 25_000_000) return c.json(fault(100, 2_018_109, "Attachment size exceeds allowable limit"), 400);
    const attachment_id = String(1_000_000 + files.size);
    files.set(attachment_id, file.name);
    return c.json({ attachment_id });
  });
}

type CustomersGiven = {
  phones: Map<string, Customer>;
  /** When each customer wrote last, in milliseconds. */
  wrote: Map<string, number>;
  shelf: ReturnType<typeof fileShelf>;
  at: { origin: string };
  from(id: string): object;
  post(...messaging: object[]): Promise<number>;
};

/** What the sandbox's customers can do with their phones. */
function customerActions({ phones, wrote, shelf, at, from, post }: CustomersGiven) {
  return {
    /** A customer writes. @returns the webhook's status */
    write(id: string, text: string, who = "", more: object = {}): Promise<number> {
      const customer = customerIn(phones, id, who);
      const timestamp = Date.now();
      wrote.set(id, timestamp);
      const message = { mid: mid(), ...(text ? { text } : {}), ...more };
      customer.lines.push({ id: message.mid, from: "customer", text, at: new Date(timestamp) });
      return post({ ...from(id), timestamp, message });
    },
    /** Anything else of a customer: a reaction, an edit, a pressed button. */
    does: (id: string, event: object) => post({ ...from(id), timestamp: Date.now(), ...event }),
    sendFile(id: string, file: SentFile, text = ""): Promise<number> {
      const customer = customerIn(phones, id);
      const timestamp = Date.now();
      wrote.set(id, timestamp);
      const message = mid();
      customer.lines.push({ id: message, from: "customer", text, file: file.name, at: new Date(timestamp) });
      const [kind = ""] = file.type.split("/");
      const type = ["image", "audio", "video"].includes(kind) ? kind : "file";
      const attachments = [{ type, payload: { url: `${at.origin}/page-files/${shelf.add(file)}` } }];
      return post({ ...from(id), timestamp, message: { mid: message, attachments, ...(text ? { text } : {}) } });
    },
    react: (id: string, message: string, emoji: string) =>
      post({
        ...{ ...from(id), timestamp: Date.now() },
        reaction: { mid: message, action: emoji ? "react" : "unreact", emoji, reaction: "other" },
      }),
    edit(id: string, message: string, text: string): Promise<number> {
      const line = customerIn(phones, id).lines.find((one) => one.id === message);
      if (line) line.text = text;
      return post({ ...from(id), timestamp: Date.now(), message_edit: { mid: message, text, num_edit: 1 } });
    },
    /** A customer turns the page's messages off, or on again; Meta says nothing of it. */
    block(id: string, blocked: boolean): Promise<number> {
      customerIn(phones, id).blocked = blocked;
      return Promise.resolve(0);
    },
  };
}

function escaped(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
