// /voice/robocalls/:id - a robocall: its price before it is started, and how it goes; start, pause, resume, stop
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { commas } from "../../rules/format";
import { showKes } from "../../rules/money";
import { robocallTargetStates } from "../../rules/robocalls";
import type { RobocallDetail } from "../../services/voice/contract.robocalls";
import { href } from "../href";
import { numberWords, took } from "../kit/call-labels";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { unknownIntent } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { DescriptionList, KeyValues } from "../kit/ui/description-list";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Stat } from "../kit/ui/stat";
import { useEventRevalidate } from "../shell/live";
import { act, done, expectStatus, page } from "../shell/page.server";
import { readRecordId } from "../shell/record-id.server";
import { actionWords, calledWords, machineWords, RobocallStatus } from "./robocalls/robocall-labels";

const path = "/voice/robocalls/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.robocall.name ?? "Robocall");

export const loader = page(path, async ({ api, params }) => {
  const answer = await api.voice.robocall({ params: { id: readRecordId(params.id) } });
  return { robocall: expectStatus(answer, 200) };
});

const Fields = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("start") }),
    z.object({ intent: z.literal("pause") }),
    z.object({ intent: z.literal("resume") }),
    z.object({ intent: z.literal("stop") }),
  ],
  unknownIntent,
);

export const action = act(path, Fields, async ({ api, params, value, from, refuse }) => {
  const id = readRecordId(params.id);
  const answer = await api.voice.moveRobocall({ params: { id }, body: { to: value.intent } });
  return answer.status === 201 ? done(from, href(path, { id }), answer.body.message, "Saved") : refuse(answer.body);
});

export default function Robocall() {
  const { robocall } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  useEventRevalidate(["voice.call"]);
  const { id, counts } = robocall;
  return (
    <>
      <PostResult last={last} idOf={() => undefined} />
      <PageHeader
        title={robocall.name}
        text={<RobocallStatus state={robocall.state} />}
        back={{ label: "Robocalls", to: href("/voice/robocalls") }}
      />
      <div className="grid gap-4">
        <Steering robocall={robocall} />
        <div className="grid grid-cols-2 gap-4 max-sm:gap-3 md:grid-cols-4">
          {robocallTargetStates.map((state) => (
            <Stat
              key={state}
              label={calledWords[state].word}
              value={commas(counts[state])}
              to={`${href("/voice/robocalls/:id/calls", { id })}?state=${state}`}
            />
          ))}
        </div>
        <Keys robocall={robocall} />
        <section aria-labelledby="how" className="grid gap-2">
          <h2 id="how" className="font-semibold">
            How it is called
          </h2>
          <DescriptionList
            facts={[
              { label: "Contact group", value: robocall.group },
              { label: "Sound", value: robocall.words ? `${robocall.sound}: ${robocall.words}` : robocall.sound },
              { label: "Our number", value: numberWords(robocall.ourNumber) },
              { label: "Hours", value: robocall.hours },
              { label: "Calls to a number", value: `${robocall.attempts} at most, ${robocall.retryMinutes} min apart` },
              { label: "Calls at once", value: String(robocall.speed) },
              { label: "Longest call", value: took(robocall.callSeconds) },
              { label: "Answering machines", value: machineWords[robocall.onMachine] },
              { label: "Composed by", value: robocall.createdBy || "–" },
            ]}
          />
        </section>
      </div>
    </>
  );
}

function Steering({ robocall }: { robocall: RobocallDetail }) {
  const working = useNavigation().state === "submitting";
  const { state, settled } = robocall;
  const open = state === "draft" || state === "running" || state === "paused";
  return (
    <Card label="Price" padded>
      <Form method="post" className="grid gap-4">
        <KeyValues
          rows={[
            {
              label: `Answered call, for each ${robocall.intervalSeconds} seconds begun`,
              value: showKes(robocall.price / 100),
            },
            { label: state === "draft" ? "It costs at most" : "Set aside", value: showKes(robocall.maxCents) },
            ...(state === "draft"
              ? []
              : [{ label: settled ? "Charged" : "Cost until now", value: costText(robocall) }]),
          ]}
        />
        {state === "draft" && (
          <p className="text-quiet">
            The amount is set aside when it starts. What the answered calls do not use is refunded at the end.
          </p>
        )}
        {open && (
          <div className="flex flex-wrap gap-2">
            {state === "draft" && (
              <Button name="intent" value="start" variant="primary" working={working}>
                {`Start calling ${commas(robocall.numbers)} ${robocall.numbers === 1 ? "number" : "numbers"}`}
              </Button>
            )}
            {state === "running" && (
              <Button name="intent" value="pause" working={working}>
                Pause
              </Button>
            )}
            {state === "paused" && (
              <Button name="intent" value="resume" variant="primary" working={working}>
                Resume
              </Button>
            )}
          </div>
        )}
        {open && (
          <details>
            <summary className="link inline-block min-h-6 cursor-pointer">Stop permanently</summary>
            <div className="grid justify-items-start gap-3 pt-2">
              <p>{stopText(robocall)}</p>
              <Button name="intent" value="stop" variant="danger-outline" working={working}>
                Stop this robocall
              </Button>
            </div>
          </details>
        )}
      </Form>
    </Card>
  );
}

/** What stopping does: a stopped robocall can't go on. */
function stopText({ state, counts }: RobocallDetail): string {
  if (state === "draft") return "It calls no one and cannot be started afterwards.";
  const waiting = counts.waiting;
  if (waiting === 0) return "It cannot be resumed afterwards.";
  const left = waiting === 1 ? "One number that is waiting is" : `${commas(waiting)} numbers that are waiting are`;
  const instead = state === "running" ? " Pause it to continue later." : "";
  return `${left} not called any more, and it cannot be resumed.${instead}`;
}

function costText({ costCents, seconds }: RobocallDetail): string {
  return `${showKes(costCents)}, ${took(seconds)} of calls`;
}

function Keys({ robocall: { id, keys } }: { robocall: RobocallDetail }) {
  if (keys.length === 0) return null;
  return (
    <Card label="Keys">
      <CardHead title="Keys" />
      <ul className="divide-y divide-line">
        {keys.map(({ key, label, action, pressed }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5">
            <span className="min-w-40 flex-1 wrap-anywhere">
              <span className="num font-medium">{key}</span> {label}
              <span className="block text-sm text-quiet">{actionWords[action]}</span>
            </span>
            <Link
              className="link num"
              to={`${href("/voice/robocalls/:id/calls", { id })}?key=${key}`}
              aria-label={`${label}: ${commas(pressed)}`}
            >
              {commas(pressed)}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
