import { Check, Lock } from "lucide-react";
import { href } from "../../href";
import { Button, LinkButton } from "../../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";
import type { Setup } from "./setup.server";
import { mayEnter, type SetupStage, type StageDone, setupStages, stageNames } from "./setup-stages";

/** What travels from stage to stage in the address. */
export type SetupSearch = { channel?: string; plan?: string };

export function stageHref(stage: SetupStage, kept: SetupSearch): string {
  return href("/chat/setup", undefined, { ...kept, stage });
}

/** The four stages: those behind and the next one are links, the others say why they are not. */
export function StageList({ now, done, kept }: { now: SetupStage; done: StageDone; kept: SetupSearch }) {
  // What is complete before its turn is not ticked: it can't be opened yet.
  const ticked = (stage: SetupStage) => done[stage] && mayEnter(stage, done);
  return (
    <nav aria-label="Stages of the set-up">
      <ol className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {setupStages.map((stage, index) => {
          const present = stage === now;
          const look = present
            ? "border-brand bg-brand text-brand-ink"
            : ticked(stage)
              ? "border-brand text-brand"
              : "border-field";
          const face = (
            <>
              <span className={`num grid size-6 place-items-center rounded-full border text-xs font-medium ${look}`}>
                {ticked(stage) && !present ? <Check size={14} strokeWidth={2} aria-hidden="true" /> : index + 1}
              </span>
              {stageNames[stage]}
              {ticked(stage) && <span className="sr-only">, complete</span>}
              {done[stage] && !ticked(stage) && <span className="text-quiet">(done already)</span>}
            </>
          );
          const className = `flex min-h-8 items-center gap-2 ${present ? "font-medium text-ink" : "text-quiet"}`;
          return (
            <li key={stage} aria-current={present ? "step" : undefined}>
              {present || !mayEnter(stage, done) ? (
                <span className={className} title={present ? undefined : "Complete the stage before it first."}>
                  {face}
                  {!present && !done[stage] && (
                    <Lock size={12} strokeWidth={1.75} aria-label="Complete the stage before it first" />
                  )}
                </span>
              ) : (
                <Link className={`${className} hover:underline`} to={stageHref(stage, kept)}>
                  {face}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Back always; on only when the stage is complete, with the reason on the button. */
export function Moves({ back, next, why }: { back?: string; next?: string; why?: string | undefined }) {
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {next && (
        <LinkButton to={next} variant="primary" size="lg" {...(why === undefined ? {} : { disabledReason: why })}>
          Next
        </LinkButton>
      )}
      {back && (
        <LinkButton to={back} size="lg">
          Back
        </LinkButton>
      )}
    </div>
  );
}

/** Which channel is set up now. */
export function ChannelsStage({ offered, chosen, kept }: Setup & { kept: SetupSearch }) {
  return (
    <section className="card" aria-labelledby="channels">
      <div className="card-head">
        <h2 id="channels">On which channel do your customers write?</h2>
      </div>
      <form method="get" action={href("/chat/setup")} className="grid gap-4 p-5 max-md:p-4">
        <input type="hidden" name="stage" value="channel" />
        {kept.plan && <input type="hidden" name="plan" value={kept.plan} />}
        <CheckboxGroup id="channel" legend="One at a time; others can follow." boxed>
          {offered.map(({ channel, name, there, to, inPlan }) => (
            <Checkbox
              key={channel}
              type="radio"
              name="channel"
              value={channel}
              required
              defaultChecked={(chosen?.channel ?? "webchat") === channel}
              disabled={to === null && there.length === 0}
              label={name}
              help={
                there.length > 0
                  ? `On: ${there.join(", ")}`
                  : to === null
                    ? "You need the permission Manage chat channels to set it up."
                    : inPlan
                      ? "In your plan, not set up yet."
                      : "Included in every plan."
              }
            />
          ))}
        </CheckboxGroup>
        <div>
          <Button variant="primary" size="lg">
            Next
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Its own page does the work; what is there already is shown. */
export function ChannelStage({ chosen, done, kept }: Setup & { kept: SetupSearch }) {
  if (!chosen) return null;
  const { channel, name, there } = chosen;
  const made = there.length > 0;
  const to = chosen.to && channel === "webchat" && !made ? href("/chat/channels/webchat/new") : chosen.to;
  return (
    <section className="card p-5 max-md:p-4" aria-labelledby="channel-stage">
      <h2 id="channel-stage" className="text-base font-semibold">
        {name}
      </h2>
      {there.length > 0 ? (
        <ul className="mt-2 grid gap-1">
          {there.map((one) => (
            <li key={one}>
              <Status kind="good">{one}</Status>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-quiet">
          {channel === "webchat" ? "Create it first. You get its script line next." : "Nothing is connected yet."}
        </p>
      )}
      {to && (
        <p className="mt-3">
          <LinkButton to={to} {...(done.channel ? {} : { variant: "primary" as const })}>
            {made ? `Open ${name}` : `Set up ${name}`}
          </LinkButton>
        </p>
      )}
      <Moves
        back={stageHref("channels", kept)}
        next={stageHref("subscription", kept)}
        why={done.channel ? undefined : `Set up ${name} first.`}
      />
    </section>
  );
}
