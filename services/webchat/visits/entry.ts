import type { Contact } from "../../chat/contract.schemas";
import { HttpError } from "../../kit/serve";
import { type Answers, unknownQuestions } from "./forms";
import type { User } from "./limits";
import { loadThread } from "./thread";
import { findProfile } from "./visitors";
import { type VisitorSession, type Visits, type VisitsGiven, within } from "./visits";

/** What is said of a visitor when their conversation begins; empty where nothing is known. */
export type VisitorProfile = { name: string; email: string; msisdn: string; fields: Answers };

export const noProfile: VisitorProfile = { name: "", email: "", msisdn: "", fields: {} };

const maxRunning = 50_000;

/** By whom the limits count. */
export function limitUser({ visitor }: VisitorSession, address: string): User {
  return { visitor: visitor.id, address };
}

/** Whether something is to be accepted before a chat, and the visitor has not yet. */
export function wantsConsent({ site, visitor }: VisitorSession): boolean {
  return Object.values(site.consent).some(Boolean) && !visitor.consented;
}

/** Who may speak: those whose conversation runs, and those who may begin one now. */
export function openEntry({ database, deps, counters }: VisitsGiven, visits: Visits) {
  /** Visitors whose conversation runs, as far as this process knows: a new one costs a place in the limit. */
  const running = new Map<string, number>();

  function remember(session: VisitorSession, contact: Contact): void {
    if (running.size >= maxRunning) running.clear();
    if (contact.ended) running.delete(session.visitor.id);
    else running.set(session.visitor.id, contact.contact_id);
  }

  /** What a signed identity said of its visitor, as long as chat does not have it. */
  async function vouched({ site, visitor }: VisitorSession): Promise<VisitorProfile> {
    const text = visitor.verified ? await findProfile(database, site, visitor, deps.secret) : undefined;
    if (text === undefined) return noProfile;
    const { name = "", email = "", phone = "" } = JSON.parse(text) as Record<string, string>;
    return { name, email, msisdn: phone, fields: {} };
  }

  /**
   * The visitor's conversation runs, or may begin now: then with what is known of them. None begins without its form and
   * without the consent that is asked for.
   */
  async function admitted(session: VisitorSession, address: string, filled: boolean): Promise<VisitorProfile> {
    const { site, visitor } = session;
    if (running.has(visitor.id)) return noProfile;
    const { contact } = await loadThread(deps, site, visitor, undefined, 1);
    if (contact && !contact.ended) {
      remember(session, contact);
      return noProfile;
    }
    const open = filled ? [] : unknownQuestions(await visits.questions(site), visitor.known);
    if (open.some(({ required }) => required)) throw new HttpError(409, "Fill in the form first.");
    if (!filled && wantsConsent(session)) throw new HttpError(409, "Accept the terms of this chat first.");
    within(await counters.chats.take(limitUser(session, address)));
    return vouched(session);
  }

  return { remember, admitted, leave: ({ visitor }: VisitorSession) => void running.delete(visitor.id) };
}
export type VisitorEntry = ReturnType<typeof openEntry>;
