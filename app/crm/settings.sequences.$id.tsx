// /crm/settings/sequences/:id - a sequence: whether it is on, who is in it, and its steps
import { Form, Outlet, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Pause, Pencil, Play, Trash2 } from "lucide-react";
import { z } from "zod";
import type { Sequence } from "../../services/crm/contract.sequences";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { act, done, page } from "../shell/page.server";
import { loadSequence, stepKindsFor } from "./sequences/sequence.server";
import { StepsCard } from "./sequences/steps-card";
import { countText, figureNames, hoursText } from "./sequences/words";

const path = "/crm/settings/sequences/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.sequence.name ?? "Sequence");

export const loader = page(path, async ({ api, params, viewer }) => ({
  sequence: await loadSequence(api, params.id),
  kinds: stepKindsFor(viewer),
}));

const Fields = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("on") }),
  z.object({ intent: z.literal("off") }),
  z.object({ intent: z.literal("rank"), steps: z.string().regex(/^\d{1,15}(,\d{1,15}){0,19}$/) }),
]);

export const action = act(path, Fields, async ({ api, params, value, refuse, from }) => {
  const id = Number(params.id) || 0;
  const here = href(path, { id: params.id });
  if (value.intent === "rank") {
    const answer = await api.crm.rankSequenceSteps({
      params: { id },
      body: { steps: value.steps.split(",").map(Number) },
    });
    return answer.status === 201 ? done(from, here, answer.body.message, "Saved") : refuse(answer.body);
  }
  const active = value.intent === "on";
  const answer = await api.crm.switchSequence({ params: { id }, body: { active } });
  if (answer.status !== 201) return refuse(answer.body);
  return active
    ? done(from, here, "Leads and contacts can be put in, and the steps are done.", "On")
    : done(from, here, "No one is put in, and the steps wait until it is on again.", "Off");
});

export default function SequencePage() {
  const { sequence, kinds } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const { id, name, active, steps } = sequence;
  return (
    <>
      <PostResult last={last} />
      <PageHeader
        title={name}
        back={{ label: "Sequences", to: href("/crm/settings/sequences") }}
        text={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Status kind={active ? "good" : "none"}>{active ? "On" : "Off"}</Status>
            <span>{hoursText(sequence)}</span>
          </span>
        }
        actions={
          <>
            <LinkButton
              to={href("/crm/settings/sequences/:id/delete", { id })}
              variant="ghost"
              icon={Trash2}
              label={`Delete ${name}`}
            />
            <LinkButton to={href("/crm/settings/sequences/:id/edit", { id })} icon={Pencil} preventScrollReset>
              Change
            </LinkButton>
            <Form method="post">
              <Button
                name="intent"
                value={active ? "off" : "on"}
                variant={active ? "secondary" : "primary"}
                icon={active ? Pause : Play}
                working={working}
                {...(!active && steps.length === 0 ? { disabledReason: "Add a step first." } : {})}
              >
                {active ? "Turn off" : "Turn on"}
              </Button>
            </Form>
          </>
        }
      />
      <Figures sequence={sequence} />
      <StepsCard sequence={sequence} kinds={kinds} />
      <p className="mt-3 max-w-[900px] text-sm text-quiet">
        People who are in it go on with the steps as they are when they are due, each once. A changed wait counts from
        the step after. It ends for someone who writes, opts out, is lost, converted or merged.
      </p>
      <Outlet />
    </>
  );
}

/** How many people are where; each figure opens them. */
function Figures({ sequence: { id, counts } }: { sequence: Sequence }) {
  const names = Object.keys(figureNames) as (keyof typeof figureNames)[];
  return (
    <ul className="card mb-4 flex max-w-[900px] flex-wrap gap-x-6 gap-y-2 p-4" aria-label="People in the sequence">
      {names.map((state) => (
        <li key={state}>
          <Link
            className="link inline-flex min-h-6 items-center gap-1.5"
            to={href("/crm/settings/sequences/:id/people", { id }, { state })}
          >
            <span>{figureNames[state]}</span>
            <b className="num font-semibold">{countText(counts[state])}</b>
          </Link>
        </li>
      ))}
    </ul>
  );
}
