import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { canLead, linkBefore, linksIn, recipientSigns, withShortLinks } from "../../../rules/short-links";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { BlastLink } from "../contract.links";
import { randomLinkCode, recipientCode, seqOfCode } from "./codes";

/** A link of a text that is to be written with its message. */
type NewLink = { code: string; target: string; key: Buffer };
export type ShortenedText = { body: string; base: string | null; links: NewLink[] };

/** A text whose links are short from now on; as it was where the account doesn't want them, or it has none. */
export async function shortenLinks(trx: Trx, body: string, base: string | null): Promise<ShortenedText> {
  const targets = base === null ? [] : linksIn(body, base);
  if (base === null || targets.length === 0) return { body, base: null, links: [] };
  const free = await freeCodes(trx, targets.length);
  const links = targets.map((target, i) => ({ code: free[i] ?? "", target, key: randomBytes(16) }));
  const codes = new Map(links.map(({ code, target }) => [target, code]));
  return { body: withShortLinks(body, base, (target) => linkBefore(base, codes.get(target) ?? "")), base, links };
}

const CodeRow = z.object({ code: z.string() });

/** Codes that lead nowhere yet: with millions of links there, one of many new ones is taken. */
async function freeCodes(trx: Trx, count: number): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < count) {
    while (codes.size < count) codes.add(randomLinkCode());
    const taken = await checkedRows(
      trx,
      CodeRow,
      sql`
      select code from messaging.link_codes where code = any(${[...codes]}::text[])`,
    );
    for (const { code } of taken) codes.delete(code);
  }
  return [...codes];
}

/** Writes down the links of a message that has just been made. */
export async function insertLinks(trx: Trx, account: string, blast: number, links: readonly NewLink[]): Promise<void> {
  for (const [position, { code, target, key }] of links.entries()) {
    await sql`
      insert into messaging.short_links (customer_account, blast_id, position, code, target, key)
      values (${account}, ${blast}, ${position}, ${code}, ${target}, ${key})`.execute(trx);
    await sql`
      insert into messaging.link_codes (code, customer_account, blast_id, position)
      values (${code}, ${account}, ${blast}, ${position})`.execute(trx);
  }
}

/** Puts a recipient's own links into their text; the text itself where the blast has none. */
export type LinkWriter = (text: string, seq: number) => string;

const WriterRow = z.object({ code: z.string(), key: z.instanceof(Buffer) });

/** How the links of a blast are written for each recipient. */
export async function linkWriter(trx: Trx, account: string, blast: number, base: string | null): Promise<LinkWriter> {
  if (base === null) return (text) => text;
  const found = await checkedRows(
    trx,
    WriterRow,
    sql`select code, key from messaging.short_links
      where customer_account = ${account} and blast_id = ${blast} order by position`,
  );
  const links = found.map(({ code, key }) => ({ key, before: linkBefore(base, code) }));
  return (text, seq) =>
    links.reduce(
      (whole, { before, key }) =>
        whole.replaceAll(before, () => before.slice(0, -recipientSigns) + recipientCode(key, seq)),
      text,
    );
}

const LinkRow = BlastLink.omit({ link: true }).extend({ code: z.string() });

/** The links of a blast with what came of them, in the order of the text. */
export async function listLinks(trx: Trx, account: string, blast: number, base: string | null): Promise<BlastLink[]> {
  if (base === null) return [];
  const found = await checkedRows(
    trx,
    LinkRow,
    sql`select position, code, target, people, clicks, programs from messaging.short_links
      where customer_account = ${account} and blast_id = ${blast} order by position`,
  );
  return found.map(({ code, ...link }) => ({ ...link, link: linkBefore(base, code) }));
}

const StoredLink = z.object({
  blast_id: z.number(),
  position: z.number(),
  target: z.string(),
  key: z.instanceof(Buffer),
});
type StoredLink = z.infer<typeof StoredLink>;
/** `by` is undefined for a visit that is not counted. */
type LinkVisit = { by: "person" | "program" | undefined; now: Date };

/** A visit so soon after the last one of the same recipient is the same click: a double tap, a page loaded again. */
const sameClickSeconds = 5;

const CustomerAccountRow = z.object({ customer_account: z.string() });

/**
 * Where a link leads; undefined when it leads nowhere. A visit with a recipient's code is counted unless the recipient
 * was erased: people and programs apart.
 */
export async function followLink(
  { db }: Database,
  written: string,
  { by, now }: LinkVisit,
): Promise<string | undefined> {
  const code = written.slice(0, -recipientSigns);
  const row = await checkedRow(
    db,
    CustomerAccountRow,
    sql`
    select customer_account from messaging.link_codes where code = ${code}`,
  );
  const account = row?.customer_account;
  if (account === undefined) return undefined;
  return inAccount(db, account, async (trx) => {
    const [link] = await checkedRows(
      trx,
      StoredLink,
      sql`select l.blast_id, l.position, l.target, l.key from messaging.short_links l
        join messaging.link_codes c on c.customer_account = l.customer_account and c.blast_id = l.blast_id
          and c.position = l.position
        where l.customer_account = ${account} and c.code = ${code}`,
    );
    if (!link || !canLead(link.target)) return undefined;
    const seq = seqOfCode(link.key, written.slice(-recipientSigns));
    if (seq !== undefined && by) await countVisit(trx, account, link, { seq, by, now });
    return link.target;
  });
}

const ClicksRow = z.object({ clicks: z.number() });

async function countVisit(
  trx: Trx,
  account: string,
  { blast_id, position }: StoredLink,
  { seq, by, now }: { seq: number; by: "person" | "program"; now: Date },
): Promise<void> {
  const clicks = by === "person" ? 1 : 0;
  const at = by === "person" ? now : null;
  const [counted] = await checkedRows(
    trx,
    ClicksRow,
    sql`insert into messaging.link_clicks as k
        (customer_account, blast_id, position, seq, first_at, last_at, clicks, programs)
      select ${account}, m.blast_id, ${position}::smallint, m.seq, ${at}::timestamptz, ${at}::timestamptz,
        ${clicks}::int, ${1 - clicks}::int
      from messaging.messages m
      where m.customer_account = ${account} and m.blast_id = ${blast_id} and m.seq = ${seq} and m.msisdn like '+%'
      on conflict (customer_account, blast_id, seq, position) do update set
        first_at = coalesce(k.first_at, excluded.first_at), last_at = coalesce(excluded.last_at, k.last_at),
        clicks = k.clicks + excluded.clicks, programs = k.programs + excluded.programs
      where excluded.clicks = 0 or k.last_at is null
        or excluded.last_at >= k.last_at + make_interval(secs => ${sameClickSeconds})
      returning k.clicks`,
  );
  if (!counted) return;
  await sql`
    update messaging.short_links set people = people + ${clicks === 1 && counted.clicks === 1 ? 1 : 0},
      clicks = clicks + ${clicks}, programs = programs + ${1 - clicks}
    where customer_account = ${account} and blast_id = ${blast_id} and position = ${position}`.execute(trx);
}
