// /survey/:uuid/send - asking the people of a contact group: the runs of a survey, and preparing one
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { runStatus } from "../kit/survey-runs/labels";
import { titledBy } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { TextInput } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";
import { SurveyFrame } from "./frame/survey-frame";
import { EmbedCard } from "./sharing/embed-card";
import { LinkCard } from "./sharing/link-card";
import { qrCode } from "./sharing/qr-code.server";

const path = "/survey/:uuid/send";

export const meta = titledBy<typeof loader>(({ data }) => data?.survey.title ?? "Send a survey");

export const loader = page(path, async ({ api, params, from, url }) => {
  const [found, runs] = await Promise.all([
    api.survey.survey({ params }),
    api.survey.instances({ query: { survey: params.uuid, per_page: 100 } }),
  ]);
  const survey = expectStatus(found, 200);
  const address = survey.link && `${from.origin ?? url.origin}${href("/respond/:link", { link: survey.link })}`;
  return { survey, runs: expectStatus(runs, 200), web: address ? { address, qr: qrCode(address) } : undefined };
});

export const action = act(path, z.object({ name: typedText }), async ({ api, params, value, refuse, from }) => {
  const answer = await api.survey.createInstance({ body: { survey: params.uuid, name: value.name } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/survey/configure/:id/contact-base", { id: answer.body.id }), "Run prepared");
});

export default function SendSurvey() {
  const { survey, runs, web } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  return (
    <>
      <PostResult last={last} idOf={(name) => `run-${name}`} />
      <SurveyFrame survey={survey} tab="Send" />
      <div className="grid max-w-[720px] gap-4">
        {survey.status === "published" ? (
          <Card label="Ask people" padded>
            <h2 className="font-semibold">Ask people</h2>
            <p className="mt-1 text-quiet">
              The people of a contact group get one question after the other and reply, by SMS or on WhatsApp. You see
              the cost before anything is sent.
            </p>
            <Form method="post" className="mt-4 grid gap-4">
              <TextInput
                id="run-name"
                name="name"
                label="Name"
                help="Only your team sees it."
                maxLength={120}
                defaultValue={typedValue(last, "name") ?? ""}
                errors={fieldErrors(last).name ?? []}
                autoComplete="off"
                required
              />
              <div>
                <Button variant="primary" size="lg" working={working}>
                  Choose the people
                </Button>
              </div>
            </Form>
          </Card>
        ) : (
          <p className="card p-4">Publish the survey before you send it.</p>
        )}
        {survey.status === "published" && web && (
          <>
            <LinkCard title={survey.title} {...web} />
            <EmbedCard
              {...{ uuid: survey.uuid, title: survey.title, address: web.address }}
              origins={survey.frame_origins}
            />
          </>
        )}
        <Card label="Runs">
          <CardHead title="Runs">
            <span className="num text-quiet">{runs.total}</span>
          </CardHead>
          {runs.data.length === 0 ? (
            <EmptyState title="Not sent yet" text="Each time that you ask people it is listed here." />
          ) : (
            <ul className="divide-y divide-line">
              {runs.data.map(({ id, name, group_name, status, completed_count, recipients_count }) => (
                <li key={id} className="grid gap-x-4 gap-y-1 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
                  <span className="wrap-anywhere">
                    <Link className="link" to={href("/survey/configure/:id", { id })}>
                      {name}
                    </Link>{" "}
                    <span className="text-sm text-quiet">{group_name}</span>
                  </span>
                  <span className="num text-sm text-quiet">
                    {completed_count} of {recipients_count} completed
                  </span>
                  <Status kind={runStatus[status].kind}>{runStatus[status].word}</Status>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  );
}
