import { type Database, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { survey } from "../contract";
import type { analysisCalls } from "../contract.analysis";
import { findSurvey } from "../store/surveys";
import { loadCrosstab } from "./crosstab";

/** Where the days of an account begin. */
const zone = "Africa/Nairobi";

/** What is worked out of responses when somebody asks. */
export function analysisHandlers({ db }: Database): Pick<Handlers<typeof survey.calls>, keyof typeof analysisCalls> {
  return {
    async crosstab({ query, body }, { account }) {
      const crosstab = await readAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, body.survey);
        return loadCrosstab(trx, account, found, query, zone);
      });
      return { status: 200, body: crosstab };
    },
  };
}
