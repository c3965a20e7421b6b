import { createHash } from "node:crypto";
import { sayDay } from "../../../rules/calendar";
import { formatMoney } from "../../../rules/crm-money";
import { parsePhone } from "../../../rules/phone.foreign";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { missing } from "../../kit/principal";
import { type CallContext, HttpError } from "../../kit/serve";
import type { QuoteDocument } from "../contract.quotes";
import { type CrmDeps, currentTime } from "../deps";
import { recordActor } from "../records/actor";
import { quoteFile } from "./pdf";
import { type QuoteSeller, sendQuote } from "./send";
import { findQuote, findSentVersion, type KeptQuote } from "./store";
import { noteInHistory } from "./write";

/** `contact_id`: of the conversation; `fault`: why there is none in which anything may be written now, or "". */
type WhatsappReach = { phone: string; contact_id: number | null; until: string | null; fault: string };
type WhatsappForm = { key: string; revision: number; message: string };

const away = () => new HttpError(503, "The chat can't be reached right now. Nothing was sent. Try again in a moment.");

/**
 * Quotes as PDFs on WhatsApp: a message of the conversation that runs with the customer, while anything may be written in
 * it. @param tell writes the audit entry of a version that is sent for the first time
 */
export function quoteWhatsapp(
  { db }: Pick<Database, "db">,
  deps: CrmDeps,
  tell: (trx: Trx, caller: CallContext, kept: KeptQuote, action: "Quote sent") => Promise<void>,
) {
  /** The conversation with the customer of a quote. @throws HttpError 403, 503 */
  async function find({ account, who }: CallContext, { buyer }: KeptQuote): Promise<WhatsappReach> {
    const lacks = who?.kind === "person" && missing(who, { products: ["Chats"], permissions: ["View chat inbox"] });
    if (lacks) throw new HttpError(403, "Only those who answer chats can send a quote on WhatsApp.");
    const phone = parsePhone(buyer.phone);
    if (!phone.ok)
      return {
        phone: "",
        contact_id: null,
        until: null,
        fault: "The customer has no phone number that WhatsApp knows.",
      };
    const answer = await deps.clientsOfAccount(account).chat.openConversation({ body: { msisdn: phone.e164 } });
    if (answer.status !== 200) throw away();
    const { contact_id, until } = answer.body;
    const fault =
      contact_id === null
        ? "A PDF can be sent on WhatsApp in a conversation in which the customer wrote within the last 24 hours. There is none with this number."
        : "";
    return {
      phone: phone.e164,
      contact_id,
      until: until === null ? null : new Date(until * 1_000).toISOString(),
      fault,
    };
  }

  return {
    find,

    /** Sends a quote; the same key again sends nothing more. @throws HttpError 403, 404, 409, 503 */
    async send(caller: CallContext, id: number, form: WhatsappForm, seller: QuoteSeller): Promise<void> {
      const { account, who } = caller;
      const { chat } = deps.clientsOfAccount(account);
      const request_id = createHash("sha256").update(`quote ${account} ${id} ${form.key}`).digest("hex").slice(0, 32);
      const before = await chat.messageStates({ body: { message_ids: [request_id] } });
      if (before.status !== 200) throw away();
      if (before.body.data.length > 0) return;
      const now = currentTime(deps);
      const kept = await readAccount(db, account, (trx) => findQuote(trx, account, id, now));
      const { contact_id, fault } = await find(caller, kept);
      if (contact_id === null) throw new HttpError(409, fault);
      const by = { ...recordActor(caller), email: "" };
      const document = await inAccount(db, account, async (trx) => {
        const sent = await sendQuote(trx, account, id, { ...form, email: "" }, { by, seller, now });
        if (sent.first) await tell(trx, caller, sent.kept, "Quote sent");
        return (await findSentVersion(trx, account, id))?.document;
      });
      if (!document) throw new HttpError(404, "There is no such quote.");
      const file = await keepFile(account, request_id, document);
      const author = { id: who?.kind === "person" ? who.id : null, name: by.name };
      const written = await chat.writeFor({
        body: { contact_id, request_id, author, check: false, message: sayQuote(document, form.message), file },
      });
      if (written.status === 406 || written.status === 409) throw new HttpError(409, written.body.message);
      if (written.status !== 201) throw away();
      await inAccount(db, account, async (trx) =>
        noteInHistory(trx, account, await findQuote(trx, account, id, now), "Sent on WhatsApp", by),
      );
    },
  };

  /** The PDF in the store, once for a request. @throws HttpError 503 */
  async function keepFile(account: string, request_id: string, document: QuoteDocument) {
    const { uploads } = deps.clientsOfAccount(account);
    const subject = { subject: "quote", subject_id: request_id };
    const there = await uploads.filesOf({ query: subject });
    if (there.status !== 200) throw away();
    const [found] = there.body.files;
    if (found) return pick(found);
    const { name, base64 } = await quoteFile(document);
    const query = { purpose: "chat" as const, name, ...subject };
    const stream = { body: new Blob([Buffer.from(base64, "base64")]).stream(), type: "application/pdf" };
    const kept = await uploads.keep({ query, stream });
    if (kept.status !== 201) throw away();
    return pick(kept.body);
  }
}

function pick({ id, name, type, bytes }: { id: string; name: string; type: string; bytes: number }) {
  return { id, name, type, bytes };
}

/** The text of the message with the PDF. */
function sayQuote({ number, seller, total_cents, currency, valid_until }: QuoteDocument, message: string): string {
  const words = `Quote ${number} from ${seller.name}: ${formatMoney(total_cents, currency)}, valid until ${sayDay(valid_until, "short")}.`;
  return [message, words].filter(Boolean).join("\n\n");
}
