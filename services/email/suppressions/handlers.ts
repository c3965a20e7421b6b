import { readAddresses } from "../../../rules/email";
import { activityActor } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { tokenBucket } from "../../kit/limits";
import type { Handlers } from "../../kit/serve";
import { placeOfToken } from "../codes";
import type { email } from "../contract";
import type { suppressionCalls } from "../contract.suppressions";
import { currentTime, type EmailDeps } from "../deps";
import { guardedCodes } from "../guesses";
import { findMailList } from "../lists/store";
import { removeSuppression, suppressByStaff, suppressionPage } from "./store";
import { findPreferences, setPreferences, unsubscribe } from "./unsubscribe";

type SuppressionHandlers = Pick<Handlers<typeof email.calls>, keyof typeof suppressionCalls>;

const noLink = "This link is not one of ours. Answer the email instead and ask to get no more.";
/** Entries of a text that are told back. */
const mostRefused = 100;

/** The calls about addresses that get no e-mails. */
export function suppressionHandlers({ db }: Database, deps: EmailDeps): SuppressionHandlers {
  const guarded = guardedCodes(noLink);
  // One reader changes their mind a few times.
  const changes = tokenBucket({ burst: 20, perSecond: 0.05 });
  const placeOf = (token: string, address: string) => guarded(placeOfToken(deps.secret, token), address);

  return {
    async suppressions({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => suppressionPage(trx, account, query)) };
    },
    async addSuppressions({ body }, caller) {
      const { account } = caller;
      const { addresses, refused } = readAddresses(body.addresses);
      // The last day counts whole, by East Africa's clock.
      const expires = body.until === null ? null : new Date(`${body.until}T23:59:59+03:00`);
      if (expires && expires <= currentTime(deps))
        return problem(422, "Choose a day in the future.", { until: ["Choose a day in the future."] });
      const given = { source: body.source, reason: body.reason, expires, by: activityActor(caller) };
      const added = await inAccount(db, account, async (trx) => {
        const list = await findMailList(trx, account, body.list_id);
        return suppressByStaff(trx, account, addresses, { ...given, list });
      });
      const told = refused.slice(0, mostRefused);
      return { status: 201, body: { added, already: addresses.length - added, refused: told } };
    },
    async removeSuppression({ params }, caller) {
      const { account } = caller;
      const gone = await inAccount(db, account, (trx) =>
        removeSuppression(trx, account, params.id, activityActor(caller)),
      );
      if (gone === undefined) return problem(404, "This address is not on the list.");
      return { status: 201, body: { status: 201, message: `${gone} can get emails again.` } };
    },
    async unsubscribeInfo({ params }, { address }) {
      const place = placeOf(params.token, address);
      const found = await readAccount(db, place.account, (trx) => findPreferences(trx, place));
      return found ? { status: 200, body: found } : problem(404, noLink);
    },
    async unsubscribe({ params }, { address }) {
      const place = placeOf(params.token, address);
      const found = await inAccount(db, place.account, (trx) => unsubscribe(trx, place, currentTime(deps)));
      return found ? { status: 200, body: found } : problem(404, noLink);
    },
    async setPreferences({ params, body }, { address }) {
      const place = placeOf(params.token, address);
      const decision = changes.take(`${place.account} ${place.mailing} ${place.seq}`);
      if (!decision.allowed) return problem(429, `Too many changes. Wait ${decision.retryAfter} s, then try again.`);
      const found = await inAccount(db, place.account, (trx) =>
        setPreferences(trx, place, body.list_ids, currentTime(deps)),
      );
      return found ? { status: 200, body: found } : problem(404, noLink);
    },
  };
}
