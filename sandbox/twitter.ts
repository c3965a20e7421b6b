// X over HTTP on loopback: API v2, what it posts of an account, and the people who write there.
import { createHmac, randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { isLoopback } from "../services/kit/address";
import { fetchOutside } from "../services/kit/outside";
import { type ChatBehaviour, dot, fileShelf, giveFile, listenOn, postHook } from "./chat-wire";
import { type XKeys, xAuthority } from "./twitter-auth";
import {
  addLine,
  dmActivity,
  dmEvents,
  postActivity,
  snowflake,
  type XAccount,
  type XLine,
  type XPeople,
  type XPerson,
  type XWritten,
  xPeople,
} from "./twitter-people";

export type SandboxX = Awaited<ReturnType<typeof startTwitter>>;

/** May be changed at any time. `limitSeconds`: after which calls are taken again, when they must wait. */
type XBehaviour = ChatBehaviour & { limitSeconds: number };
type XHook = { id: string; url: string; valid: boolean };
type Upload = { url: string; name: string };

const fault = (c: Context, code: 400 | 401 | 403 | 404 | 429 | 503, title: string, detail: string) =>
  c.json({ title, detail, type: "about:blank", status: code }, code);
const toUs = { seconds: 15, allow: isLoopback };

/** X with one account on loopback; port 0 takes a free one. */
export async function startTwitter({ port = 0 } = {}) {
  const own: XAccount = { id: "1500000000000000001", name: "Savanna Traders", username: "savannatraders" };
  const keys: XKeys = {
    ...{ api_key: "sandbox-x-api-key", api_secret: "sandbox-x-api-secret" },
    ...{ access_token: `${own.id}-sandbox-token`, access_secret: "sandbox-x-access-secret" },
  };
  const behaviour: XBehaviour = { send: "accept", hookMs: 0, hookTimes: 1, limitSeconds: 900 };
  const counts = { posts: 0, dms: 0, media: 0, limited: 0, challenges: 0, lookups: 0 };
  const people = xPeople();
  const uploads = new Map<string, Upload>();
  const shelf = fileShelf();
  const hooks = new Map<string, XHook>();
  const subscribed = new Set<string>();
  const authority = xAuthority(keys);
  const hash = (text: string) => `sha256=${createHmac("sha256", keys.api_secret).update(text).digest("base64")}`;

  const postRaw = (url: string, text: string) =>
    postHook(url, text, { "x-twitter-webhooks-signature": hash(text) }, behaviour);
  async function tell(activity: object): Promise<number> {
    let last = 0;
    for (const id of subscribed) {
      const hook = hooks.get(id);
      if (hook?.valid) last = await postRaw(hook.url, JSON.stringify(activity));
    }
    return last;
  }
  const show = (person: XPerson, line: XLine): Promise<number> =>
    tell(line.kind === "post" ? postActivity({ own, person, line }) : dmActivity({ own, person, line }));
  /** Asks an address whether it is the application's. */
  async function challenge(url: string): Promise<boolean> {
    counts.challenges++;
    const crc_token = randomBytes(24).toString("base64url");
    const asked = `${url}?${new URLSearchParams({ crc_token, nonce: randomBytes(8).toString("hex") })}`;
    return fetchOutside(asked, {}, toUs)
      .then(async (answer) => ((await answer.json()) as { response_token?: string }).response_token === hash(crc_token))
      .catch(() => false);
  }

  const http = new Hono();
  http.post("/oauth2/token", (c) => {
    const access_token = authority.exchange(c.req.header("authorization") ?? "");
    if (!access_token) return fault(c, 403, "Forbidden", "Unable to verify your credentials");
    return c.json({ token_type: "bearer", access_token });
  });
  const isSigned = (c: Context) => authority.isAccount(c.req.method, c.req.url, c.req.header("authorization") ?? "");
  http.get("/files/:id", async (c) =>
    isSigned(c) ? giveFile(shelf, c.req.param("id"), c.req.raw) : fault(c, 401, "Unauthorized", "Unauthorized"),
  );
  http.use("/2/*", async (c, next) => {
    const application = /^\/2\/(webhooks|account_activity\/.*\/subscriptions\/\d+\/all)/.test(c.req.path);
    const right = application ? authority.isApplication(c.req.header("authorization") ?? "") : isSigned(c);
    return right ? next() : fault(c, 401, "Unauthorized", "Unauthorized");
  });
  http.get("/2/users/me", (c) => c.json({ data: own }));
  const state = { url: "" };
  addWebhookCalls(http, { hooks, subscribed, challenge });
  addMessageCalls(http, { own, people, behaviour, counts, uploads, show });
  http.post("/2/media/upload", async (c) => {
    const form = await c.req.formData();
    const file = form.get("media");
    if (!(file instanceof File) || !/^(dm|tweet)_image$/.test(String(form.get("media_category"))))
      return fault(c, 400, "Invalid Request", "One or more parameters to your request was invalid.");
    if (file.size > 5_242_880) return fault(c, 400, "Invalid Request", "File size exceeds 5242880 bytes.");
    counts.media++;
    const id = snowflake();
    const stored = shelf.add({ name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) });
    uploads.set(id, { url: `${state.url}/files/${stored}`, name: file.name });
    return c.json({ data: { id, media_key: `3_${id}`, expires_after_secs: 86_400 } });
  });
  const server = await listenOn(http, port);
  state.url = server.url;

  function write(kind: "post" | "dm", id: string, { text, to = "", picture: file }: XWritten): Promise<number> {
    const picture = file && { url: `${server.url}/files/${shelf.add(file)}`, name: file.name };
    const person = people.join(id);
    return show(person, addLine(person, { kind, from: "customer", text, picture, parent: people.findLine(to)?.line }));
  }
  return {
    ...{ url: server.url, close: server.close, keys, account: own, behaviour, counts, hooks, subscribed, shelf },
    /** Settings of an application that finds X here. */
    settings: { X_URL: server.url },
    people: people.all,
    join: people.join,
    /** They mention the account in public, or answer a post (`to`). @returns the webhook's status */
    mention: (id: string, written: XWritten) => write("post", id, written),
    message: (id: string, written: XWritten) => write("dm", id, written),
    /** A picture of one dot. */
    picture: { name: "photo.png", type: "image/png", bytes: new Uint8Array(dot) },
    /** A direct message that X keeps and told no one of: its webhook was lost. */
    keep: (id: string, text: string) => addLine(people.join(id), { kind: "dm", from: "customer", text }),
    /** Somebody writes as the account, on X itself. */
    writeAsAccount(id: string, text: string, to = ""): Promise<number> {
      const person = people.join(id);
      const kind = to ? "post" : "dm";
      return show(person, addLine(person, { kind, from: "business", text, parent: people.findLine(to)?.line }));
    },
    ...{ post: tell, postRaw, challenge },
  };
}

