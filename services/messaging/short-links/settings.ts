import type { z } from "zod";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { fetchOutside, OutsideError, type OutsidePolicy } from "../../kit/outside";
import { type KeptLinkSettings, type LinkSettings, linkDomainAnswer } from "../contract.links";
import type { LinkSetting } from "./base";

export async function loadLinkSettings(
  trx: Trx,
  account: string,
  { standardLinks }: LinkSetting,
): Promise<z.infer<typeof KeptLinkSettings>> {
  const row = await trx
    .selectFrom("messaging.settings")
    .select(["short_links", "promotional_links", "link_domain"])
    .where("customer_account", "=", account)
    .executeTakeFirst();
  return {
    short_links: row?.short_links ?? false,
    promotional_links: row?.promotional_links ?? false,
    link_domain: row?.link_domain ?? "",
    standard: standardLinks?.() ?? "",
  };
}

export async function saveLinkSettings(
  trx: Trx,
  account: string,
  { short_links, promotional_links, link_domain }: LinkSettings,
  { by, now }: { by: ActivityActor; now: Date },
): Promise<void> {
  const row = {
    ...{ short_links, promotional_links, link_domain: link_domain || null },
    ...{ changed_by: by === "system" ? "" : by.name, changed_at: now },
  };
  await trx
    .insertInto("messaging.settings")
    .values({ customer_account: account, ...row })
    .onConflict((on) => on.column("customer_account").doUpdateSet(row))
    .execute();
  const which = promotional_links ? "all messages" : "messages that are not promotional";
  const under = link_domain ? ` under ${link_domain}` : "";
  await recordActivity(trx, account, by, {
    action: "Short links changed",
    description: short_links
      ? `Links of ${which} become short ones${under}, and clicks are counted.`
      : "Links of messages stay as they are.",
    subject: "sending settings",
  });
}

/** Asks a domain for the page that only an installation of this product has. */
export async function isOurDomain(domain: string, policy: OutsidePolicy = { seconds: 5, bytes: 10_000 }) {
  try {
    const answer = await fetchOutside(`https://${domain}/l/check`, { redirect: "manual" }, policy);
    return answer.status === 200 && (await answer.text()) === linkDomainAnswer;
  } catch (error) {
    if (error instanceof OutsideError) return false;
    throw error;
  }
}
