import type { ShownMessage } from "../../../rules/webchat";
import type { Contact, Message } from "../../chat/contract.schemas";
import { HttpError } from "../../kit/serve";
import type { WebchatDeps } from "../deps";
import { type Availability, isPublic, type Queue, shownMessage } from "./shown";
import type { Site, Visitor } from "./visitors";

/** A conversation as its visitor sees it, read at one moment. `cursor`: events up to there are in it. */
export type VisitorThread = {
  contact: Contact | null;
  messages: ShownMessage[];
  queue: Queue;
  away: Availability;
  cursor: number;
};

/** The newest messages at first, and on coming back: those may have changed meanwhile. */
const atFirst = 100;
const onReturn = 30;

const away = "The chat can't be reached right now. Try again in a moment.";

/** Stands for nobody: what is asked is only whether anybody can answer. */
const nobody = { external_id: "-" };

/**
 * Reads the visitor's conversation. @param resume the newest message the browser has: what came after it is all there,
 * and the newest ones anyway. @throws HttpError 503
 */
export async function loadThread(
  deps: WebchatDeps,
  site: Site,
  visitor: Pick<Visitor, "external_id"> = nobody,
  resume?: number,
  limit = resume === undefined ? atFirst : onReturn,
): Promise<VisitorThread> {
  const { chat } = deps.clientsOfAccount(site.account);
  const query = { inbox_id: site.inbox_id, external_id: visitor.external_id };
  const answer = await chat.thread({ query: { ...query, limit } });
  if (answer.status !== 200) throw new HttpError(503, away);
  const { contact, queue, open, opens_at, cursor } = answer.body;
  const newest = answer.body.data;
  const known = new Set(newest.map(({ id }) => id));
  const missed = resume === undefined ? [] : await between(chat, query, resume, Math.max(0, ...known));
  const data = [...missed.filter(({ id }) => !known.has(id)), ...newest];
  const from = { account: site.account, secret: deps.secret };
  return {
    contact,
    queue,
    away: { open, opens_at },
    cursor,
    messages: data.filter(isPublic).map((message) => shownMessage(message, from)),
  };
}

/** Messages at once. */
const page = 200;

/** All messages after one up to another, however many: a hole in the middle would never be seen. */
async function between(
  chat: ReturnType<WebchatDeps["clientsOfAccount"]>["chat"],
  query: { inbox_id: number; external_id: string },
  after: number,
  upTo: number,
): Promise<Message[]> {
  const found: Message[] = [];
  for (let from = after; from < upTo; ) {
    const answer = await chat.thread({ query: { ...query, after: from, limit: page } });
    if (answer.status !== 200) throw new HttpError(503, away);
    const { data } = answer.body;
    if (data.length === 0) break;
    found.push(...data);
    from = Math.max(...data.map(({ id }) => id));
  }
  return found;
}

/** Whether anybody can answer, for somebody who has no conversation. */
export async function loadAvailability(deps: WebchatDeps, site: Site): Promise<Availability> {
  return (await loadThread(deps, site, nobody, undefined, 1)).away;
}
