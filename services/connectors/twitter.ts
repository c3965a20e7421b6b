// X, API v2 with OAuth 1.0a: https://docs.x.com/x-api
import { z } from "zod";
import { fetchOutside, OutsideError, type OutsideInit, type OutsidePolicy } from "../kit/outside";
import { formWith, type Handed, type OutgoingFile } from "./message";
import { type OAuthKeys, oauthHeader } from "./oauth1";
import { policiesFor } from "./policies";
import { lost } from "./telegram";
import { readDmHistory } from "./twitter.history";

const numericId = z.string().regex(/^\d{1,25}$/);
const Me = z.object({
  data: z.object({ id: numericId, name: z.string().default(""), username: z.string().default("") }),
});
const SentDm = z.object({ data: z.object({ dm_event_id: numericId }) });
const SentTweet = z.object({ data: z.object({ id: numericId }) });
const Uploaded = z.object({ data: z.object({ id: numericId }) });
const Deleted = z.object({ data: z.object({ deleted: z.boolean() }) });
const Tweet = z.object({ data: z.object({ conversation_id: numericId }) });
const Token = z.object({ access_token: z.string().min(1) });
const Webhook = z.object({ id: numericId, url: z.string() });
const Webhooks = z.object({ data: z.array(z.unknown()).default([]) });
const NewWebhook = z.union([z.object({ data: Webhook }).transform(({ data }) => data), Webhook]);
const Problem = z.object({
  title: z.string().default(""),
  detail: z.string().default(""),
  type: z.string().default(""),
  errors: z.array(z.object({ message: z.string().default("") })).default([]),
});

/** A call that X refused. `seconds`: after which it may be tried again, when there were too many. */
export class XRefused extends Error {
  constructor(
    readonly code: number,
    readonly said: string,
    readonly seconds: number | undefined = undefined,
  ) {
    super(`X answered ${code}: ${said}`);
  }
}

/** Where X keeps pictures; those of direct messages are shown to the signed user alone. */
const fileHosts = /^(ton\.twitter\.com|ton\.x\.com|pbs\.twimg\.com|video\.twimg\.com)$/;
const signedHosts = /^ton\.(twitter|x)\.com$/;
const dmFields = new URLSearchParams({
  "dm_event.fields": "id,text,event_type,created_at,sender_id,attachments,entities",
  expansions: "attachments.media_keys,sender_id",
  "media.fields": "media_key,type,url,preview_image_url",
  "user.fields": "name,username",
  event_types: "MessageCreate",
  max_results: "50",
});

/** What a post or a direct message carries beside its words. */
type Carried = { text: string; media?: string | undefined };

