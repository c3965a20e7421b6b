// /survey/configure/:id/initiate-survey - what a run costs, and its start
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { commas } from "../../rules/format";
import { showKes } from "../../rules/money";
import { href } from "../href";
import { countLabel } from "../kit/imports/import-labels";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { DescriptionList } from "../kit/ui/description-list";
import { act, done, page } from "../shell/page.server";
import { loadRun, parseRunId } from "./runs/run.server";
import { RunFrame } from "./runs/run-frame";

const path = "/survey/configure/:id/initiate-survey";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Start a run");

export const loader = page(path, async (given) => ({ run: await loadRun(given) }));

export const action = act(path, z.object({ most_cents: typedText }), async ({ api, params, value, refuse, from }) => {
  const id = parseRunId(params.id);
  const answer = await api.survey.dispatchInstance({ params: { id }, body: { most_cents: value.most_cents } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/survey/configure/:id", { id }), "The run has started");
});

export default function InitiateSurvey() {
  const { run } = useLoaderData<typeof loader>();
  const { id, status, faults, estimate } = run;
  const working = useNavigation().state === "submitting";
  const base = href("/survey/configure/:id/contact-base", { id });
  return (
    <>
      <PostResult last={useActionData<typeof action>()} />
      <RunFrame run={run} tab="Start" />
      <div className="grid max-w-[720px] gap-4">
        {status !== "pending" && (
          <p className="card p-4">
            This run was started. <LinkButton to={href("/survey/configure/:id", { id })}>See how far it is</LinkButton>
          </p>
        )}
        {faults.length > 0 && (
          <Card label="Before the start">
            <CardHead title="Before the start" />
            <ul className="grid list-disc gap-1 px-4 py-3 pl-8">
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
            <div className="px-4 pb-4">
              <LinkButton to={base}>Contact base</LinkButton>
            </div>
          </Card>
        )}
        {estimate && (
          <DescriptionList
            facts={[
              { label: "Contact group", value: run.group_name, change: base },
              { label: "Asked", value: countLabel(estimate.recipients, "person", "people"), change: base },
              { label: "Sender ID", value: run.sender || "–", change: base },
              { label: "Hours", value: `${run.from} to ${run.until}, ${run.time_zone}`, change: base },
              {
                label: "Cost",
                value: `${showKes(estimate.least_cents)} to ${showKes(estimate.most_cents)}`,
                note: `${commas(estimate.least_parts)} parts when no one answers, ${commas(estimate.most_parts)} when everyone answers every question once. Only what is sent is charged.`,
              },
            ]}
          />
        )}
        {estimate && faults.length === 0 && status === "pending" && (
          <Form method="post">
            <input type="hidden" name="most_cents" value={estimate.most_cents} />
            <Button variant="primary" size="lg" working={working}>
              Ask {countLabel(estimate.recipients, "person", "people")}
            </Button>
          </Form>
        )}
      </div>
    </>
  );
}
