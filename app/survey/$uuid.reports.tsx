// /survey/:uuid/reports - the results of a survey: completion, answers by choice, where people stop and what they typed
import { useActionData, useLoaderData } from "@remix-run/react";
import { Binary, Download, Table2 } from "lucide-react";
import { z } from "zod";
import { graphFrom } from "../../rules/survey/questions";
import { responseCalls } from "../../services/survey/contract.responses";
import { href } from "../href";
import { parseSearch } from "../kit/list";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { typedId, typedText } from "../kit/typed-fields";
import { LinkButton } from "../kit/ui/button";
import { Stat } from "../kit/ui/stat";
import { useLive } from "../kit/use-live";
import { act, done, expectStatus, page } from "../shell/page.server";
import { SurveyFrame } from "./frame/survey-frame";
import { ChannelResults } from "./results/channel-results";
import { Interviewers } from "./results/interviewers";
import { QuestionResults } from "./results/question-results";
import { QuotaCells } from "./results/quota-cells";
import { ResultFilters } from "./results/result-filters";

const path = "/survey/:uuid/reports";

export const meta = titledBy<typeof loader>(({ data }) => data?.survey.title ?? "Results");

const Search = z.object(responseCalls.statistics.query.shape);

export const loader = page(path, async ({ api, params, url }) => {
  const query = parseSearch({ search: Search }, url);
  const [survey, statistics] = await Promise.all([
    api.survey.survey({ params }),
    api.survey.statistics({ query, body: { survey: params.uuid } }),
  ]);
  return { survey: expectStatus(survey, 200), statistics: expectStatus(statistics, 200), query };
});

const AliasFields = z.object({ alias: typedText, choice: typedId });

export const action = act(path, AliasFields, async ({ api, params, value, refuse, from, url }) => {
  const added = await api.survey.addAlias({ params: { id: value.choice }, body: { alias: value.alias } });
  if (added.status !== 201) return refuse(added.body);
  const here = `${href(path, { uuid: params.uuid })}${url.search}`;
  return done(from, here, `“${value.alias}” is understood from now on.`);
});

export default function SurveyResults() {
  const { survey, statistics, query } = useLoaderData<typeof loader>();
  const { uuid } = survey;
  useLive(survey.status === "published", 5_000);
  const count = (...wanted: string[]) =>
    statistics.by_disposition.reduce(
      (sum, { disposition, count: n }) => sum + (wanted.includes(disposition) ? n : 0),
      0,
    );
  const completed = count("completed");
  const said = (n: number) => n.toLocaleString("en-KE");
  const { state, ...narrowed } = query;
  const filters = { ...narrowed, stopped: undefined, state: state === "completed" ? undefined : state };
  const whole = { ...filters, disposition: undefined };
  return (
    <>
      <PostResult last={useActionData<typeof action>()} />
      <SurveyFrame
        survey={survey}
        tab="Results"
        actions={
          <>
            <LinkButton to={href("/survey/:uuid/reports/crosstab", { uuid }, filters)} icon={Table2}>
              Cross-tab
            </LinkButton>
            <LinkButton to={href("/survey/:uuid/responses/codebook", { uuid }, filters)} icon={Binary}>
              Export with codes
            </LinkButton>
            <LinkButton to={href("/survey/:uuid/responses.csv", { uuid }, filters)} icon={Download} reloadDocument>
              Download CSV
            </LinkButton>
          </>
        }
      />
      <div className="mb-4 grid gap-4 md:grid-cols-4">
        <Stat
          label="Begun"
          value={said(statistics.sessions)}
          to={href("/survey/:uuid/responses", { uuid }, { ...whole, state: "all" })}
        />
        <Stat
          label="Completed"
          value={said(completed)}
          note={
            statistics.sessions > 0 ? `${Math.round((completed / statistics.sessions) * 100)}% of those who began` : ""
          }
          to={href("/survey/:uuid/responses", { uuid }, { ...whole, state: undefined })}
        />
        <Stat
          label="More than half"
          value={said(count("interim partial", "partial"))}
          to={href("/survey/:uuid/responses", { uuid }, { ...whole, state: "partial" })}
        />
        <Stat
          label="Limit reached"
          value={said(count("rejected"))}
          to={href("/survey/:uuid/responses", { uuid }, { ...whole, state: undefined, disposition: "rejected" })}
        />
      </div>
      <QuotaCells survey={survey} />
      <ResultFilters survey={survey} runs={statistics.runs} query={query} />
      <p className="mb-3 text-quiet">
        The answers below are of {said(statistics.counted)} {statistics.counted === 1 ? "response" : "responses"}.
        Shares are of those who answered the question.
      </p>
      <div className="grid gap-4">
        {statistics.questions.map((figures, at) => (
          <QuestionResults
            key={figures.question.id}
            uuid={uuid}
            place={at + 1}
            figures={figures}
            counted={statistics.counted}
            graph={graphFrom(survey)}
            filters={filters}
          />
        ))}
        <ChannelResults uuid={uuid} channels={statistics.by_channel} filters={whole} />
        <Interviewers uuid={uuid} interviewers={statistics.interviewers} />
      </div>
    </>
  );
}
