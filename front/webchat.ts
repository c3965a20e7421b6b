import { type Context, Hono } from "hono";
import type { z } from "zod";
import { originAllowed } from "../rules/site-origins";
import { type Language, languages, maxBytes } from "../rules/webchat";
import { fieldErrors } from "../services/kit/contract";
import { HttpError, storableFor } from "../services/kit/serve";
import type { Streams } from "../services/webchat/visits/streams";
import type { Conversations } from "../services/webchat/visits/talk";
import type { Site } from "../services/webchat/visits/visitors";
import { TooOften, type VisitorSession, type Visits } from "../services/webchat/visits/visits";
import type { GateEnv } from "./proxies";
import { framePage, framePolicy, loaderScript, type WidgetFiles } from "./webchat.pages";
import { bodies, FaqQuery, FileQuery } from "./webchat.schemas";
import { eventStream } from "./webchat.stream";

export const webchatBase = "/webchat/v1";
/** Bytes that a visitor may send, by address: longer is refused unread (statement M41). */
export const webchatBodies = { [webchatBase]: 100_000, [`${webchatBase}/files`]: maxBytes };

type WebchatDeps = {
  visits: Visits;
  talk: Conversations;
  streams: Streams;
  widget: WidgetFiles | undefined;
  log: { error(fields: object, message: string): void };
};
type C = Context<GateEnv>;

/**
 * The visitors' endpoint. No cookie counts here: a session is a bearer token that only the browser has. Pages of an
 * application's own sites may call it too; every other origin is refused (statement M39).
 */
export function webchatEndpoint(given: WebchatDeps): Hono<GateEnv> {
  const app = new Hono<GateEnv>();
  app.onError((error, c) => answerFor(c, error, given.log));
  widgetRoutes(app, given);
  // A browser asks first; what it asks for is judged when it comes.
  app.options("/*", (c) => {
    const origin = c.req.header("origin");
    if (origin !== undefined) allow(c, origin);
    return c.body(null, 204, {
      "access-control-allow-methods": "GET, POST, DELETE",
      "access-control-allow-headers": "authorization, content-type, last-event-id",
      "access-control-max-age": "600",
    });
  });
  sessionRoutes(app, given);
  conversationRoutes(app, given);
  questionRoutes(app, given);
  app.all("/*", (c) => c.json({ status: 404, message: "There is no such address." }, 404));
  return app;
}

type App = Hono<GateEnv>;

/** The script for a site's pages, and the frame that it opens. */
function widgetRoutes(app: App, { visits, widget }: WebchatDeps): void {
  app.get("/loader.js", async (c) => {
    const site = await findSite(visits, c);
    const headers = {
      "cross-origin-resource-policy": "cross-origin",
      "content-type": "text/javascript; charset=utf-8",
    };
    if (!site || !widget)
      return c.body("/* There is no such chat. */\n", 404, { ...headers, "cache-control": "no-store" });
    const { text, etag } = loaderScript(widget, await visits.loaderSettings(site, c.get("origin")));
    const kept = { ...headers, "cache-control": "public, max-age=300", etag };
    return c.req.header("if-none-match") === etag ? c.body(null, 304, kept) : c.body(text, 200, kept);
  });

  app.get("/frame", async (c) => {
    const site = await findSite(visits, c);
    if (!site || !widget) return c.text("There is no such chat.\n", 404);
    const language = languageOf(c.req.query("l"), site);
    const nonce = c.get("nonce");
    const page = framePage(widget, await visits.frameSettings(site, language), { language, nonce });
    return c.html(page, 200, {
      "content-security-policy": framePolicy(site, nonce),
      "cross-origin-resource-policy": "cross-origin",
    });
  });
}

