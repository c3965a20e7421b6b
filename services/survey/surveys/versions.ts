import { sql } from "kysely";
import { z } from "zod";
import type { SurveyGraph } from "../../../rules/survey/graph";
import { versionDifferences } from "../../../rules/survey/versions/compare";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import type { Handlers } from "../../kit/serve";
import type { survey } from "../contract";
import { draftVersion, type SurveyVersions, type versionCalls } from "../contract.versions";
import { loadDraft } from "../store/questions";
import { findSurvey, loadVersion, type SurveyRow } from "../store/surveys";

/** The calls of versions: which there are, and what is different between two. */
export function versionHandlers({ db }: Database): Pick<Handlers<typeof survey.calls>, keyof typeof versionCalls> {
  return {
    async surveyVersions({ params }, { account }) {
      const data = await readAccount(db, account, async (trx) =>
        listVersions(trx, account, (await findSurvey(trx, account, params.uuid)).id),
      );
      return { status: 200, body: { data } };
    },

    async versionDifferences({ params, query }, { account }) {
      const body = await readAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, params.uuid);
        const { after } = query;
        const before = query.before ?? (found.version > 0 ? found.version : undefined);
        if (before === undefined) return { before: null, after, differences: [] };
        const old = await loadGraph(trx, account, found, before);
        return { before, after, differences: versionDifferences(old, await loadGraph(trx, account, found, after)) };
      });
      return { status: 200, body };
    },
  };
}

/** @throws HttpError 404 */
function loadGraph(trx: Trx, account: string, found: SurveyRow, version: number): Promise<SurveyGraph> {
  return version === draftVersion ? loadDraft(trx, account, found) : loadVersion(trx, account, found.id, version);
}

const Count = z.number().int();
const VersionRow = z.object({ version: Count, by: z.string(), at: z.date(), open: Count, ended: Count });

async function listVersions(trx: Trx, account: string, survey: number): Promise<SurveyVersions["data"]> {
  const found = await checkedRows(
    trx,
    VersionRow,
    sql`select v.version, v.by, v.at, coalesce(x.open, 0) as open, coalesce(x.ended, 0) as ended
      from survey.versions v
      left join (
        select s.version, count(*) filter (where s.ended_at is null)::int as open,
          count(s.ended_at)::int as ended
        from survey.sessions s where s.customer_account = ${account} and s.survey_id = ${survey} and not s.dry_run
        group by s.version
      ) x on x.version = v.version
      where v.customer_account = ${account} and v.survey_id = ${survey}
      order by v.version desc limit 200`,
  );
  return found.map(({ at, ...version }) => ({ ...version, at: at.toISOString() }));
}
