import { randomUUID } from "node:crypto";
import type { ConversationState, ShownMessage, Snapshot } from "../../../rules/webchat";
import type { Contact } from "../../chat/contract.schemas";
import type { Problem, RawBody } from "../../kit/contract";
import { HttpError } from "../../kit/serve";
import { type Answers, readAnswers, unknownQuestions } from "./forms";
import type { User } from "./limits";
import { conversationState, shownMessage } from "./shown";
import { loadThread } from "./thread";
import { transcriptTo } from "./transcript";
import { findProfile, noteKnown } from "./visitors";
import { type VisitorSession, type Visits, type VisitsGiven, within } from "./visits";

type Page = { url: string; title: string } | undefined;
type Profile = { name: string; email: string; msisdn: string; fields: Answers };
export type PostedMessage = { message: ShownMessage; standing: ConversationState };

const maxRunning = 50_000;
const nobody: Profile = { name: "", email: "", msisdn: "", fields: {} };

function userOf({ visitor }: VisitorSession, address: string): User {
  return { visitor: visitor.id, address };
}

/** What a visitor does in their conversation. Everything throws Refused or TooOften. */
export function openTalk({ database, deps, counters }: VisitsGiven, visits: Visits) {
  /** Visitors whose conversation runs, as far as this process knows: a new one costs a place in the limit. */
  const running = new Map<string, number>();

  function remember(session: VisitorSession, contact: Contact): void {
    if (running.size >= maxRunning) running.clear();
    if (contact.ended) running.delete(session.visitor.id);
    else running.set(session.visitor.id, contact.contact_id);
  }

  function senderOf({ visitor }: VisitorSession, { name, email, msisdn, fields }: Profile) {
    const { external_id, language, verified } = visitor;
    return { external_id, name, email, msisdn, fields, language, verified };
  }

  /** What a signed identity said of its visitor, as long as chat does not have it. */
  async function vouched({ site, visitor }: VisitorSession): Promise<Profile> {
    const text = visitor.verified ? await findProfile(database, site, visitor, deps.secret) : undefined;
    if (text === undefined) return nobody;
    const { name = "", email = "", phone = "" } = JSON.parse(text) as Record<string, string>;
    return { name, email, msisdn: phone, fields: {} };
  }

  /**
   * The visitor's conversation runs, or may begin now: then with what is known of them. Without its form none begins.
   */
  async function admitted(session: VisitorSession, address: string, filled: boolean): Promise<Profile> {
    const { site, visitor } = session;
    if (running.has(visitor.id)) return nobody;
    const { contact } = await loadThread(deps, site, visitor, undefined, 1);
    if (contact && !contact.ended) {
      remember(session, contact);
      return nobody;
    }
    const open = filled ? [] : unknownQuestions(await visits.questions(site), visitor.known);
    if (open.some(({ required }) => required)) throw new HttpError(409, "Fill in the form first.");
    within(await counters.chats.take(userOf(session, address)));
    return vouched(session);
  }

  const chatOf = ({ site }: VisitorSession) => deps.clientsOfAccount(site.account).chat;
  const visitOf = ({ site, visitor }: VisitorSession) => ({
    inbox_id: site.inbox_id,
    external_id: visitor.external_id,
  });

  /** The form before the chat: the conversation is there and waits (statement M45: only what is unknown is asked). */
  async function prechat(
    session: VisitorSession,
    given: { answers: Answers; consent: boolean; page?: Page },
    address: string,
  ): Promise<Snapshot> {
    within(await counters.updates.take(userOf(session, address)));
    const { site, visitor } = session;
    const asked = unknownQuestions(await visits.questions(site), visitor.known);
    const read = readAnswers(asked, given.answers, visitor.language);
    if ("errors" in read) throw new HttpError(422, "Please correct the marked answers.", read.errors);
    const wantsConsent = Object.values(site.consent).some(Boolean) && !visitor.consented;
    if (wantsConsent && !given.consent)
      throw new HttpError(422, "Without your consent there is no chat.", { consent: ["Accept to continue."] });
    const said = await admitted(session, address, true);
    const { names, ...told } = read.told;
    const fields = { ...told.fields, ...(wantsConsent ? { consent: new Date().toISOString() } : {}) };
    const profile = {
      name: said.name || told.name,
      email: said.email || told.email,
      msisdn: said.msisdn || told.msisdn,
      fields,
    };
    const body = {
      inbox_id: site.inbox_id,
      sender: senderOf(session, profile),
      ...(given.page ? { page: given.page } : {}),
    };
    const answer = await chatOf(session).greet({ body });
    if (answer.status !== 201) throw refusalOf(answer);
    await noteKnown(database, site, visitor, names, wantsConsent);
    remember(session, answer.body.contact);
    return visits.snapshot(session);
  }

  async function receive(
    session: VisitorSession,
    profile: Profile,
    requestId: string,
    message: {
      type: "text" | "file";
      text: string;
      file?: { id: string; name: string; type: string; bytes: number };
    },
    page: Page,
  ): Promise<PostedMessage & { fresh: boolean }> {
    const { site, visitor } = session;
    const answer = await chatOf(session).receive({
      body: {
        inbox_id: site.inbox_id,
        sender: senderOf(session, profile),
        message: {
          ...message,
          // By the browser, which stays the same when its visitor signs in: what is sent again is the same message.
          provider_id: `${visitor.id} ${requestId}`,
          at: Date.now(),
          meta: { request_id: requestId },
        },
        ...(page ? { page } : {}),
      },
    });
    if (answer.status !== 201) throw refusalOf(answer);
    const { contact, fresh } = answer.body;
    remember(session, contact);
    if (profile !== nobody) await noteKnown(database, site, visitor, [], false);
    const from = { account: site.account, secret: deps.secret };
    return {
      message: shownMessage(answer.body.message, from),
      standing: conversationState(contact, undefined, { open: true, opens_at: null }),
      fresh,
    };
  }

  async function say(
    session: VisitorSession,
    given: { request_id: string; text: string; page?: Page },
    address: string,
  ): Promise<PostedMessage> {
    within(counters.messages.take(session.visitor.id));
    const profile = await admitted(session, address, false);
    return receive(session, profile, given.request_id, { type: "text", text: given.text }, given.page);
  }

  /** Keeps a file by what is in its bytes, then says it. */
  async function file(
    session: VisitorSession,
    given: { request_id: string; name: string; stream: RawBody },
    address: string,
  ): Promise<PostedMessage> {
    within(await counters.uploads.take(userOf(session, address)));
    const profile = await admitted(session, address, false);
    const { uploads } = deps.clientsOfAccount(session.site.account);
    const kept = { subject: "webchat", subject_id: `${session.visitor.id} ${randomUUID()}` };
    const answer = await uploads.keep({
      stream: given.stream,
      query: { purpose: "chat", name: given.name, ...kept },
    });
    if (answer.status !== 201) throw refusalOf(answer);
    const { id, name, type, bytes } = answer.body;
    const message = { type: "file" as const, text: "", file: { id, name, type, bytes } };
    const drop = () => uploads.dropOf({ body: kept });
    const said = await receive(session, profile, given.request_id, message, undefined).catch(async (error: unknown) => {
      await drop();
      throw error;
    });
    // Sent once more because its answer was lost: the first one stands.
    if (!said.fresh) await drop();
    return said;
  }

  return {
    prechat,
    say,
    file,
    async typing(session: VisitorSession, on: boolean): Promise<void> {
      if (!counters.typing.take(session.visitor.id).allowed) return;
      await chatOf(session).visitorTyping({ body: { ...visitOf(session), on } });
    },
    async read(session: VisitorSession, upto: number): Promise<void> {
      await chatOf(session).visitorRead({ body: { ...visitOf(session), upto } });
    },
    async end(session: VisitorSession): Promise<Snapshot> {
      const answer = await chatOf(session).visitorEnd({ body: visitOf(session) });
      if (answer.status !== 201) throw refusalOf(answer);
      running.delete(session.visitor.id);
      return visits.snapshot(session);
    },
    async rate(
      session: VisitorSession,
      given: { contact_id: number; request_id: string; stars: number; note: string; answers: Answers },
    ): Promise<void> {
      const answer = await chatOf(session).rate({ body: { ...visitOf(session), ...given } });
      if (answer.status !== 201) throw refusalOf(answer);
    },
    async transcript(session: VisitorSession, email: string, address: string): Promise<void> {
      within(await counters.transcripts.take(userOf(session, address)));
      await transcriptTo(database, deps, session, email);
    },
  };
}
export type Conversations = ReturnType<typeof openTalk>;

/** What another service refused, told on. */
function refusalOf({ status, body }: { status: number; body: unknown }): HttpError {
  const { message, errors } = body as Problem;
  const known = ([404, 409, 413, 422, 429, 503] as const).find((one) => one === status);
  return new HttpError(known ?? (status === 406 ? 403 : 503), message, errors);
}
