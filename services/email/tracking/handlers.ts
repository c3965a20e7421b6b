import { activityActor, recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { tokenBucket } from "../../kit/limits";
import type { Handlers } from "../../kit/serve";
import { type MailPlace, placeOfEngagement } from "../codes";
import type { email } from "../contract";
import type { trackingCalls } from "../contract.tracking";
import type { EmailDeps } from "../deps";
import { guardedCodes } from "../guesses";
import { linkPage } from "./link-figures";
import { loadTracking, recordClick, recordOpen, saveTracking } from "./store";

type TrackingHandlers = Pick<Handlers<typeof email.calls>, keyof typeof trackingCalls>;

const noLink = "This link is not one of ours, or the email was erased. Answer the email and ask where it leads.";

/** The calls about opens and clicks: whether they are counted, and the requests of readers. */
export function trackingHandlers({ db }: Database, deps: EmailDeps): TrackingHandlers {
  const guarded = guardedCodes(noLink);
  // One mail is opened a few times. What is requested more often is answered and no longer counted.
  const counted = tokenBucket({ burst: 30, perSecond: 0.1 });
  const mayCount = ({ account, mailing, seq }: MailPlace) => counted.take(`${account} ${mailing} ${seq}`).allowed;

  return {
    async tracking(_, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadTracking(trx, account)) };
    },
    async setTracking({ body }, context) {
      const { account, who } = context;
      const saved = await inAccount(db, account, async (trx) => {
        const changed = await saveTracking(trx, account, body.enabled, who.kind === "person" ? who.name : "");
        if (changed)
          await recordActivity(trx, account, activityActor(context), {
            action: "Email opens and clicks changed",
            description: `Opens and clicks of emails are ${body.enabled ? "counted" : "no longer counted"}`,
            subject: "email tracking",
          });
        return loadTracking(trx, account);
      });
      return { status: 201, body: saved };
    },
    async mailingLinks({ params, query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => linkPage(trx, account, params.id, query)) };
    },
    async recordOpen({ params, body }, { address, agent = "" }) {
      const place = guarded(placeOfEngagement(deps.secret, "open", params.token), address);
      if (mayCount(place))
        await inAccount(db, place.account, (trx) => recordOpen(trx, place, { ahead: body.ahead, agent }));
      return { status: 200, body: { status: 200 } };
    },
    async recordClick({ params, body }, { address, agent = "" }) {
      const place = guarded(placeOfEngagement(deps.secret, "click", params.token), address);
      const request = mayCount(place) ? { ahead: body.ahead, agent } : undefined;
      const target = await inAccount(db, place.account, (trx) => recordClick(trx, place, params.link, request));
      return target === undefined ? problem(404, noLink) : { status: 200, body: { target } };
    },
  };
}