/** An account on X. @param given.url X's own address, or the sandbox's */
export function twitter({ url, keys }: { url: string; keys: OAuthKeys }) {
  const base = url.replace(/\/+$/, "");
  const { calls, files } = policiesFor(base);

  async function ask(path: string, init: OutsideInit = {}, bearer?: string): Promise<unknown> {
    const address = `${base}${path}`;
    const authorization = bearer ?? oauthHeader({ method: init.method ?? "GET", url: address }, keys);
    const headers = { ...init.headers, authorization };
    return readAnswer(await fetchOutside(address, { ...init, headers, redirect: "manual" }, calls));
  }
  const post = (path: string, body: object, bearer?: string) => ask(path, { method: "POST", ...asJson(body) }, bearer);

  /** What only the application itself may do. */
  async function getBearer(): Promise<string> {
    const basic = Buffer.from(`${encodeURIComponent(keys.consumer_key)}:${encodeURIComponent(keys.consumer_secret)}`);
    const init = {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
      body: "grant_type=client_credentials",
    };
    const said = await ask("/oauth2/token", init, `Basic ${basic.toString("base64")}`);
    return `Bearer ${readable(Token, said).access_token}`;
  }

  async function findWebhook(address: string, bearer: string) {
    const { data } = readable(Webhooks, (await ask("/2/webhooks", {}, bearer)) ?? {});
    return data.flatMap((one) => Webhook.safeParse(one).data ?? []).find((one) => one.url === address);
  }

  return {
    /** Whose token it is. @throws XRefused, OutsideError */
    async me() {
      const { id, name, username } = readable(Me, await ask("/2/users/me")).data;
      return { id, name, shown: username ? `@${username}` : name };
    },
    /** X asks the address for proof at once, and posts what happens to the account there. @throws XRefused, OutsideError */
    async subscribe(address: string) {
      const bearer = await getBearer();
      const there = await findWebhook(address, bearer);
      if (there) await ask(`/2/webhooks/${there.id}`, { method: "PUT" }, bearer);
      const { id } = there ?? readable(NewWebhook, await post("/2/webhooks", { url: address }, bearer));
      await post(`/2/account_activity/webhooks/${id}/subscriptions/all`, {}).catch((error: unknown) => {
        // It is subscribed already.
        if (!(error instanceof XRefused && /already|duplicate/i.test(error.said))) throw error;
      });
    },
    async unsubscribe(address: string, user: string) {
      const bearer = await getBearer();
      const there = await findWebhook(address, bearer);
      if (!there) return;
      const path = `/2/account_activity/webhooks/${there.id}/subscriptions/${user}/all`;
      await ask(path, { method: "DELETE" }, bearer).catch(() => undefined);
      await ask(`/2/webhooks/${there.id}`, { method: "DELETE" }, bearer);
    },
    dm(user: string, { text, media }: Carried): Promise<Handed> {
      const attachments = media ? { attachments: [{ media_id: media }] } : {};
      const body = { ...(text ? { text } : {}), ...attachments };
      return handOver(async () => {
        const sent = SentDm.safeParse(await post(`/2/dm_conversations/with/${user}/messages`, body));
        return sent.success ? `dm:${sent.data.data.dm_event_id}` : undefined;
      });
    },
    reply(to: string, { text, media }: Carried): Promise<Handed> {
      const body = { text, reply: { in_reply_to_tweet_id: to }, ...(media ? { media: { media_ids: [media] } } : {}) };
      return handOver(async () => {
        const sent = SentTweet.safeParse(await post("/2/tweets", body));
        return sent.success ? `tweet:${sent.data.data.id}` : undefined;
      });
    },
    /** Gives X a picture; nothing is shown until a message names it. @throws XRefused, OutsideError */
    async upload(file: OutgoingFile, kind: "dm" | "tweet"): Promise<string> {
      const form = await formWith({ media_category: `${kind}_image`, media_type: file.type }, "media", file);
      return readable(Uploaded, await ask("/2/media/upload", { method: "POST", ...form })).data.id;
    },
    /** Takes back a post, or a direct message on our own side. @throws XRefused, OutsideError */
    async remove(provider_id: string) {
      const [kind, id = ""] = provider_id.split(":");
      const path = kind === "tweet" ? `/2/tweets/${id}` : `/2/dm_events/${id}`;
      readable(Deleted, await ask(path, { method: "DELETE" }));
    },
    /** The thread that a post belongs to. @throws XRefused, OutsideError */
    async findConversation(tweet: string): Promise<string> {
      return readable(Tweet, await ask(`/2/tweets/${tweet}?tweet.fields=conversation_id`)).data.conversation_id;
    },
    /** The newest direct messages with a user, oldest first; X keeps them for 30 days. @throws XRefused, OutsideError */
    async history(user: string, own: { id: string; shown: string }) {
      return readDmHistory(await ask(`/2/dm_conversations/with/${user}/dm_events?${dmFields}`), own, user);
    },
    /** The bytes of a picture, from X's hosts only. @throws XRefused, OutsideError */
    download: (address: string) => fetchBytes(address, { base, keys, files }),
  };
}

const asJson = (body: object): OutsideInit => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

function readable<S extends z.ZodType>(shape: S, said: unknown): z.output<S> {
  const read = shape.safeParse(said);
  if (!read.success) throw new XRefused(502, "an answer we can't read");
  return read.data;
}

