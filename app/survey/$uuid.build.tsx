// /survey/:uuid/build - the questions of a survey, what happens after each, and the survey beside them to try it
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { CircleAlert, CircleCheck } from "lucide-react";
import { languageCodes, type SurveyGraph, type SurveyQuestion } from "../../rules/survey/graph";
import { graphFrom } from "../../rules/survey/questions";
import { canLimit, maxQuotaConditions } from "../../rules/survey/quotas";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { type LastPost, typedValue } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { act, done, expectStatus, page } from "../shell/page.server";
import { BuildFields, build } from "./builder/build.server";
import { comparedKey } from "./builder/comparison-fields";
import { ConditionCard } from "./builder/condition-card";
import { LimitCard } from "./builder/limit-card";
import { QuestionForm } from "./builder/question-form";
import { QuestionList } from "./builder/question-list";
import { testRun, testViews } from "./builder/tester";
import { TesterCard } from "./builder/tester-card";
import { SurveyFrame } from "./frame/survey-frame";

const path = "/survey/:uuid/build";

type Survey = ReturnType<typeof useLoaderData<typeof loader>>["survey"];

export const meta = titledBy<typeof loader>(({ data }) => data?.survey.title ?? "Build");

export const loader = page(path, async ({ api, params, url }) => {
  const answer = await api.survey.survey({ params });
  if (answer.status >= 500) throw new Response("Failed to load survey, please try again later!", { status: 503 });
  const survey = expectStatus(answer, 200);
  const query = url.searchParams;
  const asked = query.get("language");
  return {
    survey,
    chosen: Number(query.get("question")) || survey.questions[0]?.id,
    about: query.get("about") ?? "",
    limited: query.getAll("limit").map(Number),
    view: testViews.find((view) => view === query.get("view")) ?? "sms",
    language:
      languageCodes.find((code) => code === asked && survey.languages.includes(code)) ?? survey.languages[0] ?? "en",
    replies: query
      .getAll("say")
      // A tap comes with the field that was left empty.
      .filter((reply) => reply !== "")
      .slice(0, 60)
      .map((reply) => reply.slice(0, 500)),
  };
});

export const action = act(path, BuildFields, async ({ api, params, value, refuse, from, url }) => {
  const survey = expectStatus(await api.survey.survey({ params }), 200);
  const outcome = await build(api, survey, value);
  if ("body" in outcome) return refuse({ ...outcome.body, status: outcome.status });
  const question = outcome.question ?? (Number(url.searchParams.get("question")) || undefined);
  const known = value.intent === "delete" ? undefined : question;
  return done(from, href(path, { uuid: params.uuid }, { question: known }), outcome.said);
});

/** The control of a field, by the form that it is in. */
function controlOf(last: LastPost, name: string): string | undefined {
  const intent = typedValue(last, "intent");
  if (name === "form" || intent === "publish") return undefined;
  if (intent === "quota") return `quota-${typedValue(last, "choice")}`;
  if (intent === "limit-add") return `limit-${name}`;
  if (intent === "limit-save") return `limit-${typedValue(last, "limit")}-${name}`;
  return `${intent === "add" ? "new" : intent === "condition" ? "condition" : "question"}-${name}`;
}

/** The questions that a new limit is about, each once. */
function limitedQuestions({ questions }: SurveyGraph, ids: readonly number[]): SurveyQuestion[] {
  return questions.filter(({ id, type }) => ids.includes(id) && canLimit(type)).slice(0, maxQuotaConditions);
}

export default function BuildSurvey() {
  const { survey, chosen, about, limited, view, language, replies } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const graph = graphFrom(survey);
  const { uuid } = survey;
  const question = graph.questions.find(({ id }) => id === chosen) ?? graph.questions[0];
  const earlier = question && graph.questions.slice(0, graph.questions.indexOf(question));
  const faults = survey.findings.filter(({ level }) => level === "fault");
  return (
    <>
      <PostResult last={last} idOf={(name) => controlOf(last, name)} />
      <SurveyFrame
        survey={survey}
        tab="Build"
        actions={<PublishActions survey={survey} {...(faults[0] ? { fault: faults[0].text } : {})} />}
      />
      <div className="grid gap-4 lg:grid-cols-[280px_minmax(0,1fr)] xl:grid-cols-[280px_minmax(0,1fr)_300px]">
        <QuestionList uuid={uuid} graph={graph} chosen={question} last={last} />
        <div className="grid content-start gap-4">
          {question && earlier ? (
            <>
              <QuestionForm
                key={`question-${question.id}`}
                graph={graph}
                question={question}
                place={graph.questions.indexOf(question) + 1}
                quotas={survey.quotas}
                last={last}
              />
              <ConditionCard
                key={`conditions-${question.id}-${about}-${question.conditions.length}`}
                uuid={uuid}
                graph={graph}
                question={question}
                about={[...earlier, ...graph.calculated].find((one) => comparedKey(one) === about) ?? question}
                last={last}
              />
            </>
          ) : (
            <Card>
              <EmptyState title="No questions yet" text="Write the first question at the left and choose its type." />
            </Card>
          )}
          <LimitCard
            {...{ uuid, graph, last, cells: survey.quota_cells, shown: question?.id }}
            about={limitedQuestions(graph, limited)}
          />
        </div>
        <div className="grid content-start gap-4 lg:col-span-2 xl:col-span-1">
          {graph.questions.length > 0 && (
            <TesterCard
              {...{ uuid, graph, replies, view, language, chosen: question?.id }}
              run={testRun(graph, language, replies, view)}
            />
          )}
          <Findings uuid={uuid} findings={survey.findings} />
        </div>
      </div>
    </>
  );
}

/** A first version is published at once; the next one where its differences are read. */
function PublishActions({ survey, fault }: { survey: Survey; fault?: string }) {
  const { uuid, version, edited, status } = survey;
  const versions = href("/survey/:uuid/versions", { uuid });
  if (version > 0 && edited)
    return (
      <LinkButton to={versions} variant="primary">
        Review and publish
      </LinkButton>
    );
  return (
    <>
      {version > 0 && <LinkButton to={versions}>Versions</LinkButton>}
      {(version === 0 || status === "closed") && (
        <Form method="post" data-leaves>
          <Button name="intent" value="publish" variant="primary" {...(fault ? { disabledReason: fault } : {})}>
            {version > 0 ? "Publish again" : "Publish"}
          </Button>
        </Form>
      )}
    </>
  );
}

/** What keeps the survey from being published, and what is worth a look; each leads to its question. */
function Findings({ uuid, findings }: Pick<Survey, "uuid" | "findings">) {
  return (
    <Card label="Checks" padded className="self-start">
      <h2 className="font-semibold">Checks</h2>
      {findings.length === 0 ? (
        <p className="mt-1 flex gap-2 text-good">
          <CircleCheck size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden="true" />
          Every question can be reached.
        </p>
      ) : (
        <ul className="mt-2 grid gap-2">
          {findings.map(({ level, question, text }) => (
            <li key={text} className={`flex gap-2 text-sm ${level === "fault" ? "text-bad" : "text-warn"}`}>
              <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden="true" />
              {question === null ? (
                <span>{text}</span>
              ) : (
                <Link to={href("/survey/:uuid/build", { uuid }, { question })} preventScrollReset>
                  {text}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