/** The visitor's session, where its conversation stands, and what happens there from now on. */
function sessionRoutes(app: App, { visits, streams }: WebchatDeps): void {
  app.post("/session", async (c) => {
    const body = await read(c, bodies.session);
    const site = await visits.site(body.application);
    if (!site) throw new HttpError(404, "There is no such chat.");
    judge(c, site);
    const { token, visitor, snapshot } = await visits.begin(site, body, c.get("address"));
    return c.json({ token, known: visitor.known, verified: visitor.verified, ...snapshot }, 201);
  });
  app.delete("/session", async (c) => {
    const session = await loadSession(visits, c);
    await visits.end(session);
    streams.cut(session.site, session.visitor);
    return c.body(null, 204);
  });
  app.get("/thread", async (c) => {
    const session = await loadSession(visits, c);
    await visits.seen(session);
    return c.json({
      known: session.visitor.known,
      verified: session.visitor.verified,
      ...(await visits.snapshot(session)),
    });
  });

  // What an app draws its chat with: its texts, its forms, whether anyone can answer.
  app.get("/app", async (c) => {
    const site = await visits.site(c.req.query("a") ?? "");
    if (site?.channel !== "mobile") throw new HttpError(404, "There is no such app.");
    judge(c, site);
    const { name, greeting, consent, prechat, postchat, away, signed, open, opens_at } = await visits.frameSettings(
      site,
      languageOf(c.req.query("l"), site),
    );
    const body = { name, greeting, consent, prechat, postchat, away, signed, open, opens_at };
    return c.json(body, 200, { "cache-control": "no-store" });
  });

  app.post("/push-token", async (c) => {
    const session = await loadSession(visits, c);
    await visits.keepPushToken(session, (await read(c, bodies.pushToken)).token);
    return c.body(null, 204);
  });
  app.delete("/push-token", async (c) => {
    await visits.dropPushTokens(await loadSession(visits, c));
    return c.body(null, 204);
  });

  // For whoever has no session, and so no stream: whether anybody can answer.
  app.get("/here", async (c) => {
    const site = await visits.site(c.req.query("a") ?? "");
    if (!site) throw new HttpError(404, "There is no such chat.");
    judge(c, site);
    return c.json(await visits.here(site), 200, { "cache-control": "no-store" });
  });

  app.get("/links", async (c) => c.json({ data: await visits.links(await loadSession(visits, c)) }));

  app.get("/events", async (c) => {
    const session = await loadSession(visits, c);
    const last = c.req.header("last-event-id") ?? c.req.query("last") ?? "";
    const resume = /^\d{1,15}$/.test(last) ? Number(last) : undefined;
    const answer = await eventStream((opening) => streams.open({ ...session, ...opening }, resume));
    if (!answer) throw new TooOften(30);
    await visits.seen(session);
    return answer;
  });
}

/** What a visitor does in the conversation. */
function conversationRoutes(app: App, { visits, talk }: WebchatDeps): void {
  app.post("/prechat", async (c) => {
    const session = await loadSession(visits, c);
    return c.json(await talk.prechat(session, await read(c, bodies.prechat), c.get("address")), 201);
  });
  app.post("/messages", async (c) => {
    const session = await loadSession(visits, c);
    const { message, standing } = await talk.say(session, await read(c, bodies.message), c.get("address"));
    return c.json({ message, unseen: standing.unseen }, 201);
  });
  app.post("/files", async (c) => {
    const session = await loadSession(visits, c);
    const query = parsed(FileQuery, c.req.query());
    const { body } = c.req.raw;
    if (!body) throw new HttpError(422, "The file is empty.");
    const stream = { body, type: "application/octet-stream" };
    const { message, standing } = await talk.file(session, { ...query, stream }, c.get("address"));
    return c.json({ message, unseen: standing.unseen }, 201);
  });
  app.post("/typing", async (c) => {
    const session = await loadSession(visits, c);
    await talk.typing(session, (await read(c, bodies.typing)).on);
    return c.body(null, 204);
  });
  app.post("/read", async (c) => {
    const session = await loadSession(visits, c);
    await talk.read(session, (await read(c, bodies.read)).upto);
    return c.body(null, 204);
  });
  app.post("/end", async (c) => c.json(await talk.end(await loadSession(visits, c)), 201));
  app.post("/rating", async (c) => {
    const session = await loadSession(visits, c);
    await talk.rate(session, await read(c, bodies.rating));
    return c.body(null, 204);
  });
  app.post("/transcript", async (c) => {
    const session = await loadSession(visits, c);
    await talk.transcript(session, (await read(c, bodies.transcript)).email, c.get("address"));
    return c.body(null, 204);
  });
}

