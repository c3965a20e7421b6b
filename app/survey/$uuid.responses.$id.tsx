// /survey/:uuid/responses/:id - one response: its answers, what was left out, and all that was asked and typed
import { useLoaderData } from "@remix-run/react";
import { type SurveyLanguage, surveyLanguages } from "../../rules/survey/graph";
import { dispositionNames } from "../../rules/survey/sessions";
import { id as idOf } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { channelPath, dispositionKind } from "../kit/survey-runs/labels";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { expectStatus, page } from "../shell/page.server";
import { AfterLink } from "./results/after-link";
import { InterviewPeriods } from "./results/interview-periods";
import { ResponseDetails } from "./results/response-details";

const path = "/survey/:uuid/responses/:id";

export const meta = titledBy<typeof loader>(({ data }) => `Response ${data?.response.id ?? ""}`);

export const loader = page(path, async ({ api, params, viewer }) => {
  const { uuid } = params;
  const id = idOf.safeParse(params.id).data ?? 0;
  const [response, edits] = await Promise.all([
    api.survey.response({ params: { uuid, id } }),
    api.survey.responseEdits({ params: { uuid, id } }),
  ]);
  return {
    uuid,
    response: expectStatus(response, 200),
    edits: expectStatus(edits, 200),
    zone: viewer.time_zone,
  };
});

export default function ResponsePage() {
  const { uuid, response, edits, zone } = useLoaderData<typeof loader>();
  const { id, name, disposition, ticket_id: ticket } = response;
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
            <span>{channelPath(response)}</span>
            <span>Version {response.version}</span>
            {response.after && <AfterLink after={response.after} />}
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
      <InterviewPeriods uuid={uuid} response={response} zone={zone} />
      <ResponseDetails uuid={uuid} response={response} edits={edits} zone={zone} />
    </>
  );
}
