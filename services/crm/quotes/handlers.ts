import { formatMoney } from "../../../rules/crm-money";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { Quote, quoteCalls } from "../contract.quotes";
import { type CrmDeps, currentTime } from "../deps";
import type { GuestLimits } from "../links/limits";
import { findSecretLink } from "../links/store";
import { mustMay, recordActor } from "../records/actor";
import { findSale } from "../sales/store";
import { answerQuote, showQuote } from "./answer";
import { quotePdf } from "./pdf";
import { sellQuote, takeValue } from "./sell";
import { type QuoteSeller, sendQuote } from "./send";
import { asQuote, findQuote, findSentVersion, type KeptQuote, quotePage } from "./store";
import { addQuote, changeQuote, noteInHistory } from "./write";

type QuoteAction = "Quote made" | "Quote changed" | "Quote sent";

/** The calls of quotes. */
export function quoteHandlers(
  { db }: Database,
  deps: CrmDeps,
  limits: GuestLimits,
): Pick<Handlers<typeof crm.calls>, keyof typeof quoteCalls> {
  /** In whose name the account offers, and its zone. @throws HttpError 503 */
  async function findSeller(account: string): Promise<QuoteSeller> {
    const answer = await deps.clientsOfAccount(account).identity.accountOf({});
    if (answer.status !== 200) throw new HttpError(503, "This can't be done right now. Try again in a moment.");
    const { name, phone, kra_pin, time_zone: zone } = answer.body;
    return { name, phone, kra_pin, zone };
  }

  async function load(account: string, id: number, { zone: _, ...seller }: QuoteSeller): Promise<Quote> {
    return readAccount(db, account, async (trx) =>
      asQuote(trx, account, await findQuote(trx, account, id, currentTime(deps)), seller),
    );
  }

  /** Whose quote an address is of. @throws HttpError 404, 429 */
  async function follow(token: string, address: string): Promise<{ account: string; id: number }> {
    const found = await findSecretLink(db, "quote", token);
    if (!found) throw limits.unknown(address);
    limits.takeRead(token);
    return { account: found.account, id: Number(found.subject) };
  }

  const file = async (document: Quote["document"]) => ({
    name: `quote-${document.number}.pdf`,
    base64: (await quotePdf(document)).toString("base64"),
  });

  return {
    async quotes({ query }, { account }) {
      const now = currentTime(deps);
      return { status: 200, body: await readAccount(db, account, (trx) => quotePage(trx, account, query, now)) };
    },

    async quote({ params: { id } }, { account }) {
      return { status: 200, body: await load(account, id, await findSeller(account)) };
    },

    async createQuote({ body }, caller) {
      const { account } = caller;
      if (body.contact_id !== null) mustMay(caller, "contact");
      const seller = await findSeller(account);
      const by = recordActor(caller);
      const made = await inAccount(db, account, async (trx) => {
        const { id, fresh } = await addQuote(trx, account, body, { by, zone: seller.zone });
        const kept = await findQuote(trx, account, id, currentTime(deps));
        if (fresh) {
          await noteInHistory(trx, account, kept, "Made", by);
          await tell(trx, caller, kept, "Quote made");
        }
        return id;
      });
      return { status: 201, body: await load(account, made, seller) };
    },

    async updateQuote({ params: { id }, body }, caller) {
      const { account } = caller;
      const seller = await findSeller(account);
      const now = currentTime(deps);
      await inAccount(db, account, async (trx) => {
        await changeQuote(trx, account, id, body, { zone: seller.zone, now });
        await tell(trx, caller, await findQuote(trx, account, id, now), "Quote changed");
      });
      return { status: 201, body: await load(account, id, seller) };
    },

    async sendQuote({ params: { id }, body }, caller) {
      const { account, who } = caller;
      const seller = await findSeller(account);
      const by = { ...recordActor(caller), email: who?.kind === "person" ? who.email : "" };
      await inAccount(db, account, async (trx) => {
        const { kept, first } = await sendQuote(trx, account, id, body, { by, seller, now: currentTime(deps) });
        if (first) await tell(trx, caller, kept, "Quote sent");
      });
      return { status: 201, body: await load(account, id, seller) };
    },

    async quoteFile({ params: { id } }, { account }) {
      const { document } = await load(account, id, await findSeller(account));
      return { status: 200, body: await file(document) };
    },

    async sellQuote({ params: { id }, body: { sold_on } }, caller) {
      const { account } = caller;
      const sale = await inAccount(db, account, async (trx) => {
        const given = { by: recordActor(caller), now: currentTime(deps) };
        const { id: made, fresh } = await sellQuote(trx, account, id, sold_on, given);
        const sold = await findSale(trx, account, made);
        if (fresh)
          await recordActivity(trx, account, activityActor(caller), {
            ...{ action: "Sale recorded", subject: "sale", subject_id: String(made) },
            description: `Sale ${made}, ${formatMoney(sold.total_cents, sold.currency)}.`,
          });
        return sold;
      });
      return { status: 201, body: sale };
    },

    async takeQuoteValue({ params: { id } }, caller) {
      const { account } = caller;
      await inAccount(db, account, (trx) => takeValue(trx, account, id, recordActor(caller), currentTime(deps)));
      return { status: 201, body: await load(account, id, await findSeller(account)) };
    },

    async shownQuote({ params: { token } }, { address }) {
      const { account, id } = await follow(token, address);
      const { zone } = await findSeller(account);
      const body = await readAccount(db, account, async (trx) =>
        showQuote(trx, account, await findQuote(trx, account, id, currentTime(deps)), zone),
      );
      return { status: 200, body };
    },

    async answerQuote({ params: { token }, body }, { address }) {
      const { account, id } = await follow(token, address);
      limits.takeAnswer(token);
      const { zone } = await findSeller(account);
      const shown = await inAccount(db, account, async (trx) => {
        const { kept } = await answerQuote(trx, account, id, body, currentTime(deps));
        return showQuote(trx, account, kept, zone);
      });
      return { status: 201, body: shown };
    },

    async shownQuoteFile({ params: { token } }, { address }) {
      const { account, id } = await follow(token, address);
      const sent = await readAccount(db, account, (trx) => findSentVersion(trx, account, id));
      if (!sent) throw limits.unknown(address);
      return { status: 200, body: await file(sent.document) };
    },
  };
}

async function tell(
  trx: Trx,
  caller: CallContext,
  { id, number, version, total_cents, currency }: KeptQuote,
  action: QuoteAction,
): Promise<void> {
  await recordActivity(trx, caller.account, activityActor(caller), {
    ...{ action, subject: "quote", subject_id: String(id) },
    description: `Quote ${number}, version ${version}, ${formatMoney(total_cents, currency)}.`,
  });
}
