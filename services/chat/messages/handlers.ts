import { sql } from "kysely";
import { cursorOf } from "../../kit/events";
import { type Handlers, Refused } from "../../kit/serve";
import { alive } from "../agents/status";
import type { chat } from "../contract";
import { type Asking, type Bench, idOf } from "../desk/bench";
import { moved, moved406 } from "../desk/unmoved";
import { mustHave } from "../records/contacts";
import { messageRows, shownMessage } from "../records/messages";
import { deleteMessage, resend } from "./changes";
import { retryFile } from "./files";
import { type File, send, writtenBy } from "./send";

type Served = Handlers<typeof chat.calls>;

/** The calls about messages: reading, writing, sending again and deleting. */
export function messageHandlers(
  bench: Bench,
): Pick<Served, "messages" | "sendMessage" | "resendMessage" | "retryFile" | "deleteMessage"> {
  const { read, write, deps, now } = bench;

  /** Binds files to the conversation: only what the agent sent, and nothing else's. */
  async function filesOf({ account, who }: Asking, contact: number, ids: string[]): Promise<File[]> {
    if (ids.length === 0) return [];
    const answer = await deps.askAs(account).uploads.attach({
      body: { ids, subject: "conversation", subject_id: String(contact), user_id: idOf(who) },
    });
    if (answer.status !== 201)
      throw new Refused(422, "Please correct the marked fields.", {
        file_ids: ["A file is no longer there. Add it again."],
      });
    return ids.flatMap((id) => answer.body.files.filter((file) => file.id === id));
  }

  return {
    async messages({ params, query }, { account }) {
      const { before, after, limit } = query;
      const body = await read(account, async (trx) => {
        const cursor = await cursorOf(trx, account);
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

    async sendMessage({ params, body }, asking) {
      const { file_ids, ...given } = body;
      return moved(
        (async () => {
          // Files are bound once: not for a request that wrote its messages already.
          const known =
            file_ids.length > 0 && (await write(asking, (act) => writtenBy(act, params.id, given.request_id)));
          const files = known ? [] : await filesOf(asking, params.id, file_ids);
          const messages = await write(asking, async (act) => {
            if (asking.who.kind === "person") await alive(act, asking.who);
            return send(act, params.id, given, files);
          });
          return { status: 201 as const, body: { status: 201 as const, messages } };
        })(),
      );
    },

    async resendMessage({ params }, asking) {
      return moved406(
        write(asking, async (act) => {
          const message = await resend(act, params.id);
          return { status: 201 as const, body: { status: 201 as const, message } };
        }),
      );
    },

    async retryFile({ params }, asking) {
      return moved406(
        write(asking, async (act) => {
          const message = await retryFile(act, params.id);
          return { status: 201 as const, body: { status: 201 as const, message } };
        }),
      );
    },

    async deleteMessage({ params }, asking) {
      return moved406(
        write(asking, async (act) => {
          await deleteMessage(act, params.id);
          return { status: 201 as const, body: { status: 201, message: "Message deleted successfully" } };
        }),
      );
    },
  };
}
