// /survey_old/contacts/:id - one person of a run of an old survey: their answers and messages
import { useLoaderData } from "@remix-run/react";
import { showPhone } from "../../rules/phone";
import { href } from "../href";
import { parseRunId } from "../kit/survey-runs/run.server";
import { MessageBubble } from "../kit/survey-runs/transcript";
import { titledBy } from "../kit/title";
import { Card, CardHead } from "../kit/ui/card";
import { DescriptionList } from "../kit/ui/description-list";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { OldTime } from "./parts/old-columns";
import { ReadOnly } from "./parts/old-tabs";

export const meta = titledBy<typeof loader>(({ data }) => data?.person.name || data?.person.msisdn || "Person");

export const loader = page("/survey_old/contacts/:id", async ({ api, params, viewer }) => ({
  person: expectStatus(await api.survey.oldContact({ params: { id: parseRunId(params.id) } }), 200),
  zone: viewer.time_zone,
}));

export default function OldPerson() {
  const { person, zone } = useLoaderData<typeof loader>();
  const { name, msisdn, status, run_id, run, survey_id, title, answers, messages } = person;
  return (
    <>
      <PageHeader
        title={name || showPhone(msisdn)}
        back={{ label: run, to: href("/survey_old/configure/:id/contact-base", { id: run_id }) }}
        text={
          <>
            <span className="flex flex-wrap gap-x-4">
              {status && <span>{status}</span>}
              <span className="num">{showPhone(msisdn)}</span>
              <Link className="link" to={href("/survey_old/:id", { id: survey_id })}>
                {title}
              </Link>
            </span>
            <span className="block">
              <ReadOnly />
            </span>
          </>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <h2 className="text-base font-semibold">Answers</h2>
          {answers.length === 0 ? (
            <div className="card">
              <EmptyState title="No answers" text="No import brought answers of this person." />
            </div>
          ) : (
            <DescriptionList
              facts={answers.map(({ question, answer, at }) => ({
                ...{ label: question, value: answer },
                note: <OldTime at={at} zone={zone} none="Time not recorded" />,
              }))}
            />
          )}
        </div>
        <Card label="Messages">
          <CardHead title="Messages" />
          {messages.length === 0 ? (
            <EmptyState title="No messages" text="No import brought messages of this person." />
          ) : (
            <ol className="grid gap-2 p-4">
              {messages.map(({ id, incoming, text, status: state, at }) => (
                <MessageBubble key={id} incoming={incoming}>
                  <span className="whitespace-pre-wrap">{text}</span>
                  <span className="block text-xs text-quiet">
                    <OldTime at={at} zone={zone} none="Time not recorded" />
                    {state && `, ${state}`}
                  </span>
                </MessageBubble>
              ))}
            </ol>
          )}
        </Card>
      </div>
    </>
  );
}
