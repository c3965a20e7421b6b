import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { type PageQuery, pageByNumber } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { LinkFigures } from "../contract.tracking";
import { EmailLink, linkWords } from "./links";

/** The links of a mail as people know them, each once, with the place that its clicks are counted at. */
export function distinctLinks(links: readonly EmailLink[]): { link: number; url: string }[] {
  const found = new Map<string, number>();
  for (const [at, link] of links.entries()) {
    const url = linkWords(link);
    if (!found.has(url)) found.set(url, at);
  }
  return [...found].map(([url, link]) => ({ link, url }));
}

/** Where the clicks of a link are counted: at the first of those that read the same. */
export function countedAt(links: readonly EmailLink[], link: number): number {
  const words = links[link] && linkWords(links[link]);
  return links.findIndex((one) => linkWords(one) === words);
}

const LinksRow = z.object({ links: z.array(EmailLink).nullable() });

const LinkCounts = LinkFigures.omit({ url: true });

/** The links of a mailing, the most followed first. @throws HttpError 404 */
export async function linkPage(trx: Trx, account: string, mailing: number, asked: PageQuery) {
  const found = await checkedRow(
    trx,
    LinksRow,
    sql`
    select content -> 'links' as links from email.mailings
    where customer_account = ${account} and id = ${mailing}`,
  );
  if (!found) throw new HttpError(404, "There is no such email.");
  const counted = await checkedRows(
    trx,
    LinkCounts,
    sql`
    select link, count(*) filter (where clicks > 0)::int as people, coalesce(sum(clicks), 0)::int as clicks,
      count(*) filter (where prefetches > 0)::int as programs
    from email.link_clicks where customer_account = ${account} and mailing_id = ${mailing} group by link`,
  );
  const figures = new Map(counted.map((row) => [row.link, row]));
  const all = distinctLinks(found.links ?? [])
    .map((one) => ({ people: 0, clicks: 0, programs: 0, ...figures.get(one.link), ...one }))
    .sort((a, b) => b.people - a.people || a.link - b.link);
  const { offset, about } = pageByNumber(asked, all.length);
  return { ...about, data: all.slice(offset, offset + asked.per_page) };
}
