// /survey/configure/:id - a run of a survey: how far it is, and pausing, resuming or closing it
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Pause, Play, Square } from "lucide-react";
import { z } from "zod";
import { commas } from "../../rules/format";
import { dispositionNames, openDispositions } from "../../rules/survey/sessions";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { StoppedNotice } from "../kit/stopped-notice";
import { titledBy } from "../kit/title";
import { unknownIntent } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Stat } from "../kit/ui/stat";
import { Status } from "../kit/ui/status";
import { useLive } from "../kit/use-live";
import { act, done, page } from "../shell/page.server";
import { dispositionKind } from "./frame/status-labels";
import { loadRun, parseRunId } from "./runs/run.server";
import { RunFrame } from "./runs/run-frame";

const path = "/survey/configure/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Run");

export const loader = page(path, async (given) => ({ run: await loadRun(given) }));

const Moves = z.discriminatedUnion(
  "intent",
  [z.object({ intent: z.literal("pause") }), z.object({ intent: z.literal("resume") })],
  unknownIntent,
);

const told = { pause: "The run is paused", resume: "The run goes on" } as const;

export const action = act(path, Moves, async ({ api, params, value, refuse, from }) => {
  const id = parseRunId(params.id);
  const answer = await api.survey.moveInstance({ params: { id }, body: { move: value.intent } });
  return answer.status === 201 ? done(from, href(path, { id }), told[value.intent]) : refuse(answer.body);
});

export default function Run() {
  const { run } = useLoaderData<typeof loader>();
  const { id, uuid, status, trouble, by_disposition, recipients_count, waiting_count, completed_count } = run;
  useLive(status === "running", 3_000);
  const asked = recipients_count - waiting_count;
  const share = asked > 0 ? `${Math.round((completed_count * 100) / asked)}% of those asked` : "No one was asked yet";
  return (
    <>
      <PostResult last={useActionData<typeof action>()} />
      <RunFrame run={run} tab="Run" actions={<Actions id={id} status={status} />} />
      <div className="grid gap-4">
        {status === "paused" && trouble && <StoppedNotice text={`${trouble} No one is asked twice when you resume.`} />}
        <div className="grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
          <Stat label="People" value={commas(recipients_count)} />
          <Stat label="Not asked yet" value={commas(waiting_count)} />
          <Stat
            label="Completed"
            value={commas(completed_count)}
            note={share}
            to={href("/survey/:uuid/responses", { uuid }, { channel: "sms" })}
          />
          <Stat
            label="Still open"
            value={commas(
              by_disposition.reduce(
                (sum, { disposition, count }) => sum + (openDispositions.includes(disposition) ? count : 0),
                0,
              ),
            )}
          />
        </div>
        <Card label="People by state">
          <CardHead title="People by state" />
          {by_disposition.length === 0 ? (
            <EmptyState
              title="No one was asked yet"
              text={
                status === "pending"
                  ? "Choose the contact base, look at the cost and start the run."
                  : `People are asked from ${run.from} to ${run.until}.`
              }
            />
          ) : (
            <ul className="divide-y divide-line">
              {by_disposition.map(({ disposition, count }) => (
                <li key={disposition} className="flex justify-between gap-4 px-4 py-2.5">
                  <Status kind={dispositionKind(disposition)}>{dispositionNames[disposition]}</Status>
                  <span className="num">{commas(count)}</span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  );
}

function Actions({ id, status }: { id: number; status: string }) {
  const working = useNavigation().state === "submitting";
  if (status === "pending")
    return (
      <LinkButton to={href("/survey/configure/:id/contact-base", { id })} variant="primary">
        Choose the contact base
      </LinkButton>
    );
  if (status !== "running" && status !== "paused") return null;
  const paused = status === "paused";
  return (
    <>
      <LinkButton to={href("/survey/configure/:id/close", { id })} icon={Square}>
        Close early
      </LinkButton>
      <Form method="post">
        <Button
          name="intent"
          value={paused ? "resume" : "pause"}
          icon={paused ? Play : Pause}
          variant={paused ? "primary" : "secondary"}
          working={working}
        >
          {paused ? "Resume" : "Pause"}
        </Button>
      </Form>
    </>
  );
}
