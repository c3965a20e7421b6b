import type { Snapshot } from "../../../rules/webchat";
import { HttpError } from "../../kit/serve";
import { limitUser, openEntry, wantsConsent } from "./entry";
import { type Answers, readAnswers, unknownQuestions } from "./forms";
import { messageSender, openPosts, type VisitorPage } from "./posts";
import { refusalFrom } from "./refusal";
import { transcriptTo } from "./transcript";
import { noteKnown } from "./visitors";
import { type VisitorSession, type Visits, type VisitsGiven, within } from "./visits";

/** What a visitor does in their conversation. Everything throws HttpError. */
export function openTalk(given: VisitsGiven, visits: Visits) {
  const { database, deps, counters } = given;
  const entry = openEntry(given, visits);
  const chatOf = ({ site }: VisitorSession) => deps.clientsOfAccount(site.account).chat;
  const visitOf = ({ site, visitor }: VisitorSession) => ({
    inbox_id: site.inbox_id,
    external_id: visitor.external_id,
  });

  /** The form before the chat: the conversation is there and waits (statement M45: only what is unknown is asked). */
  async function prechat(
    session: VisitorSession,
    given: { answers: Answers; consent: boolean; page?: VisitorPage },
    address: string,
  ): Promise<Snapshot> {
    within(await counters.updates.take(limitUser(session, address)));
    const { site, visitor } = session;
    const asked = unknownQuestions(await visits.questions(site), visitor.known);
    const read = readAnswers(asked, given.answers, visitor.language);
    if ("errors" in read) throw new HttpError(422, "Please correct the marked answers.", read.errors);
    const asksConsent = wantsConsent(session);
    if (asksConsent && !given.consent)
      throw new HttpError(422, "Without your consent there is no chat.", { consent: ["Accept to continue."] });
    const said = await entry.admitted(session, address, true);
    const { names, ...told } = read.told;
    const fields = { ...told.fields, ...(asksConsent ? { consent: new Date().toISOString() } : {}) };
    const profile = {
      name: said.name || told.name,
      email: said.email || told.email,
      msisdn: said.msisdn || told.msisdn,
      fields,
    };
    const body = {
      inbox_id: site.inbox_id,
      sender: messageSender(session, profile),
      ...(given.page ? { page: given.page } : {}),
    };
    const answer = await chatOf(session).greet({ body });
    if (answer.status !== 201) throw refusalFrom(answer);
    await noteKnown(database, site, visitor, names, asksConsent);
    entry.remember(session, answer.body.contact);
    return visits.snapshot(session);
  }

  return {
    ...openPosts(given, entry),
    prechat,
    async typing(session: VisitorSession, on: boolean): Promise<void> {
      if (!counters.typing.take(session.visitor.id).allowed) return;
      await chatOf(session).visitorTyping({ body: { ...visitOf(session), on } });
    },
    async read(session: VisitorSession, upto: number): Promise<void> {
      await chatOf(session).visitorRead({ body: { ...visitOf(session), upto } });
    },
    async end(session: VisitorSession): Promise<Snapshot> {
      const answer = await chatOf(session).visitorEnd({ body: visitOf(session) });
      if (answer.status !== 201) throw refusalFrom(answer);
      entry.leave(session);
      return visits.snapshot(session);
    },
    async rate(
      session: VisitorSession,
      given: { contact_id: number; request_id: string; stars: number; note: string; answers: Answers },
    ): Promise<void> {
      const answer = await chatOf(session).rate({ body: { ...visitOf(session), ...given } });
      if (answer.status !== 201) throw refusalFrom(answer);
    },
    async transcript(session: VisitorSession, email: string, address: string): Promise<void> {
      within(await counters.transcripts.take(limitUser(session, address)));
      await transcriptTo(database, deps, session, email);
    },
  };
}
export type Conversations = ReturnType<typeof openTalk>;
