import { sql } from "kysely";
import { frameOrigin } from "../../../rules/survey/frame-origins";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount } from "../../kit/database";
import { texts } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { survey } from "../contract";
import type { webPageCalls } from "../contract.web-page";
import { findSurvey, loadSurvey } from "../store/surveys";

/** How the web page of a survey asks, and who may show it. */
export function webPageHandlers({ db }: Database): Pick<Handlers<typeof survey.calls>, keyof typeof webPageCalls> {
  return {
    async setWebPage({ params, body: { interaction_mode, frame_origins } }, caller) {
      const { account } = caller;
      const origins = [...new Set(frame_origins.flatMap((site) => frameOrigin(site) ?? []))];
      const changed = await inAccount(db, account, async (trx) => {
        const on = await findSurvey(trx, account, params.uuid, true);
        await sql`
          update survey.surveys set interaction_mode = ${interaction_mode}, frame_origins = ${texts(origins)}
          where customer_account = ${account} and id = ${on.id}`.execute(trx);
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Survey changed", subject: "survey", subject_id: String(on.id) },
          description: `${on.title}: ${origins.length > 0 ? `shown in frames by ${origins.join(", ")}` : "shown in no frame"}`,
        });
        return loadSurvey(trx, account, params.uuid);
      });
      return { status: 201, body: changed };
    },
  };
}
