// /survey/contacts/:id - one person whom a survey is sent to: how far they are, their answers and all messages
import { useLoaderData } from "@remix-run/react";
import { showPhone } from "../../rules/phone";
import { dispositionNames } from "../../rules/survey/sessions";
import { id as recordId } from "../../services/kit/contract";
import { href } from "../href";
import { channelPath, dispositionKind, recipientState } from "../kit/survey-runs/labels";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { expectStatus, page } from "../shell/page.server";
import { ResponseDetails } from "./results/response-details";

const path = "/survey/contacts/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.person.name || data?.person.msisdn || "Person");

export const loader = page(path, async ({ api, params, viewer }) => {
  const id = recordId.safeParse(params.id).data ?? 0;
  const person = expectStatus(await api.survey.recipient({ params: { id } }), 200);
  const { uuid, response } = person;
  const edits = response && expectStatus(await api.survey.responseEdits({ params: { uuid, id: response.id } }), 200);
  return { person, edits, zone: viewer.time_zone };
});

const nothingSaid = {
  waiting: "This person is asked when the survey is sent, or when another survey to the same number is over.",
  asked: "The response of this person was deleted.",
  skipped: "This person has opted out of messages, so they aren't asked.",
} as const;

export default function SurveyRecipientPage() {
  const { person, edits, zone } = useLoaderData<typeof loader>();
  const { name, msisdn, state, instance_id, instance, uuid, title, response } = person;
  const { kind, word } = response
    ? { kind: dispositionKind(response.disposition), word: dispositionNames[response.disposition] }
    : recipientState[state];
  return (
    <>
      <PageHeader
        title={name || showPhone(msisdn)}
        back={{ label: instance, to: href("/survey/configure/:id/outbox", { id: instance_id }) }}
        text={
          <span className="flex flex-wrap gap-x-4">
            <Status kind={kind}>{word}</Status>
            <span className="num">{showPhone(msisdn)}</span>
            {response && <span>{channelPath(response)}</span>}
            <Link className="link" to={href("/survey/:uuid/build", { uuid })}>
              {title}
            </Link>
          </span>
        }
        actions={
          response && (
            <LinkButton to={href("/survey/:uuid/responses/:id", { uuid, id: response.id })}>
              Open the response
            </LinkButton>
          )
        }
      />
      {response && edits ? (
        <ResponseDetails uuid={uuid} response={response} edits={edits} zone={zone} />
      ) : (
        <section className="card" aria-label="Messages">
          <EmptyState title="No messages" text={nothingSaid[state]} />
        </section>
      )}
    </>
  );
}