/** Questions often asked; nobody needs a session to read them. */
function questionRoutes(app: App, { visits }: WebchatDeps): void {
  app.get("/faqs", async (c) => {
    const { site, q, language } = await faqRequest(visits, c);
    return c.json({ data: await visits.faqs(site, q, language, c.get("address")) });
  });
  app.get("/faqs/:id{\\d{1,15}}", async (c) => {
    const { site } = await faqRequest(visits, c);
    const found = await visits.faq(site, Number(c.req.param("id")), c.get("address"));
    if (!found) throw new HttpError(404, "There is no such question.");
    return c.json(found);
  });
  app.post("/faqs/:id{\\d{1,15}}/helped", async (c) => {
    const { site } = await faqRequest(visits, c);
    if (!(await visits.helped(site, Number(c.req.param("id")), c.get("address"))))
      throw new HttpError(404, "There is no such question.");
    return c.body(null, 204);
  });
}

/** The site whose key the address has: a mobile app draws its chat itself. */
async function findSite(visits: Visits, c: C): Promise<Site | undefined> {
  const site = await visits.site(c.req.query("a") ?? "");
  return site?.channel === "webchat" ? site : undefined;
}

/** Whose token the request carries. @throws HttpError 401, 403 */
async function loadSession(visits: Visits, c: C): Promise<VisitorSession> {
  const token = /^Bearer ([\w.-]{1,200})$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
  const session = await visits.session(token);
  judge(c, session.site);
  return session;
}

async function faqRequest(visits: Visits, c: C): Promise<{ site: Site; q: string; language: Language }> {
  const { a, q, language } = parsed(FaqQuery, c.req.query());
  const site = await visits.site(a);
  if (!site) throw new HttpError(404, "There is no such chat.");
  judge(c, site);
  return { site, q, language };
}

/** Our own frame, the application's sites, or no browser at all. @throws HttpError 403 */
function judge(c: C, site: Site): void {
  const origin = c.req.header("origin");
  const words = "This chat is not for pages of that address.";
  if (origin === undefined) {
    const from = c.req.header("sec-fetch-site");
    if (from !== undefined && from !== "same-origin" && from !== "none") throw new HttpError(403, words);
    return;
  }
  if (origin.toLowerCase() === c.get("origin")) return;
  if (!originAllowed(origin, site.domains, site.null_origin)) throw new HttpError(403, words);
  allow(c, origin);
}

function allow(c: C, origin: string): void {
  c.header("access-control-allow-origin", origin);
  c.header("vary", "Origin");
  c.header("cross-origin-resource-policy", "cross-origin");
}

async function read<S extends z.ZodType>(c: C, shape: S): Promise<z.output<S>> {
  const text = await c.req.raw.text();
  try {
    return parsed(shape, storableFor(text === "" ? {} : JSON.parse(text), { clean: true }));
  } catch (error) {
    throw error instanceof SyntaxError ? new HttpError(400, "The body is not valid JSON.") : error;
  }
}

/** @throws HttpError 422 */
function parsed<S extends z.ZodType>(shape: S, given: unknown): z.output<S> {
  const result = shape.safeParse(given);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error);
  throw new HttpError(422, Object.values(errors)[0]?.[0] ?? "Please correct the marked fields.", errors);
}

function languageOf(asked: string | undefined, { languages: offered }: Site): Language {
  return offered.find((one) => one === asked) ?? offered[0] ?? languages[0];
}

function answerFor(c: C, error: Error, log: WebchatDeps["log"]): Response {
  if (error instanceof TooOften)
    return c.json({ status: 429, message: error.message }, 429, { "retry-after": String(error.retryAfter) });
  if (error instanceof HttpError) {
    const { status, message, errors } = error;
    return c.json({ status, message, ...(errors ? { errors } : {}) }, status);
  }
  log.error({ err: error, requestId: c.get("requestId") }, "a visitor's call failed");
  return c.json({ status: 503, message: "The chat can't be reached right now. Try again in a moment." }, 503, {
    "retry-after": "5",
  });
}
