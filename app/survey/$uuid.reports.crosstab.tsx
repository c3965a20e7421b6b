// /survey/:uuid/reports/crosstab - two closed questions against each other (?rows=&columns=, filters as the results have)
import { Form, useLoaderData, useLocation } from "@remix-run/react";
import { Download, Table2 } from "lucide-react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { titledBy } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Select } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { page } from "../shell/page.server";
import { fetchCrosstab } from "./results/crosstab.server";
import { CrosstabTable } from "./results/crosstab-table";
import { FilterChips, filterQuery, KeptFilters } from "./results/filter-chips";

const path = "/survey/:uuid/reports/crosstab";

export const meta = titledBy<typeof loader>(({ data }) => `Cross-tab of ${data?.survey.title ?? "a survey"}`);

export const loader = page(path, fetchCrosstab);

export default function CrosstabPage() {
  const { survey, crosstab, query } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { rows, columns, ...filters } = query;
  const { uuid } = survey;
  const { axes, table } = crosstab;
  const choices = axes.map(({ key, label }) => ({ value: key, label }));
  return (
    <>
      <PageHeader
        title="Cross-tab"
        back={{ label: survey.title, to: href("/survey/:uuid/reports", { uuid }, filterQuery(filters)) }}
        text="Two questions against each other. Only responses that answered both are counted."
        actions={
          table && (
            <LinkButton
              to={href("/survey/:uuid/reports/crosstab.csv", { uuid }, { ...filterQuery(filters), rows, columns })}
              icon={Download}
              reloadDocument
            >
              Download CSV
            </LinkButton>
          )
        }
      />
      <FilterChips survey={survey} filters={filters} search={search} keeps={["rows", "columns"]} />
      <Form method="get" className="card mb-4 flex flex-wrap items-end gap-3 p-4">
        <KeptFilters filters={filters} />
        <div className="w-full min-w-0 sm:w-80">
          <Select
            id="crosstab-rows"
            name="rows"
            label="Rows"
            empty="Choose a question"
            defaultValue={rows ?? ""}
            choices={choices}
          />
        </div>
        <div className="w-full min-w-0 sm:w-80">
          <Select
            id="crosstab-columns"
            name="columns"
            label="Columns"
            empty="Choose a question"
            defaultValue={columns ?? ""}
            choices={choices}
          />
        </div>
        <Button variant="primary">Show</Button>
      </Form>
      {table ? (
        <>
          <p className="mb-3 text-quiet">
            {commas(table.answered)} {table.answered === 1 ? "response answered" : "responses answered"} both questions.
            Where several answers may be given, a response is in several cells.
          </p>
          <Card>
            <CrosstabTable uuid={uuid} table={table} filters={filters} />
          </Card>
        </>
      ) : (
        <Card>
          <EmptyState
            icon={Table2}
            title={axes.length > 0 ? "Choose two questions" : "No questions for a cross-tab"}
            text={
              axes.length > 0
                ? "Each cell has the number of responses with both answers, and opens them."
                : "A cross-tab is of questions with choices, yes or no, ratings, numbers and rows of a matrix."
            }
          />
        </Card>
      )}
    </>
  );
}
