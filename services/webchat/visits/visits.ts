import type {
  After,
  FaqLine,
  FaqShown,
  FrameSettings,
  Language,
  LoaderSettings,
  Question,
  Snapshot,
} from "../../../rules/webchat";
import { inkOn } from "../../../rules/webchat";
import { clientKey } from "../../kit/address";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { decrypt } from "../../kit/encryption";
import type { Decision } from "../../kit/limits";
import { HttpError } from "../../kit/serve";
import { inBoth } from "../applications";
import type { WebchatDeps } from "../deps";
import { faqHelped, publicFaqs, viewFaq } from "../faqs";
import { boundTo, type Identity, IdentityRefused, identityPurpose, readIdentity } from "../identity";
import type { VisitCounters } from "./limits";
import { dropPushTokens, keepPushToken } from "./push-tokens";
import { type Availability, conversationState } from "./shown";
import { loadAvailability, loadThread } from "./thread";
import { addVisitor, endSession, noteSeen, type Site, signVisitor, siteFinder, type Visitor } from "./visitors";

export type VisitorSession = { site: Site; visitor: Visitor };
export type VisitsGiven = { database: Database; deps: WebchatDeps; counters: VisitCounters };

/** Messages whose files are signed anew: the newest. */
const maxLinks = 200;

/** Milliseconds for which an answer to whether anybody is there serves all who ask. */
const hereHolds = 5_000;
const maxHeld = 10_000;

/** Answers by key, each held for a while. What fails is asked for again. */
function heldFor<T>(ms: number) {
  const held = new Map<string, { until: number; value: Promise<T> }>();
  return (key: string, ask: () => Promise<T>): Promise<T> => {
    const known = held.get(key);
    if (known && known.until > Date.now()) return known.value;
    if (held.size >= maxHeld) held.clear();
    const value = ask();
    held.set(key, { until: Date.now() + ms, value });
    value.catch(() => held.delete(key));
    return value;
  };
}

/** Too often; `retryAfter` in seconds. */
export class TooOften extends Error {
  constructor(readonly retryAfter: number) {
    super("That was too often. Try again a little later.");
  }
}

/** @throws TooOften */
export function within(decision: Decision): void {
  if (!decision.allowed) throw new TooOften(decision.retryAfter);
}

type Beginning = { language: Language; identity?: string | undefined; previous?: string | undefined };
type SignedVisitor = { identity: Identity; external: string; profile: string; known: string[] };

/** What a signed identity says of a visitor. */
function signedOf(identity: Identity): SignedVisitor {
  const { subject, name, email, phone } = identity;
  const profile = { name, email, phone };
  const known = Object.entries(profile).flatMap(([field, value]) => (value === "" ? [] : [field]));
  return { identity, external: `u:${subject}`, profile: JSON.stringify(profile), known };
}

/** Who the site says the visitor is; undefined when it says nothing. @throws HttpError 401 */
async function findIdentity(deps: WebchatDeps, site: Site, token: string | undefined): Promise<Identity | undefined> {
  if (!token) {
    if (site.identity_required) throw new HttpError(401, "Sign in on this site first: the chat is for its customers.");
    return undefined;
  }
  // Wrong is wrong, even where nothing needs to be signed (statement M40).
  if (!site.identity_secret) throw new HttpError(401, "This application has no identity secret.");
  const secret = decrypt(deps.secret, identityPurpose, boundTo(site.account, site.id), site.identity_secret);
  return readIdentity(secret, token).catch((error: unknown) => {
    throw error instanceof IdentityRefused ? new HttpError(401, error.message) : error;
  });
}

/** The phone that a session is on. */
function pushTokenCalls({ database, counters }: VisitsGiven) {
  return {
    /** @throws HttpError 409, TooOften */
    async keepPushToken({ site, visitor }: VisitorSession, token: string): Promise<void> {
      if (site.channel !== "mobile") throw new HttpError(409, "Only mobile apps are pushed to.");
      within(counters.pushTokens.take(visitor.id));
      await keepPushToken(database, site, visitor, token);
    },
    dropPushTokens: ({ site, visitor }: VisitorSession) =>
      inAccount(database.db, site.account, (trx) => dropPushTokens(trx, site.account, visitor.id)),
  };
}

