import { type Database, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { survey } from "../contract";
import type { analysisCalls } from "../contract.analysis";
import { findSurvey } from "../store/surveys";
import { codedPage, loadCodebook } from "./codebook";
import { loadCrosstab } from "./crosstab";
import { loadWords } from "./words";

/** Where the days of an account begin. */
const zone = "Africa/Nairobi";

/** What is worked out of responses when someone asks. */
export function analysisHandlers({ db }: Database): Pick<Handlers<typeof survey.calls>, keyof typeof analysisCalls> {
  return {
    async crosstab({ query, body }, { account }) {
      const crosstab = await readAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, body.survey);
        return loadCrosstab(trx, account, found, query, zone);
      });
      return { status: 200, body: crosstab };
    },

    async codebook({ params }, { account }) {
      const codebook = await readAccount(db, account, async (trx) =>
        loadCodebook(trx, account, await findSurvey(trx, account, params.uuid)),
      );
      return { status: 200, body: codebook };
    },

    async codedResponses({ query, body }, { account }) {
      const page = await readAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, body.survey);
        return codedPage(trx, account, found, query, zone);
      });
      return { status: 200, body: page };
    },

    async surveyWords({ query, body }, { account }) {
      const words = await readAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, body.survey);
        return loadWords(trx, account, found, query, zone);
      });
      return { status: 200, body: words };
    },
  };
}
