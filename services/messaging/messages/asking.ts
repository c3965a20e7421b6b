import { type Database, inAccount, readAccount } from "../../kit/database";
import { type Handlers, HttpError } from "../../kit/serve";
import type { BlastDeps } from "../blasts/deps";
import { replaceJoinWords, setExpected } from "../blasts/expected";
import { loadBlastSettings } from "../blasts/settings";
import type { messaging } from "../contract";
import type { askingCalls } from "../contract.internal";
import { usableKind } from "../senders/shared";
import { sendByProgram } from "./send";

/** Questions of other services by SMS. They go the way of every message: priced, held, sent, settled. */
export function askingHandlers(
  database: Database,
  deps: BlastDeps,
): Pick<Handlers<typeof messaging.calls>, keyof typeof askingCalls> {
  const { db } = database;
  return {
    async questionTerms({ body }, { account }) {
      const terms = await readAccount(db, account, async (trx) => {
        const { partPrice, timeZone } = await loadBlastSettings(trx, account);
        const usable = (await usableKind(trx, account, body.sender, deps)) !== undefined;
        return { usable, part_price: partPrice, time_zone: timeZone };
      });
      return { status: 200, body: terms };
    },

    async sendQuestions({ body: { key, sender, messages, out_of } }, { account }) {
      // Before they leave: an answer may come at once.
      const expected = messages.flatMap(({ to, expects }) => (expects ? [to] : []));
      const ended = messages.flatMap(({ to, expects }) => (expects ? [] : [to]));
      await inAccount(db, account, (trx) => setExpected(trx, account, sender, { expected, ended }));
      const forget = (msisdns: readonly string[]) =>
        inAccount(db, account, (trx) => setExpected(trx, account, sender, { expected: [], ended: msisdns }));
      const by = { account, name: "", keyId: null, balance: 0 };
      const texts = messages.map(({ to, text }) => ({ to, text }));
      const paid = out_of ? { out_of } : {};
      const request = { sender, send_at: null, messages: texts, idempotencyKey: key, fewer: true, ...paid };
      try {
        const { accepted, refused } = await sendByProgram(database, deps, by, request);
        const sent = accepted.map(({ index, blast_id, seq }) => ({
          to: messages[index]?.to ?? "",
          id: `${blast_id}-${seq}`,
        }));
        const left = refused.map(({ to, reason, message }) => ({ to, opted_out: reason === "opted_out", message }));
        await forget(left.map(({ to }) => to));
        return { status: 201, body: { accepted: sent, refused: left } };
      } catch (error) {
        // What was not asked is not answered; where the outcome is not known the answers are still expected.
        if (error instanceof HttpError && error.status < 500) await forget(expected);
        const refused = whyNone(error, messages);
        if (refused.length === 0) throw error;
        return { status: 201, body: { accepted: [], refused } };
      }
    },

    async expectReplies({ body: { sender, msisdns } }, { account }) {
      await inAccount(db, account, (trx) => setExpected(trx, account, sender, { expected: msisdns, ended: [] }));
      return { status: 200, body: { expected: msisdns.length } };
    },

    async setJoinWords({ body: { data } }, { account }) {
      await inAccount(db, account, (trx) => replaceJoinWords(trx, account, data));
      return { status: 200, body: { words: data.length } };
    },

    async endReplies({ body: { sender, msisdns } }, { account }) {
      await inAccount(db, account, (trx) => setExpected(trx, account, sender, { expected: [], ended: msisdns }));
      return { status: 200, body: { ended: msisdns.length } };
    },
  };
}

/** Where none of the messages can be sent: why, one by one. Empty for every other trouble. */
export function whyNone(error: unknown, messages: readonly { to: string }[]) {
  const errors = error instanceof HttpError && error.status === 422 ? (error.errors ?? {}) : {};
  return messages.flatMap(({ to }, index) => {
    const [message] = errors[`messages.${index}.to`] ?? [];
    return message === undefined ? [] : [{ to, opted_out: message.includes("opted out"), message }];
  });
}
