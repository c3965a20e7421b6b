import { sql } from "kysely";
import { loadCursor } from "../../kit/events";
import { actorId } from "../../kit/principal";
import { type Handlers, HttpError } from "../../kit/serve";
import { alive } from "../agents/status";
import type { chat } from "../contract";
import { mustHave } from "../records/contacts";
import { messageRows, shownMessage } from "../records/messages";
import { asConflictAnswer, asNotAcceptableAnswer } from "../workspace/conflict";
import type { CallerContext, ChatContext } from "../workspace/context";
import { deleteMessage, resend } from "./changes";
import { retryFile } from "./files";
import { findMentioned } from "./mentions";
import { type File, send, writtenBy } from "./send";

type ChatHandlers = Handlers<typeof chat.calls>;

/** The calls about messages: reading, writing, sending again and deleting. */
export function messageHandlers(
  service: ChatContext,
): Pick<ChatHandlers, "messages" | "sendMessage" | "resendMessage" | "retryFile" | "deleteMessage"> {
  const { read, write, deps, now } = service;

  /** Binds files to the conversation: only what the agent sent, and nothing else's. */
  async function listFiles({ account, who }: CallerContext, contact: number, ids: string[]): Promise<File[]> {
    if (ids.length === 0) return [];
    const answer = await deps.clientsOfAccount(account).uploads.attach({
      body: { ids, subject: "conversation", subject_id: String(contact), user_id: actorId(who) },
    });
    if (answer.status !== 201)
      throw new HttpError(422, "Please correct the marked fields.", {
        file_ids: ["A file is no longer there. Add it again."],
      });
    return ids.flatMap((id) => answer.body.files.filter((file) => file.id === id));
  }

  return {
    async messages({ params, query }, { account }) {
      const { before, after, limit } = query;
      const body = await read(account, async (trx) => {
        const cursor = await loadCursor(trx, account);
        await mustHave(trx, account, params.id);
        const here = sql`m.contact_id = ${params.id}`;
        // What came after one is asked by our own order: a message that was late is not missed.
        const where =
          after !== undefined
            ? sql`${here} and m.id > ${after}`
            : before !== undefined
              ? sql`${here} and (m.at, m.id) < (select b.at, b.id from chat.messages b
                  where b.customer_account = ${account} and b.id = ${before} and b.contact_id = ${params.id})`
              : here;
        const order = after !== undefined ? sql`m.id` : sql`m.at desc, m.id desc`;
        const found = await messageRows(trx, account, where, order, limit + 1);
        const data = found
          .slice(0, limit)
          .sort((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id)
          .map((message) => shownMessage(message, { account, secret: deps.secret, now: now() }));
        return { data, more: found.length > limit, cursor };
      });
      return { status: 200, body };
    },

    async sendMessage({ params, body }, context) {
      const { file_ids, ...given } = body;
      return asConflictAnswer(
        (async () => {
          // Files are bound once: not for a request that wrote its messages already.
          const known =
            file_ids.length > 0 && (await write(context, (unit) => writtenBy(unit, params.id, given.request_id)));
          const files = known ? [] : await listFiles(context, params.id, file_ids);
          const mentions = given.type === "note" ? await findMentioned(service, context, given.message) : [];
          const messages = await write(context, async (unit) => {
            if (context.who.kind === "person") await alive(unit, context.who);
            return send(unit, params.id, { ...given, mentions }, files);
          });
          return { status: 201 as const, body: { status: 201 as const, messages } };
        })(),
      );
    },

    async resendMessage({ params }, context) {
      return asNotAcceptableAnswer(
        write(context, async (unit) => {
          const message = await resend(unit, params.id);
          return { status: 201 as const, body: { status: 201 as const, message } };
        }),
      );
    },

    async retryFile({ params }, context) {
      return asNotAcceptableAnswer(
        write(context, async (unit) => {
          const message = await retryFile(unit, params.id);
          return { status: 201 as const, body: { status: 201 as const, message } };
        }),
      );
    },

    async deleteMessage({ params }, context) {
      return asNotAcceptableAnswer(
        write(context, async (unit) => {
          await deleteMessage(unit, params.id);
          return { status: 201 as const, body: { status: 201, message: "Message deleted successfully" } };
        }),
      );
    },
  };
}
