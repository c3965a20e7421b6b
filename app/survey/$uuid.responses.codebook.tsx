// /survey/:uuid/responses/codebook - responses with codes for programs for statistics (filters as the results have)
import { useLoaderData, useLocation } from "@remix-run/react";
import { Download } from "lucide-react";
import { z } from "zod";
import { commas } from "../../rules/format";
import { responseCalls } from "../../services/survey/contract.responses";
import { href } from "../href";
import { parseSearch } from "../kit/list";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { SampleTable } from "../kit/ui/sample-table";
import { expectStatus, page } from "../shell/page.server";
import { FilterChips, filterQuery } from "./results/filter-chips";

const path = "/survey/:uuid/responses/codebook";

export const meta = titledBy<typeof loader>(({ data }) => `Codebook of ${data?.survey.title ?? "a survey"}`);

const Search = z.object(responseCalls.statistics.query.shape);

/** More variables are in the file alone. */
const shown = 500;

export const loader = page(path, async ({ api, params, url }) => {
  const [survey, codebook] = await Promise.all([api.survey.survey({ params }), api.survey.codebook({ params })]);
  const { variables } = expectStatus(codebook, 200);
  return {
    survey: expectStatus(survey, 200),
    variables: variables.slice(0, shown),
    total: variables.length,
    query: parseSearch({ search: Search }, url),
  };
});

export default function CodebookPage() {
  const { survey, variables, total, query } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { uuid, title } = survey;
  const filters = filterQuery(query);
  return (
    <>
      <PageHeader
        title="Export with codes"
        back={{ label: title, to: href("/survey/:uuid/reports", { uuid }, filters) }}
        text="For SPSS, R and other programs for statistics: a number for each answer, and a codebook that says what it means."
      />
      <FilterChips survey={survey} filters={query} search={search} keeps={[]} />
      <Card padded className="mb-4">
        <div className="flex flex-wrap gap-2">
          <LinkButton
            variant="primary"
            icon={Download}
            to={href("/survey/:uuid/responses/codes.csv", { uuid }, filters)}
            reloadDocument
          >
            Responses with codes (CSV)
          </LinkButton>
          <LinkButton icon={Download} to={href("/survey/:uuid/responses/syntax", { uuid })} reloadDocument>
            SPSS syntax
          </LinkButton>
          <LinkButton icon={Download} to={href("/survey/:uuid/responses/codebook.csv", { uuid })} reloadDocument>
            Codebook (CSV)
          </LinkButton>
        </div>
        <p className="mt-3 text-quiet">
          Keep the syntax beside the CSV file and run it in SPSS. A question with several answers has a column of 1 and
          0 for each choice, a matrix a column for each row, and a ranking the place of each choice. Calculated values
          have their columns behind the answers. For answers in words there is the{" "}
          <Link className="link" to={href("/survey/:uuid/responses.csv", { uuid }, filters)} reloadDocument>
            CSV file with labels
          </Link>
          .
        </p>
      </Card>
      <Card>
        <SampleTable label="Codebook" heads={["Variable", "Label", "Type", "Values", "Missing"]}>
          {variables.map(({ name, label, type, values, missing }) => (
            <tr key={name}>
              <td className="num">{name}</td>
              <td>{label}</td>
              <td>{type}</td>
              <td>{valuesText(values)}</td>
              <td>{valuesText(missing)}</td>
            </tr>
          ))}
        </SampleTable>
      </Card>
      {total > variables.length && (
        <p className="mt-2 text-quiet">
          The first {commas(variables.length)} of {commas(total)} variables. All are in the file.
        </p>
      )}
    </>
  );
}

function valuesText(values: readonly { value: number; label: string }[]): string {
  return values.map(({ value, label }) => `${value} ${label}`).join(", ");
}
