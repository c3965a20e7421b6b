import { activityActor } from "../../kit/activities";
import { clientKey } from "../../kit/address";
import { problem } from "../../kit/contract";
import { type Database, inAccount, isDuplicate, readAccount } from "../../kit/database";
import { tokenBucket } from "../../kit/limits";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import { type linkCalls, linkCode } from "../contract.links";
import type { LinkSetting } from "./base";
import { clickPage } from "./clicks";
import { loadLinkSettings, saveLinkSettings } from "./settings";
import { followLink } from "./store";

export type LinkDeps = LinkSetting & {
  now?(): Date;
  /** Whether the short links under a domain arrive at this installation. */
  isOurDomain?(domain: string): Promise<boolean>;
};

/** The calls of short links. */
export function linkHandlers(
  database: Database,
  deps: LinkDeps,
): Pick<Handlers<typeof messaging.calls>, keyof typeof linkCalls> {
  const { db } = database;
  const now = () => deps.now?.() ?? new Date();
  // Whoever guesses links is slowed down. Behind one address are many phones, so links that are known always lead on.
  const guesses = tokenBucket({ burst: 60, perSecond: 1 });
  // One link that is opened again and again leads on, and is not written down each time.
  const visits = tokenBucket({ burst: 30, perSecond: 0.1 });
  const refusedDomain = (why: string) => problem(422, "Please correct the marked fields.", { link_domain: [why] });

  return {
    async linkSettings(_, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadLinkSettings(trx, account, deps)) };
    },

    async setLinkSettings({ body }, { account, who, address }) {
      const { link_domain: domain } = body;
      const before = await readAccount(db, account, (trx) => loadLinkSettings(trx, account, deps));
      if (domain !== "" && domain !== before.link_domain && !(await deps.isOurDomain?.(domain)))
        return refusedDomain(
          `Links under ${domain} don't arrive here. Point the domain to this installation, with a certificate, and save again.`,
        );
      const by = { by: activityActor({ who, address }), now: now() };
      try {
        const after = await inAccount(db, account, async (trx) => {
          await saveLinkSettings(trx, account, body, by);
          return loadLinkSettings(trx, account, deps);
        });
        return { status: 200, body: after };
      } catch (error) {
        if (isDuplicate(error)) return refusedDomain(`${domain} is used by another account.`);
        throw error;
      }
    },

    async linkClicks({ params, query }, { account }) {
      const page = await clickPage(database, account, params.id, query);
      return page ? { status: 200, body: page } : problem(404, "There is no such message.");
    },

    async followLink({ params: { code }, body }, { address }) {
      if (linkCode.test(code)) {
        const by = visits.take(code).allowed ? (body.program ? "program" : "person") : undefined;
        const target = await followLink(database, code, { by, now: now() });
        if (target !== undefined) return { status: 200, body: { target } };
      }
      const guess = guesses.take(clientKey(address));
      return guess.allowed
        ? problem(404, "There is no such link.")
        : problem(429, `Too many wrong links. Wait ${guess.retryAfter} s.`);
    },
  };
}
