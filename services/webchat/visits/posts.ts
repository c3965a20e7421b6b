import { randomUUID } from "node:crypto";
import type { ConversationState, ShownMessage } from "../../../rules/webchat";
import type { RawBody } from "../../kit/contract";
import { limitUser, noProfile, type VisitorEntry, type VisitorProfile } from "./entry";
import { refusalFrom } from "./refusal";
import { conversationState, shownMessage } from "./shown";
import { noteKnown } from "./visitors";
import { type VisitorSession, type VisitsGiven, within } from "./visits";

export type VisitorPage = { url: string; title: string } | undefined;
export type PostedMessage = { message: ShownMessage; standing: ConversationState };

/** The visitor as chat is told of them. */
export function messageSender({ visitor }: VisitorSession, { name, email, msisdn, fields }: VisitorProfile) {
  const { external_id, language, verified } = visitor;
  return { external_id, name, email, msisdn, fields, language, verified };
}

/** The messages and files of a visitor. Everything throws HttpError. */
export function openPosts({ database, deps, counters }: VisitsGiven, { admitted, remember }: VisitorEntry) {
  async function receive(
    session: VisitorSession,
    profile: VisitorProfile,
    requestId: string,
    message: {
      type: "text" | "file";
      text: string;
      file?: { id: string; name: string; type: string; bytes: number };
    },
    page: VisitorPage,
  ): Promise<PostedMessage & { fresh: boolean }> {
    const { site, visitor } = session;
    const answer = await deps.clientsOfAccount(site.account).chat.receive({
      body: {
        inbox_id: site.inbox_id,
        sender: messageSender(session, profile),
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
    if (answer.status !== 201) throw refusalFrom(answer);
    const { contact, fresh } = answer.body;
    remember(session, contact);
    if (profile !== noProfile) await noteKnown(database, site, visitor, [], false);
    const from = { account: site.account, secret: deps.secret };
    return {
      message: shownMessage(answer.body.message, from),
      standing: conversationState(contact, undefined, { open: true, opens_at: null }),
      fresh,
    };
  }

  async function say(
    session: VisitorSession,
    given: { request_id: string; text: string; page?: VisitorPage },
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
    within(await counters.uploads.take(limitUser(session, address)));
    const profile = await admitted(session, address, false);
    const { uploads } = deps.clientsOfAccount(session.site.account);
    const kept = { subject: "webchat", subject_id: `${session.visitor.id} ${randomUUID()}` };
    const answer = await uploads.keep({
      stream: given.stream,
      query: { purpose: "chat", name: given.name, ...kept },
    });
    if (answer.status !== 201) throw refusalFrom(answer);
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

  return { say, file };
}