type MessagesGiven = {
  own: XAccount;
  people: XPeople;
  behaviour: XBehaviour;
  counts: { posts: number; dms: number; limited: number; lookups: number };
  uploads: ReadonlyMap<string, Upload>;
  show(person: XPerson, line: XLine): Promise<number>;
};

/** Posts and direct messages of the account. */
function addMessageCalls(http: Hono, { own, people, behaviour, counts, uploads, show }: MessagesGiven): void {
  /** What a sending meets before it is looked at. */
  function stopped(c: Context): Response | undefined {
    if (behaviour.send === "fail") return fault(c, 403, "Forbidden", "You are not permitted to perform this action.");
    if (behaviour.send !== "wait") return undefined;
    counts.limited++;
    c.header("x-rate-limit-remaining", "0");
    c.header("x-rate-limit-reset", String(Math.floor(Date.now() / 1_000) + behaviour.limitSeconds));
    return fault(c, 429, "Too Many Requests", "Too Many Requests");
  }
  const silent = (c: Context) =>
    behaviour.send === "silent" ? fault(c, 503, "Service Unavailable", "Service Unavailable") : undefined;

  http.post("/2/tweets", async (c) => {
    const {
      text = "",
      reply,
      media,
    } = (await c.req.json()) as {
      text?: string;
      reply?: { in_reply_to_tweet_id?: string };
      media?: { media_ids?: string[] };
    };
    const wrong = stopped(c);
    if (wrong) return wrong;
    const answered = people.findLine(reply?.in_reply_to_tweet_id ?? "");
    if (!answered || answered.line.gone)
      return fault(c, 400, "Invalid Request", "The Tweet you are replying to is deleted or not visible to you.");
    const { person, line: parent } = answered;
    const picture = uploads.get(media?.media_ids?.[0] ?? "");
    const same = (one: XLine) => one.from === "business" && one.kind === "post" && !one.gone && one.text === text;
    if (!picture && person.lines.some(same))
      return fault(c, 403, "Forbidden", "You are not allowed to create a Tweet with duplicate content.");
    counts.posts++;
    const made = addLine(person, { kind: "post", from: "business", text, picture, parent });
    void show(person, made);
    return silent(c) ?? c.json({ data: { id: made.id, text } }, 201);
  });
  http.get("/2/tweets/:id", (c) => {
    counts.lookups++;
    const found = people.findLine(c.req.param("id"));
    if (!found || found.line.gone) return fault(c, 404, "Not Found Error", "Could not find tweet.");
    const { id, text, conversation: conversation_id } = found.line;
    return c.json({ data: { id, text, conversation_id } });
  });
  http.post("/2/dm_conversations/with/:user/messages", async (c) => {
    const { text = "", attachments } = (await c.req.json()) as { text?: string; attachments?: { media_id?: string }[] };
    const wrong = stopped(c);
    if (wrong) return wrong;
    const person = people.find(c.req.param("user"));
    if (!person || person.closed) return fault(c, 403, "Forbidden", "You cannot send messages to this user.");
    const picture = uploads.get(attachments?.[0]?.media_id ?? "");
    if (text === "" && !picture) return fault(c, 400, "Invalid Request", "text or attachments is required.");
    counts.dms++;
    const made = addLine(person, { kind: "dm", from: "business", text, picture });
    void show(person, made);
    return silent(c) ?? c.json({ data: { dm_conversation_id: `${own.id}-${person.id}`, dm_event_id: made.id } }, 201);
  });
  http.get("/2/dm_conversations/with/:user/dm_events", (c) => c.json(dmEvents(own, people.find(c.req.param("user")))));
  const remove = (kind: XLine["kind"], id: string, c: Context) => {
    const line = people.findLine(id)?.line;
    if (line?.kind !== kind || line.from !== "business")
      return fault(c, 403, "Forbidden", "You are not authorized to delete this.");
    line.gone = true;
    return c.json({ data: { deleted: true } });
  };
  http.delete("/2/tweets/:id", (c) => remove("post", c.req.param("id"), c));
  http.delete("/2/dm_events/:id", (c) => remove("dm", c.req.param("id"), c));
}

