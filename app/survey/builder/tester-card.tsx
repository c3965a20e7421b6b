import { Form } from "@remix-run/react";
import {
  hasChoices,
  type SurveyGraph,
  type SurveyQuestion,
  surveyLanguages,
  textIn,
} from "../../../rules/survey/graph";
import { replyHint } from "../../../rules/survey/messages";
import { pipedText } from "../../../rules/survey/piping";
import { sectionStart } from "../../../rules/survey/sections";
import { href } from "../../href";
import { TapChoices } from "../../kit/survey-runs/tap-choices";
import { MessageBubble } from "../../kit/survey-runs/transcript";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { Tabs } from "../../kit/ui/tabs";
import type { TestRun, TestTurn, TestView } from "./tester";

type TesterProps = {
  uuid: string;
  graph: SurveyGraph;
  run: TestRun;
  replies: readonly string[];
  view: TestView;
  language: string;
  chosen: number | undefined;
};

/** The survey beside its questions, as the one who answers has it. Replies are in the address, and nothing is kept. */
export function TesterCard({ uuid, graph, run, replies, view, language, chosen }: TesterProps) {
  const at = (query: Record<string, string | undefined>) =>
    href("/survey/:uuid/build", { uuid }, { question: chosen, view, language, ...query });
  const next = graph.questions.find(({ id }) => id === run.next?.id);
  const section = next && sectionStart(graph, next);
  const last = run.turns.at(-1)?.text ?? "";
  return (
    <Card label="Try it" className="self-start p-3">
      <Tabs
        label="Try it as"
        tabs={[
          { label: "SMS", to: at({ view: "sms" }), current: view === "sms" },
          { label: "WhatsApp", to: at({ view: "whatsapp" }), current: view === "whatsapp" },
          { label: "Web", to: at({ view: "web" }), current: view === "web" },
        ]}
      />
      {graph.languages.length > 1 && (
        <p className="mb-3 flex flex-wrap items-center gap-2 text-sm">
          {graph.languages.map((code) =>
            code === language ? (
              <b key={code} className="px-3 font-medium">
                {surveyLanguages[code]}
              </b>
            ) : (
              <LinkButton key={code} to={at({ language: code })} variant="ghost" preventScrollReset>
                {surveyLanguages[code]}
              </LinkButton>
            ),
          )}
        </p>
      )}
      {view !== "web" ? (
        <ol className="grid gap-2" aria-label="Messages">
          {run.turns.map(({ incoming, text, form }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only ever added at the end
            <MessageBubble key={place} incoming={incoming}>
              <span className="text-sm whitespace-pre-wrap">{text}</span>
              {form && place < run.turns.length - 1 && <TapChoices {...taps(form)} label="Choices" />}
            </MessageBubble>
          ))}
        </ol>
      ) : (
        <p className="rounded bg-raised px-3 py-2 whitespace-pre-wrap wrap-anywhere">
          {section && (
            <span className="mb-1 block font-medium">
              {pipedText(graph, section.section.title, run.answers, language)}
            </span>
          )}
          {run.next ? pipedText(graph, run.next.text, run.answers, language) : last}
        </p>
      )}
      {run.next?.type === "matrix" && view !== "web" && (
        <p className="mt-2 text-sm text-warn">
          A matrix is asked on the web and in interviews only. This survey can’t be sent here.
        </p>
      )}
      {run.next && view === "web" && (run.next.type === "rank" || run.next.type === "matrix") && (
        <p className="mt-2 text-sm whitespace-pre-wrap wrap-anywhere text-quiet">
          {replyHint(run.next, language, graph.languages)}
        </p>
      )}
      {run.next && (
        <Form method="get" className="mt-3 grid gap-2" preventScrollReset>
          {chosen !== undefined && <input type="hidden" name="question" value={chosen} />}
          <input type="hidden" name="view" value={view} />
          <input type="hidden" name="language" value={language} />
          {replies.map((reply, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: replies are only ever added at the end
            <input key={place} type="hidden" name="say" value={reply} />
          ))}
          {view === "whatsapp" && <TapButtons turn={run.turns.at(-1)} />}
          {view === "web" && hasChoices(run.next.type) ? (
            <WebChoices question={run.next} language={language} languages={graph.languages} />
          ) : (
            <input className="input" name="say" aria-label="Reply" maxLength={500} autoComplete="off" required />
          )}
          <div>
            <Button>Reply</Button>
          </div>
        </Form>
      )}
      {replies.length > 0 && (
        <p className="mt-3">
          <LinkButton to={at({})} preventScrollReset>
            Begin again
          </LinkButton>
        </p>
      )}
    </Card>
  );
}

function taps({ buttons, list }: NonNullable<TestTurn["form"]>) {
  return { titles: (buttons ?? list?.rows ?? []).map(({ title }) => title), list: list !== undefined };
}

/** What can be tapped in the last message; another reply is typed below it. */
function TapButtons({ turn }: { turn: TestTurn | undefined }) {
  const { titles, list } = turn?.form ? taps(turn.form) : { titles: [], list: false };
  if (titles.length === 0) return null;
  return (
    <fieldset className={list ? "grid gap-1" : "flex flex-wrap gap-1"}>
      <legend className="sr-only">Tap an answer</legend>
      {titles.map((title) => (
        <Button key={title} name="say" value={title} formNoValidate>
          {title}
        </Button>
      ))}
    </fieldset>
  );
}

function WebChoices({
  question,
  language,
  languages,
}: {
  question: SurveyQuestion;
  language: string;
  languages: readonly string[];
}) {
  return (
    <fieldset>
      <legend className="sr-only">Choices</legend>
      {question.choices.map(({ id, text }, place) => (
        <label key={id} className="tick">
          <input type="radio" name="say" value={place + 1} required />
          <span>{textIn(text, language, languages)}</span>
        </label>
      ))}
    </fieldset>
  );
}
