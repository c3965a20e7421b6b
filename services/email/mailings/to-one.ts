import { type Database, readAccount } from "../../kit/database";
import { type Handlers, HttpError } from "../../kit/serve";
import type { email } from "../contract";
import type { sendingCalls } from "../contract.internal";
import { MailingForm } from "../contract.schemas";
import { currentTime, type EmailDeps } from "../deps";
import { listSenders } from "../senders/store";
import { findSuppressed } from "../suppressions/store";
import { loadMailPrice, makeDraft } from "./create";
import { loadMailing } from "./lists";
import { confirm } from "./moves";

/** E-mails of other services to one person. */
export function sendingHandlers(
  database: Database,
  deps: EmailDeps,
): Pick<Handlers<typeof email.calls>, keyof typeof sendingCalls> {
  const { db } = database;
  return {
    async mailTerms({ body: { addresses } }, { account }) {
      const terms = await readAccount(db, account, async (trx) => {
        const senders = (await listSenders(trx, account)).filter(({ usable }) => usable);
        const elsewhere = senders.filter(({ reply_to }) => reply_to !== "");
        return {
          mail_price: await loadMailPrice(trx, account),
          senders: senders.map(({ address }) => address),
          answers_to: Object.fromEntries(elsewhere.map(({ address, reply_to }) => [address, reply_to])),
          suppressed: [...(await findSuppressed(trx, account, addresses, { kind: "bulk", list_id: null }))],
        };
      });
      return { status: 200, body: terms };
    },

    async sendMail({ body: { key, sender, to, subject, text, calendar } }, { account }) {
      const form = MailingForm.parse({ kind: "single", sender, subject, body: text, addresses: to, key });
      const author = { id: null, name: "", balance: 0, now: currentTime(deps), automatic: true, calendar };
      const made = await makeDraft(database, deps, account, form, author).catch((error: unknown) => {
        const [why] = error instanceof HttpError ? (error.errors?.addresses ?? []) : [];
        if (why === undefined) throw error;
        return { refused: why, opted_out: why.includes("suppression list") };
      });
      if (typeof made !== "number") return { status: 201, body: { message: null, ...made } };
      const confirmed = await confirm(database, deps, account, made, { by: "system" });
      if (confirmed.status !== 201)
        throw new HttpError(confirmed.status, confirmed.body.message, confirmed.body.errors);
      const { cost_cents } = await readAccount(db, account, (trx) => loadMailing(trx, account, made));
      return { status: 201, body: { message: { id: String(made), cost_cents }, refused: "", opted_out: false } };
    },
  };
}