type WebhookGiven = {
  hooks: Map<string, XHook>;
  subscribed: Set<string>;
  challenge(url: string): Promise<boolean>;
};

/** The Webhooks API, and the subscriptions of the Account Activity API. */
function addWebhookCalls(http: Hono, { hooks, subscribed, challenge }: WebhookGiven): void {
  const failed = (c: Context) =>
    fault(c, 400, "CrcValidationFailed", "Crc validation of the url failed: the response token is wrong.");
  http.get("/2/webhooks", (c) => c.json({ data: [...hooks.values()] }));
  http.post("/2/webhooks", async (c) => {
    const { url = "" } = (await c.req.json()) as { url?: string };
    if (!(await challenge(url))) return failed(c);
    const hook = { id: snowflake(), url, valid: true };
    hooks.set(hook.id, hook);
    return c.json({ data: hook });
  });
  http.put("/2/webhooks/:id", async (c) => {
    const hook = hooks.get(c.req.param("id"));
    if (!hook) return fault(c, 404, "Not Found Error", "There is no such webhook.");
    hook.valid = await challenge(hook.url);
    return hook.valid ? c.json({ data: { valid: true } }) : failed(c);
  });
  http.delete("/2/webhooks/:id", (c) => c.json({ data: { deleted: hooks.delete(c.req.param("id")) } }));
  http.post("/2/account_activity/webhooks/:id/subscriptions/all", (c) => {
    const id = c.req.param("id");
    if (!hooks.has(id)) return fault(c, 404, "Not Found Error", "There is no such webhook.");
    if (subscribed.has(id)) return fault(c, 400, "Invalid Request", "Subscription already exists.");
    subscribed.add(id);
    return c.json({ data: { subscribed: true } });
  });
  http.delete("/2/account_activity/webhooks/:id/subscriptions/:user/all", (c) =>
    c.json({ data: { subscribed: !subscribed.delete(c.req.param("id")) } }),
  );
}