async function readAnswer(answer: Response): Promise<unknown> {
  const said: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return said;
  const { title, detail, type, errors } = Problem.safeParse(said).data ?? Problem.parse({});
  // The kind of a problem is the end of its address.
  const words = [detail || errors[0]?.message || title, type.split("/").at(-1)].filter(Boolean).join(" / ");
  throw new XRefused(answer.status, words, answer.status === 429 ? resetIn(answer.headers) : undefined);
}

/** Seconds until X takes calls again: its limits of 15 minutes, and those of a day that are used up. */
export function resetIn(headers: Headers, now = Date.now()): number {
  const number = (name: string) => Number(headers.get(name) ?? Number.NaN);
  const daily = ["x-user-limit-24hour", "x-app-limit-24hour"].filter((name) => number(`${name}-remaining`) === 0);
  const resets = ["x-rate-limit", ...daily].map((name) => number(`${name}-reset`)).filter(Number.isFinite);
  if (resets.length === 0) return 900;
  // A second more: X counts in whole ones.
  return Math.min(86_400, Math.max(1, Math.max(...resets) - Math.floor(now / 1_000) + 1));
}

type FileAsker = { base: string; keys: OAuthKeys; files: OutsidePolicy };

async function fetchBytes(address: string, { base, keys, files }: FileAsker): Promise<Uint8Array<ArrayBuffer>> {
  const { protocol, hostname, origin } = new URL(address);
  const own = origin === new URL(base).origin;
  if (!own && !(protocol === "https:" && fileHosts.test(hostname)))
    throw new OutsideError("address", "That is not the address of a file of X.");
  const signed = own || signedHosts.test(hostname);
  const headers: Record<string, string> = signed
    ? { authorization: oauthHeader({ method: "GET", url: address }, keys) }
    : {};
  const answer = await fetchOutside(address, { headers, redirect: "manual" }, files);
  if (answer.status !== 200) throw new XRefused(answer.status, "the file is not there");
  return new Uint8Array(await answer.arrayBuffer());
}

async function handOver(send: () => Promise<string | undefined>): Promise<Handed> {
  try {
    const provider_id = await send();
    return provider_id === undefined ? { kind: "unknown" } : { kind: "sent", provider_id };
  } catch (error) {
    return xRefusal(error);
  }
}

/** What became of a message whose call failed. */
export function xRefusal(error: unknown): Handed {
  if (!(error instanceof XRefused)) return lost(error);
  if (error.seconds !== undefined) return { kind: "later", seconds: error.seconds };
  // X has not said whether it took the message.
  if (error.code >= 500) return { kind: "unknown" };
  const words = xWords(error) ?? "";
  const stops = error.code === 401 || error.code === 402 || isPermission(error);
  return { kind: "refused", words, ...(stops ? { stops: true as const } : {}) };
}

/** The application may not do it, whoever it is done to. */
const isPermission = ({ code, said }: XRefused) =>
  code === 403 && /oauth1-permissions|client-forbidden|client-not-enrolled|unsupported-authentication/i.test(said);

/** What X's answer means for whoever connected the account; undefined when the error is none of X's. */
export function xWords(error: unknown): string | undefined {
  if (!(error instanceof XRefused)) return undefined;
  const said = error.said.split(" / ")[0]?.slice(0, 200) ?? "";
  if (error.code === 401)
    return "X does not accept these keys. Copy all four of them again from X's developer console.";
  if (error.code === 402) return "The X application has no credits left. Buy some in X's developer console.";
  if (isPermission(error))
    return "The X application may not do this. Give it read, write and direct messages, then create a new access token.";
  if (error.code === 403 && /duplicate content/i.test(said)) return "X does not take the same post twice.";
  if (error.code === 403 && /(cannot|can't|not allowed to) (send|message|dm)|direct messages? to/i.test(said))
    return "X does not let you write to this person: they take direct messages from people they follow only, or have blocked you.";
  if (error.code === 404) return "X has nothing there any more: the post or the person is gone.";
  if (error.code === 429) return "X takes no more calls of this kind at the moment.";
  if (error.code >= 500) return "X can't answer at the moment. Try again in a moment.";
  return said ? `X says: ${said}` : "X refused it.";
}