/** The part of the endpoint that needs no conversation: applications, sessions, questions often asked. */
export function openVisits({ database, deps, counters }: VisitsGiven) {
  const { db } = database;
  const find = siteFinder(database);
  const there = heldFor<Availability>(hereHolds);

  /** What is asked before and after a chat. @throws HttpError 503 */
  async function loadForms(site: Site): Promise<{ before: Question[]; after: After }> {
    const answer = await deps.clientsOfAccount(site.account).chat.forms({ query: { inbox_id: site.inbox_id } });
    if (answer.status !== 200) throw new HttpError(503, "The chat can't be reached right now. Try again in a moment.");
    const { prechat, postchat } = answer.body;
    return { before: site.prechat && prechat.on ? prechat.questions : [], after: postchat };
  }

  async function loaderSettings(site: Site, base: string): Promise<LoaderSettings> {
    const { key, name, colour, position, languages } = site;
    // A page without its triggers is a page with a chat all the same.
    const answer = await deps.clientsOfAccount(site.account).chat.triggers({ query: { inbox_id: site.inbox_id } });
    const triggers = answer.status === 200 ? answer.body.data : [];
    return { key, base, name, colour, ink: inkOn(colour), position, languages, triggers };
  }

  async function frameSettings(site: Site, language: Language): Promise<FrameSettings> {
    const { key, name, colour, languages } = site;
    const [greeting, consent] = [inBoth(site.greeting), inBoth(site.consent)];
    const [forms, away, faqs] = await Promise.all([
      loadForms(site),
      loadAvailability(deps, site),
      readAccount(db, site.account, (trx) => publicFaqs(trx, site.account, { q: "", language, limit: 4 })),
    ]);
    return {
      ...{ key, name, colour, ink: inkOn(colour), languages, greeting, consent, faqs },
      prechat: forms.before,
      postchat: forms.after,
      away: { text: inBoth(site.away_text), form: site.away_form },
      signed: site.identity_required,
      ...away,
    };
  }

  /**
   * The anonymous session of this browser becomes the signed customer's, with the conversation that runs in it; what has
   * ended there stays nobody's, for the next person at this computer may be another.
   */
  async function joined(site: Site, previous: string | undefined, { identity, ...signed }: SignedVisitor) {
    const before = previous === undefined ? undefined : await find.session(previous);
    if (!before || before.visitor.verified || before.site.id !== site.id) return undefined;
    const { visitor } = before;
    const sender = { external_id: signed.external, name: identity.name, email: identity.email, msisdn: identity.phone };
    const body = {
      ...{ inbox_id: site.inbox_id, external_id: visitor.external_id },
      sender: { ...sender, language: visitor.language, verified: true },
    };
    const answer = await deps.clientsOfAccount(site.account).chat.joinVisitor({ body });
    if (answer.status !== 201) throw new HttpError(503, "The chat can't be reached right now. Try again in a moment.");
    if (answer.body.joined) return signVisitor(database, site, visitor, signed, deps.secret);
    await endSession(database, site, visitor);
    return undefined;
  }

  /** Begins a session. @throws HttpError 401, TooOften */
  async function begin(site: Site, given: Beginning, address: string) {
    const identity = await findIdentity(deps, site, given.identity);
    // Whom a site vouches for has signed in there: no need to slow them down.
    if (!identity) within(await counters.sessions.take({ address }));
    const language = site.languages.includes(given.language) ? given.language : (site.languages[0] ?? "en");
    const signed = identity && signedOf(identity);
    const { token, visitor } =
      (signed && (await joined(site, given.previous, signed))) ??
      (await addVisitor(database, site, { known: [], ...signed, language }, deps.secret));
    return { token, visitor, snapshot: await snapshot({ site, visitor }) };
  }

  async function snapshot({ site, visitor }: VisitorSession, resume?: number): Promise<Snapshot> {
    const seen = await loadThread(deps, site, visitor, resume);
    return { standing: conversationState(seen.contact, seen.queue, seen.away), messages: seen.messages };
  }

  return {
    site: find.site,
    /** Whose token it is. @throws HttpError 401 */
    async session(token: string): Promise<VisitorSession> {
      const found = await find.session(token);
      if (!found) throw new HttpError(401, "This session has ended.");
      return found;
    },
    loaderSettings,
    frameSettings,
    begin,
    /** Links to the files of the visitor's conversation, signed anew, by message. @throws TooOften */
    async links({ site, visitor }: VisitorSession): Promise<Record<string, string>> {
      within(counters.links.take(visitor.id));
      const { messages } = await loadThread(deps, site, visitor, undefined, maxLinks);
      return Object.fromEntries(messages.flatMap(({ id, file }) => (file ? [[id, file.url]] : [])));
    },
    /** Whether anybody can answer; asked for by every open widget that has no session. */
    here: (site: Site) => there(`${site.account} ${site.inbox_id}`, () => loadAvailability(deps, site)),
    snapshot,
    ...pushTokenCalls({ database, deps, counters }),
    end: ({ site, visitor }: VisitorSession) => endSession(database, site, visitor),
    seen: ({ site, visitor }: VisitorSession) => noteSeen(database, site, visitor),
    questions: async (site: Site) => (await loadForms(site)).before,

    async faqs(site: Site, q: string, language: Language, address: string): Promise<FaqLine[]> {
      within(counters.faqs.take(clientKey(address)));
      return readAccount(db, site.account, (trx) => publicFaqs(trx, site.account, { q, language, limit: 8 }));
    },
    async faq(site: Site, id: number, address: string): Promise<FaqShown | undefined> {
      within(counters.faqs.take(clientKey(address)));
      return inAccount(db, site.account, (trx) => viewFaq(trx, site.account, id));
    },
    async helped(site: Site, id: number, address: string): Promise<boolean> {
      within(await counters.updates.take({ address }));
      return inAccount(db, site.account, (trx) => faqHelped(trx, site.account, id));
    },
  };
}
export type Visits = ReturnType<typeof openVisits>;
