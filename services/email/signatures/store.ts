import { sql } from "kysely";
import { z } from "zod";
import { htmlToText } from "../../connectors/email/text";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { sanitise } from "../../kit/sanitise";
import type { Signature } from "../contract.schemas";

const SignatureRow = z.object({ html: z.string(), updated_at: z.date() });

/** A signature as it was written; lines that nobody marked up stay lines. @param user "" for the account's own */
export async function loadSignature(trx: Trx, account: string, user: string): Promise<Signature> {
  const found = await checkedRow(
    trx,
    SignatureRow,
    sql`
    select html, updated_at from email.signatures where customer_account = ${account} and user_id = ${user}`,
  );
  return found
    ? { html: found.html, text: htmlToText(found.html), updated_at: found.updated_at.toISOString() }
    : { html: "", text: "", updated_at: null };
}

/** What is not allowed in a mail is taken out first. Nothing written removes it. */
export async function saveSignature(trx: Trx, account: string, user: string, written: string): Promise<void> {
  const html = sanitise(/<[a-z!/]/i.test(written) ? written : asLines(written)).trim();
  if (htmlToText(html).trim() === "") {
    await sql`delete from email.signatures where customer_account = ${account} and user_id = ${user}`.execute(trx);
    return;
  }
  await sql`
    insert into email.signatures (customer_account, user_id, html) values (${account}, ${user}, ${html})
    on conflict (customer_account, user_id) do update set html = excluded.html, updated_at = now()`.execute(trx);
}

function asLines(text: string): string {
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").trim();
  return escaped === "" ? "" : `<p>${escaped.replace(/\r?\n/g, "<br>")}</p>`;
}

/** One's own signature, or else the account's; nothing when there is none. */
export async function signatureFor(trx: Trx, account: string, user: string | null): Promise<Signature | undefined> {
  const own = user ? await loadSignature(trx, account, user) : undefined;
  const found = own?.html ? own : await loadSignature(trx, account, "");
  return found.html ? found : undefined;
}
