import { createPrivateKey } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { type DkimKey, dkimSignature, type Header } from "../../connectors/email/dkim";
import {
  type FixedParts,
  fixedParts,
  headerAddress,
  headerText,
  mailBytes,
  mimeBody,
} from "../../connectors/email/mime";
import type { Envelope } from "../../connectors/email/smtp-pool";
import { type Database, readAccount } from "../../kit/database";
import { decrypt } from "../../kit/encryption";
import { checkedRow } from "../../kit/row-schema";
import { engagementToken, messageId, returnPath, unsubscribeAddress, unsubscribeToken } from "../codes";
import type { EmailDeps } from "../deps";
import { KeptContent } from "../mailings/render";
import { keyBound, keyPurpose } from "../senders/store";
import { pictureId } from "../templates/compile";
import { EmailFile } from "../templates/files";
import { filler } from "../templates/fill";
import { trackedContent } from "../tracking/links";
import type { ClaimedMail } from "./claim";

/** Makes the mails of one mailing: what is the same in all of them is read and encoded once. */
export type MailMaker = (mail: ClaimedMail) => Promise<{ envelope: Envelope; raw: Buffer }>;

const MailingRow = z.object({
  kind: z.enum(["bulk", "single"]),
  sender: z.string(),
  from_name: z.string(),
  reply_to: z.string(),
  content: KeptContent,
  files: z.array(EmailFile),
  domain: z.string(),
  selector: z.string(),
  private_key: z.instanceof(Buffer),
});
type MailingRow = z.infer<typeof MailingRow>;

/** @throws when the mailing, its domain or one of its files is gone */
export async function mailMaker(
  { db }: Database,
  deps: EmailDeps,
  { account, mailing }: { account: string; mailing: number },
): Promise<MailMaker> {
  const row = await readAccount(db, account, (trx) =>
    checkedRow(
      trx,
      MailingRow,
      sql`
      select m.kind, m.sender, m.from_name, m.reply_to, m.content, m.files, d.domain, d.selector, d.private_key
      from email.mailings m join email.domains d on d.customer_account = m.customer_account and d.id = m.domain_id
      where m.customer_account = ${account} and m.id = ${mailing}`,
    ),
  );
  if (!row) throw new Error("The domain of this email was removed.");
  const { secret } = deps;
  const pem = decrypt(secret, keyPurpose, keyBound(account, row.domain), row.private_key);
  const key: DkimKey = { domain: row.domain, selector: row.selector, key: createPrivateKey(pem) };
  const fixed = await loadFixed(deps, account, row);
  const { links, missing, calendar } = row.content;
  const fill = filler(links ? trackedContent(row.content, links) : row.content, missing);
  return async ({ seq, address, fields }) => {
    const place = { account, mailing, seq };
    const site = deps.publicUrl();
    const link = `${site}/unsubscribe/${unsubscribeToken(secret, place)}`;
    const counted = links && {
      clicks: `${site}/mail/click/${engagementToken(secret, "click", place)}`,
      opens: `${site}/mail/open/${engagementToken(secret, "open", place)}`,
    };
    const { subject, html, text } = fill(fields, link, counted);
    const { headers: mime, body } = mimeBody({ text, html, fixed, calendar });
    const headers: Header[] = [
      ["From", headerAddress({ name: row.from_name, address: row.sender })],
      ["To", address],
      ...(row.reply_to ? [["Reply-To", row.reply_to] as const] : []),
      ["Subject", headerText(subject)],
      ["Date", new Date().toUTCString().replace("GMT", "+0000")],
      ["Message-ID", `<${messageId(secret, row.domain, place)}>`],
      ...(row.kind === "bulk" || row.content.automatic
        ? bulkHeaders(link, unsubscribeAddress(secret, deps.bounceDomain, place))
        : []),
      ...mime,
    ];
    const signed = [await dkimSignature(key, headers, body), ...headers];
    return {
      envelope: { from: returnPath(secret, deps.bounceDomain, place), to: address },
      raw: mailBytes(signed, body),
    };
  };
}

/** RFC 2369 and 8058: the address of the web first, then the one for mail programs. */
function bulkHeaders(link: string, address: string): Header[] {
  return [
    ["List-Unsubscribe", `<${link}>,\r\n <mailto:${address}?subject=unsubscribe>`],
    ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"],
    ["Precedence", "bulk"],
  ];
}

async function loadFixed(deps: EmailDeps, account: string, { content, files }: MailingRow): Promise<FixedParts> {
  const load = async (id: string) => {
    const file = await deps.loadFile(account, id);
    if (!file) throw new Error("A picture or file of this email is no longer there.");
    return file;
  };
  const pictures = await Promise.all(
    content.pictures.map(async (id, place) => ({ id: pictureId(place), ...(await load(id)) })),
  );
  return fixedParts(pictures, await Promise.all(files.map(({ id }) => load(id))));
}
