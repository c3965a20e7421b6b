import { z } from "zod";
import { analysisCalls } from "../../../services/survey/contract.analysis";
import { parseSearch } from "../../kit/list";
import { type Admitted, expectStatus } from "../../shell/page.server";

const Search = z.object(analysisCalls.crosstab.query.shape);

/** The cross-tab that an address asks for, with its survey. */
export async function fetchCrosstab({
  api,
  params,
  url,
}: Pick<Admitted<"/survey/:uuid/reports/crosstab">, "api" | "params" | "url">) {
  const query = parseSearch({ search: Search }, url);
  const [survey, crosstab] = await Promise.all([
    api.survey.survey({ params }),
    api.survey.crosstab({ query, body: { survey: params.uuid } }),
  ]);
  return { survey: expectStatus(survey, 200), crosstab: expectStatus(crosstab, 200), query };
}
