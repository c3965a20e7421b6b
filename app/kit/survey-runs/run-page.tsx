import { Form, useNavigation } from "@remix-run/react";
import { Pause, Play, Square } from "lucide-react";
import { commas } from "../../../rules/format";
import { dispositionNames, openDispositions } from "../../../rules/survey/sessions";
import type { SurveyInstanceDetail } from "../../../services/survey/contract.instances";
import type { DryRuns } from "../../../services/survey/contract.tries";
import { href } from "../../href";
import { PostResult } from "../post-result";
import type { LastPost } from "../refused-post";
import { StoppedNotice } from "../stopped-notice";
import { Button, LinkButton } from "../ui/button";
import { Card, CardHead } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { Stat } from "../ui/stat";
import { Status } from "../ui/status";
import { useLive } from "../use-live";
import { useRunBase } from "./base";
import { DryRunCard } from "./dry-run-cards";
import { afterText, channelPath, dispositionKind, fallbackText, joinText, outcomeLabel, runHours } from "./labels";
import { RunFrame } from "./run-frame";
import { RunMoneyCard } from "./run-money";

type RunPageProps = { run: SurveyInstanceDetail; tried: DryRuns; zone: string; last: LastPost };

/** How far a run is, with pausing, resuming and closing it. */
export function RunPage({ run, tried, zone, last }: RunPageProps) {
  const { id, uuid, status, trouble, by_disposition, by_channel, recipients_count, waiting_count, completed_count } =
    run;
  const here = useRunBase();
  useLive(status === "running", 3_000);
  const asked = recipients_count - waiting_count;
  const share = asked > 0 ? `${Math.round((completed_count * 100) / asked)}% of those asked` : "No one was asked yet";
  return (
    <>
      <PostResult last={last} />
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
            to={href("/survey/:uuid/responses", { uuid }, { channel: run.channel_id })}
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
        {run.after_kind !== null && <p className="text-quiet">Asked after: {afterText(run)}.</p>}
        {run.keywords.length > 0 && <p className="text-quiet">People join by keyword: {joinText(run)}.</p>}
        <Card label="People by state">
          <CardHead title="People by state" />
          {by_disposition.length === 0 ? (
            <EmptyState
              title="No one was asked yet"
              text={
                status === "pending"
                  ? "Choose the contact base, look at the cost and start the run."
                  : `People are asked: ${runHours(run)}.`
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
        {run.money && <RunMoneyCard money={run.money} over={run.money_closed} />}
        {run.after_kind !== null && <Outcomes counts={run.by_outcome} />}
        {run.fallback !== null && by_channel.length > 0 && (
          <Card label="People by channel">
            <CardHead title="People by channel">
              <span className="text-quiet">Second channel: {fallbackText(run)}</span>
            </CardHead>
            <ul className="divide-y divide-line">
              {by_channel.map(({ begun, last: now, count }) => (
                <li key={`${begun} ${now}`} className="flex justify-between gap-4 px-4 py-2.5">
                  <span>{channelPath({ channel: begun, last_channel: now })}</span>
                  <span className="num">{commas(count)}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {status === "pending" && (
          <p>
            <LinkButton to={href(`${here}/initiate-survey`, { id })}>Try it on a phone</LinkButton>
          </p>
        )}
        {tried.latest && <DryRunCard dryRun={tried.latest} zone={zone} />}
      </div>
    </>
  );
}

/** Who was asked after what was finished, and why others were not. */
function Outcomes({ counts }: { counts: SurveyInstanceDetail["by_outcome"] }) {
  return (
    <Card label="What was finished">
      <CardHead title="What was finished" />
      {counts.length === 0 ? (
        <EmptyState title="Nothing was finished yet" text="What is finished from the start of the run on is counted." />
      ) : (
        <ul className="divide-y divide-line">
          {counts.map(({ outcome, count }) => (
            <li key={outcome} className="flex justify-between gap-4 px-4 py-2.5">
              <Status kind={outcomeLabel[outcome].kind}>{outcomeLabel[outcome].word}</Status>
              <span className="num">{commas(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Actions({ id, status }: { id: number; status: string }) {
  const base = useRunBase();
  const working = useNavigation().state === "submitting";
  if (status === "pending")
    return (
      <LinkButton to={href(`${base}/contact-base`, { id })} variant="primary">
        Choose the contact base
      </LinkButton>
    );
  if (status !== "running" && status !== "paused") return null;
  const paused = status === "paused";
  return (
    <>
      <LinkButton to={href(`${base}/close`, { id })} icon={Square}>
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
