import { type Database, readAccount } from "../../kit/database";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import { type BlastDeps, loadBalance } from "../blasts/deps";
import type { messaging } from "../contract";
import type { messageCalls } from "../contract.messages";
import { type ProgramSender, sendByProgram } from "./send";
import { asProgramMessage, findMessage, messagesWithReference } from "./store";

/** The calls with which programs send messages and ask what became of them. */
export function messageHandlers(
  database: Database,
  deps: BlastDeps,
): Pick<Handlers<typeof messaging.calls>, keyof typeof messageCalls> {
  const { db } = database;

  async function senderFrom(context: CallContext): Promise<ProgramSender> {
    const { account, who } = context;
    const balance = await loadBalance(deps, context);
    return { account, name: who.name, keyId: who.api_key?.id ?? null, balance };
  }

  return {
    async sendMessage({ body: { to, text, reference, ...rest } }, context) {
      const by = await senderFrom(context);
      const sent = await sendByProgram(database, deps, by, {
        ...{ ...rest, messages: [{ to, text, reference }] },
        ...(context.idempotencyKey ? { idempotencyKey: context.idempotencyKey } : {}),
      }).catch((error: unknown) => {
        const words = error instanceof HttpError ? error.errors?.["messages.0.to"] : undefined;
        throw words ? new HttpError(422, "Please correct the marked fields.", { to: words }) : error;
      });
      const [row] = sent.accepted;
      if (!row) throw new HttpError(422, "This number has opted out.", { to: ["This number has opted out."] });
      return { status: 201, body: { ...asProgramMessage(row), cost_cents: sent.cost_cents } };
    },

    async sendMessages({ body }, context) {
      const by = await senderFrom(context);
      const { blast, accepted, ...rest } = await sendByProgram(database, deps, by, {
        ...body,
        ...(context.idempotencyKey ? { idempotencyKey: context.idempotencyKey } : {}),
      });
      const taken = accepted.map(({ index, ...row }) => ({ index, ...asProgramMessage(row) }));
      return { status: 201, body: { blast_id: blast, accepted: taken, ...rest } };
    },

    async programMessage({ params }, { account }) {
      const row = await readAccount(db, account, (trx) => findMessage(trx, account, params.id));
      if (!row) throw new HttpError(404, "There is no such message.");
      return { status: 200, body: asProgramMessage(row) };
    },

    async messagesByReference({ query }, { account }) {
      const found = await readAccount(db, account, (trx) => messagesWithReference(trx, account, query.reference));
      return { status: 200, body: { data: found.map(asProgramMessage) } };
    },
  };
}
