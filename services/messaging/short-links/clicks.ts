import type { z } from "zod";
import { type Database, readAccount } from "../../kit/database";
import { byNumber } from "../../kit/ordering";
import { likePattern, pageAnswer } from "../../kit/paging";
import type { LinkClick, linkCalls } from "../contract.links";

type Query = z.output<typeof linkCalls.linkClicks.query>;

/** Who followed the links of a blast; undefined when the account has no such blast. */
export function clickPage({ db }: Database, account: string, blast: number, query: Query) {
  return readAccount(db, account, async (trx) => {
    const own = await trx
      .selectFrom("messaging.blasts")
      .select("id")
      .where("customer_account", "=", account)
      .where("id", "=", blast)
      .executeTakeFirst();
    if (!own) return undefined;
    let found = trx
      .selectFrom("messaging.link_clicks as k")
      .innerJoin("messaging.short_links as l", (on) =>
        on
          .onRef("l.customer_account", "=", "k.customer_account")
          .onRef("l.blast_id", "=", "k.blast_id")
          .onRef("l.position", "=", "k.position"),
      )
      .innerJoin("messaging.messages as m", (on) =>
        on
          .onRef("m.customer_account", "=", "k.customer_account")
          .onRef("m.blast_id", "=", "k.blast_id")
          .onRef("m.seq", "=", "k.seq"),
      )
      .where("k.customer_account", "=", account)
      .where("l.customer_account", "=", account)
      .where("m.customer_account", "=", account)
      .where("k.blast_id", "=", blast)
      .select(["k.id", "m.msisdn", "m.name", "l.target", "k.first_at", "k.last_at", "k.clicks", "k.programs"]);
    if (query.by) found = found.where("k.clicks", query.by === "people" ? ">" : "=", 0);
    if (query.q) {
      const text = likePattern(query.q);
      const number = likePattern(query.q.replace(/[\s()-]/g, "").replace(/^0(?=\d)/, ""));
      found = found.where((is) =>
        is.or([is("m.name", "ilike", text), is("m.msisdn", "like", number), is("l.target", "ilike", text)]),
      );
    }
    const page = await pageAnswer(trx, found, query, byNumber("k.id"), { batched: query.q === "" });
    const data = page.data.map(
      ({ first_at, last_at, ...row }): LinkClick => ({
        ...row,
        first_at: first_at?.toISOString() ?? null,
        last_at: last_at?.toISOString() ?? null,
      }),
    );
    return { ...page, data };
  });
}
