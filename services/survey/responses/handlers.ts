import { sql } from "kysely";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { hasRows } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { responseCalls } from "../contract.responses";
import type { SurveyDeps } from "../deps";
import { queueFileDrop } from "../person/files";
import { moveQuotas } from "../sessions/quotas";
import { findSession, loadCounted } from "../sessions/store";
import { tellDeleted } from "../sessions/tell";
import { findSurvey } from "../store/surveys";
import { linkFiles } from "./files";
import { loadStatistics } from "./statistics";
import { findResponse, responsePage } from "./store";

/** Where the days of an account begin. */
const zone = "Africa/Nairobi";

const noResponse = "There is no such response.";

/** Responses and what they add up to. */
export function responseHandlers(
  { db }: Database,
  deps: Pick<SurveyDeps, "clientsOfAccount">,
): Pick<Handlers<typeof survey.calls>, keyof typeof responseCalls> {
  return {
    async statistics({ query, body }, { account }) {
      const statistics = await readAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, body.survey);
        return loadStatistics(trx, account, found, query, zone);
      });
      return { status: 200, body: statistics };
    },

    async responses({ query, body }, { account }) {
      const page = await readAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, body.survey);
        return responsePage(trx, account, found, query, zone);
      });
      return { status: 200, body: page };
    },

    async response({ params }, { account }) {
      const body = await readAccount(db, account, async (trx) => {
        const on = await findSurvey(trx, account, params.uuid);
        const found = await findResponse(trx, account, on, params.id);
        if (!found) throw new HttpError(404, noResponse);
        return found;
      });
      return { status: 200, body: await linkFiles(deps, account, body) };
    },

    async deleteResponse({ params, query }, caller) {
      const { account } = caller;
      await inAccount(db, account, async (trx) => {
        // The response is locked before its survey, as who answers in it does.
        const session = await findSession(trx, account, params.id, true);
        const on = await findSurvey(trx, account, params.uuid, true);
        const kept = session?.survey_id === on.id && !session.dry_run;
        if (kept && query.reason === "")
          throw new HttpError(422, "Enter the reason.", { reason: ["Enter the reason."] });
        await queueFileDrop(trx, account, [params.id]);
        // Its places in limits are free again.
        if (kept && session.disposition === "completed")
          await moveQuotas(trx, account, on.id, await loadCounted(trx, account, session.id), new Map());
        const gone = await hasRows(
          trx,
          sql`delete from survey.sessions
            where customer_account = ${account} and survey_id = ${on.id} and id = ${params.id} and not dry_run returning id`,
        );
        if (!gone) throw new HttpError(404, noResponse);
        await tellDeleted(trx, account, on, [params.id]);
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Survey response deleted", subject: "survey", subject_id: String(on.id) },
          description: `Response ${params.id} of the survey ${on.title}. Reason: ${query.reason}`,
        });
      });
      return { status: 201, body: { status: 201, message: `Response ${params.id} was deleted.` } };
    },
  };
}
