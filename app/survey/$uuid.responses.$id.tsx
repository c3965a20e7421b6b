// /survey/:uuid/responses/:id - one response: its answers, what was left out, and all that was asked and typed
import { useLoaderData } from "@remix-run/react";
import { isAsked, type SurveyLanguage, surveyLanguages, textIn } from "../../rules/survey/graph";
import { dispositionNames } from "../../rules/survey/sessions";
import { id as idOf } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { DescriptionList } from "../kit/ui/description-list";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { expectStatus, page } from "../shell/page.server";
import { dispositionKind } from "./frame/status-labels";

const path = "/survey/:uuid/responses/:id";

export const meta = titledBy<typeof loader>(({ data }) => `Response ${data?.response.id ?? ""}`);

export const loader = page(path, async ({ api, params, viewer }) => {
  const { uuid } = params;
  const id = idOf.safeParse(params.id).data ?? 0;
  return {
    uuid,
    response: expectStatus(await api.survey.response({ params: { uuid, id } }), 200),
    zone: viewer.time_zone,
  };
});

export default function ResponsePage() {
  const { uuid, response, zone } = useLoaderData<typeof loader>();
  const { id, name, disposition, questions, answers, left_out, turns, ticket_id: ticket } = response;
  const said = (from: Record<string, string>) =>
    questions.filter(isAsked).flatMap((question) => {
      const answer = from[String(question.id)];
      if (answer === undefined) return [];
      return [
        {
          label: textIn(question.text, response.language) || textIn(question.text, "", Object.keys(question.text)),
          value: answer || "Left out",
        },
      ];
    });
  const leftOut = said(left_out);
  return (
    <>
      <PageHeader
        title={name || `Response ${id}`}
        back={{ label: "Responses", to: href("/survey/:uuid/responses", { uuid }) }}
        text={
          <span className="flex flex-wrap gap-x-4">
            <Status kind={dispositionKind(disposition)}>{dispositionNames[disposition]}</Status>
            <span>
              Begun <DateTime at={response.begun_at} zone={zone} />
            </span>
            <span>{surveyLanguages[response.language as SurveyLanguage]}</span>
            <span>Version {response.version}</span>
            {ticket !== null && (
              <Link className="link" to={href("/ticketing/show/:index", { index: ticket })}>
                Ticket #{ticket}
              </Link>
            )}
          </span>
        }
        actions={
          <LinkButton variant="danger-outline" to={href("/survey/:uuid/responses/:id/delete", { uuid, id })}>
            Delete the response
          </LinkButton>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <h2 className="text-base font-semibold">Answers</h2>
          <DescriptionList facts={said(answers)} />
          {leftOut.length > 0 && (
            <>
              <h2 className="text-base font-semibold">Not counted</h2>
              <p className="text-quiet">A later answer led another way, so these are left out of the results.</p>
              <DescriptionList facts={leftOut} />
            </>
          )}
        </div>
        <Card label="Transcript">
          <CardHead title="Transcript" />
          <ol className="grid gap-2 p-4">
            {turns.map(({ incoming, text, understood, at }, place) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: a message's place is what it is
                key={place}
                className={`max-w-[85%] rounded px-3 py-2 ${incoming ? "justify-self-end bg-brand-soft" : "justify-self-start bg-raised"}`}
              >
                <span className="whitespace-pre-wrap wrap-anywhere">{text || "Left out"}</span>
                <span className="block text-xs text-quiet">
                  <DateTime at={at} zone={zone} />
                  {understood ? "" : ", not understood"}
                </span>
              </li>
            ))}
          </ol>
        </Card>
      </div>
    </>
  );
}
