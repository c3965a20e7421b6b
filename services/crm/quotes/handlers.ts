import { formatMoney } from "../../../rules/crm-money";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { CallContext, Handlers } from "../../kit/serve";
import type { crm } from "../contract";
import type { Quote, quoteCalls } from "../contract.quotes";
import { type CrmDeps, currentTime } from "../deps";
import { mustMay, recordActor } from "../records/actor";
import { findSale } from "../sales/store";
import type { GuestCall } from "./guest";
import { quoteFile } from "./pdf";
import { sellQuote, takeValue } from "./sell";
import { findSeller, type QuoteSeller, sendQuote } from "./send";
import { asQuote, findQuote, type KeptQuote, quotePage } from "./store";
import { quoteWhatsapp } from "./whatsapp";
import { addQuote, changeQuote, noteInHistory } from "./write";

type QuoteAction = "Quote made" | "Quote changed" | "Quote sent";

/** The calls of quotes, but for those of their customers. */
export function quoteHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, Exclude<keyof typeof quoteCalls, GuestCall>> {
  const whatsapp = quoteWhatsapp({ db }, deps, tell);

  async function load(account: string, id: number, { zone: _, ...seller }: QuoteSeller): Promise<Quote> {
    return readAccount(db, account, async (trx) =>
      asQuote(trx, account, await findQuote(trx, account, id, currentTime(deps)), seller),
    );
  }

  return {
    async quotes({ query }, { account }) {
      const now = currentTime(deps);
      return { status: 200, body: await readAccount(db, account, (trx) => quotePage(trx, account, query, now)) };
    },

    async quote({ params: { id } }, { account }) {
      return { status: 200, body: await load(account, id, await findSeller(deps, account)) };
    },

    async createQuote({ body }, caller) {
      const { account } = caller;
      if (body.contact_id !== null) mustMay(caller, "contact");
      const seller = await findSeller(deps, account);
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
      const seller = await findSeller(deps, account);
      const now = currentTime(deps);
      await inAccount(db, account, async (trx) => {
        await changeQuote(trx, account, id, body, { zone: seller.zone, now });
        await tell(trx, caller, await findQuote(trx, account, id, now), "Quote changed");
      });
      return { status: 201, body: await load(account, id, seller) };
    },

    async sendQuote({ params: { id }, body }, caller) {
      const { account, who } = caller;
      const seller = await findSeller(deps, account);
      const by = { ...recordActor(caller), email: who?.kind === "person" ? who.email : "" };
      await inAccount(db, account, async (trx) => {
        const { kept, first } = await sendQuote(trx, account, id, body, { by, seller, now: currentTime(deps) });
        if (first) await tell(trx, caller, kept, "Quote sent");
      });
      return { status: 201, body: await load(account, id, seller) };
    },

    async quoteOnWhatsapp({ params: { id } }, caller) {
      const { account } = caller;
      const kept = await readAccount(db, account, (trx) => findQuote(trx, account, id, currentTime(deps)));
      const { contact_id: _, ...body } = await whatsapp.find(caller, kept);
      return { status: 200, body };
    },

    async sendQuoteOnWhatsapp({ params: { id }, body }, caller) {
      const { account } = caller;
      const seller = await findSeller(deps, account);
      await whatsapp.send(caller, id, body, seller);
      return { status: 201, body: await load(account, id, seller) };
    },

    async quoteFile({ params: { id } }, { account }) {
      const { document } = await load(account, id, await findSeller(deps, account));
      return { status: 200, body: await quoteFile(document) };
    },

    async sellQuote({ params: { id }, body }, caller) {
      const { account } = caller;
      const sale = await inAccount(db, account, async (trx) => {
        const given = { by: recordActor(caller), now: currentTime(deps) };
        const { id: made, fresh } = await sellQuote(trx, account, id, body, given);
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
      return { status: 201, body: await load(account, id, await findSeller(deps, account)) };
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
