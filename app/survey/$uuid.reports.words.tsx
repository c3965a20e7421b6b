// /survey/:uuid/reports/words - the most used words of a text question (?question=, filters as the results have)
import { Form, useLoaderData, useLocation } from "@remix-run/react";
import { MessageSquareText } from "lucide-react";
import { z } from "zod";
import { commas } from "../../rules/format";
import { answerFiltersKey } from "../../rules/survey/answer-groups";
import { analysisCalls } from "../../services/survey/contract.analysis";
import { href } from "../href";
import { parseSearch } from "../kit/list";
import { titledBy } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Select } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { FilterChips, filterQuery, KeptFilters } from "./results/filter-chips";
import { WordCounts } from "./results/word-counts";

const path = "/survey/:uuid/reports/words";

export const meta = titledBy<typeof loader>(({ data }) => `Words of ${data?.survey.title ?? "a survey"}`);

const Search = z.object(analysisCalls.surveyWords.query.shape);

export const loader = page(path, async ({ api, params, url }) => {
  const query = parseSearch({ search: Search }, url);
  const [survey, words] = await Promise.all([
    api.survey.survey({ params }),
    api.survey.surveyWords({ query, body: { survey: params.uuid } }),
  ]);
  return { survey: expectStatus(survey, 200), found: expectStatus(words, 200), query };
});

export default function WordsPage() {
  const { survey, found, query } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { question: _, ...filters } = query;
  const { uuid } = survey;
  const { questions, question } = found;
  return (
    <>
      <PageHeader
        title="Most used words"
        back={{ label: survey.title, to: href("/survey/:uuid/reports", { uuid }, filterQuery(filters)) }}
        text="Each word is counted once for an answer. Small words of English and Kiswahili and numbers are left out."
      />
      <FilterChips survey={survey} filters={filters} search={search} keeps={["question"]} />
      <Form method="get" className="card mb-4 flex flex-wrap items-end gap-3 p-4">
        <KeptFilters filters={filters} />
        <div className="w-full min-w-0 sm:w-96">
          <Select
            id="words-question"
            name="question"
            label="Question"
            empty="Choose a question"
            defaultValue={question ?? ""}
            choices={questions.map(({ id, label }) => ({ value: String(id), label }))}
          />
        </div>
        <Button variant="primary">Show</Button>
      </Form>
      {question === null || found.words.length === 0 ? (
        <Card>
          <EmptyState
            icon={MessageSquareText}
            title={question === null ? (questions.length > 0 ? "Choose a question" : "No text questions") : "No words"}
            text={
              question === null
                ? "Words are counted in the answers to a text question."
                : `${commas(found.read)} answers were read.`
            }
          />
        </Card>
      ) : (
        <WordCounts
          found={found}
          to={(word) => {
            const own = answerFiltersKey([{ question, row: null, group: { kind: "word", word } }]);
            const answers = [filters.answers, own].filter(Boolean).join(",");
            return href("/survey/:uuid/responses", { uuid }, { ...filterQuery(filters), answers, q: word });
          }}
        />
      )}
    </>
  );
}
