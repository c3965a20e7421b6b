// /survey/:uuid/endings - what is said at the ends of a survey, and the values that are worked out from answers (?about=)
import { useActionData, useLoaderData } from "@remix-run/react";
import { graphFrom } from "../../rules/survey/questions";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { type LastPost, typedValue } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { act, done, expectStatus, page } from "../shell/page.server";
import { CalculatedCard } from "./builder/calculated-card";
import { findCompared } from "./builder/comparison-fields";
import { EndTextCard } from "./builder/end-text-card";
import { changeEndings, EndingFields } from "./builder/endings.server";
import { SurveyFrame } from "./frame/survey-frame";

const path = "/survey/:uuid/endings";

export const meta = titledBy<typeof loader>(({ data }) => data?.survey.title ?? "Endings");

export const loader = page(path, async ({ api, params, url }) => {
  const survey = expectStatus(await api.survey.survey({ params }), 200);
  return { survey, about: url.searchParams.get("about") ?? "" };
});

export const action = act(path, EndingFields, async ({ api, params, value, refuse, from }) => {
  const survey = expectStatus(await api.survey.survey({ params }), 200);
  const outcome = await changeEndings(api, survey, value);
  if ("body" in outcome) return refuse({ ...outcome.body, status: outcome.status });
  return done(from, href(path, { uuid: params.uuid }), outcome.notice);
});

/** The control of a field, by the form that it is in. */
function controlOf(last: LastPost, name: string): string | undefined {
  return name === "form" ? undefined : `${typedValue(last, "intent")}-${typedValue(last, "id") ?? ""}-${name}`;
}

export default function SurveyEndings() {
  const { survey, about } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const graph = graphFrom(survey);
  const { uuid } = survey;
  return (
    <>
      <PostResult last={last} idOf={(name) => controlOf(last, name)} />
      <SurveyFrame survey={survey} tab="Endings" />
      <div className="grid gap-4 xl:grid-cols-2">
        <EndTextCard
          key={`${about}-${graph.end_texts.length}`}
          {...{ uuid, graph, last, about: findCompared(graph, about) }}
        />
        <CalculatedCard key={`values-${graph.calculated.length}`} graph={graph} last={last} />
      </div>
    </>
  );
}
