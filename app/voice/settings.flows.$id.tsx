// /voice/settings/flows/:id - a call flow: its steps, what is wrong with them, its numbers, and a trial of it
import { Form, type Location, Outlet, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { CircleAlert } from "lucide-react";
import { z } from "zod";
import { clockIn, parseInstant } from "../../rules/local-time";
import { type FlowStep, stepBranches, stepKindNames, stepKinds } from "../../rules/voice-flow";
import { href } from "../href";
import { numberWords } from "../kit/call-labels";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { typedId, typedList, typedText, unknownIntent } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { EmptyState } from "../kit/ui/empty-state";
import { Select, TextInput } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { UnsavedForm } from "../kit/unsaved";
import { act, done, expectStatus, page } from "../shell/page.server";
import { readRecordId } from "../shell/record-id.server";
import { FlowStatus } from "./flows/flow-status";
import { Trial, type TrialForm } from "./flows/trial";

const path = "/voice/settings/flows/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.flow.name ?? "Call flow");

export const loader = page(path, async ({ api, params, url, viewer }) => {
  const id = readRecordId(params.id);
  const flow = expectStatus(await api.voice.callFlow({ params: { id } }), 200);
  const zone = viewer.time_zone;
  const now = clockIn(zone, new Date());
  const asked = (name: string) => url.searchParams.get(name) ?? "";
  const tried = asked("try") === "1";
  const form: TrialForm = {
    ...{ day: asked("day") || now.date, time: asked("time") || now.time, keys: asked("keys").slice(0, 100) },
    ...{ answers: !tried || asked("answers") === "1", speaks: !tried || asked("speaks") === "1" },
  };
  const at = parseInstant(zone, { date: form.day, time: form.time })?.toISOString();
  const checks = { ...(form.answers && { answers: "1" as const }), ...(form.speaks && { speaks: "1" as const }) };
  const answer = tried
    ? await api.voice.flowTrial({ params: { id }, query: { keys: form.keys, at, ...checks } })
    : undefined;
  return { flow, form, zone, result: answer ? expectStatus(answer, 200) : null };
});

const Fields = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("save"), name: typedText, first: typedId, numbers: typedList }),
    z.object({ intent: z.enum(["on", "off"]) }),
  ],
  unknownIntent,
);

export const action = act(path, Fields, async ({ api, params, value, refuse, from }) => {
  const id = readRecordId(params.id);
  const here = href(path, { id });
  if (value.intent !== "save") {
    const answer = await api.voice.switchCallFlow({ params: { id }, body: { on: value.intent === "on" } });
    return answer.status === 201 ? done(from, here, answer.body.message, "Saved") : refuse(answer.body);
  }
  const { name, first } = value;
  const numbers = value.numbers.map(Number).filter((one) => Number.isSafeInteger(one) && one > 0);
  const answer = await api.voice.updateCallFlow({ params: { id }, body: { name, first, numbers } });
  return answer.status === 201 ? done(from, here, answer.body.message, "Saved") : refuse(answer.body);
});

export default function CallFlowPage() {
  const { flow, form, result, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <PageHeader
        title={flow.name}
        text={<FlowStatus live={flow.live} changed={flow.changed} />}
        back={{ label: "Call flows", to: href("/voice/settings/flows") }}
        actions={<LinkButton to={href("/voice/settings/flows/:id/delete", { id: flow.id })}>Remove</LinkButton>}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_420px] xl:gap-6">
        <div className="grid gap-4">
          <Switch flow={flow} />
          <Steps flow={flow} />
          <Settings flow={flow} last={last} />
        </div>
        <Trial form={form} result={result} zone={zone} />
      </div>
      <Outlet />
    </>
  );
}

type FlowProps = { flow: ReturnType<typeof useLoaderData<typeof loader>>["flow"] };

/** What keeps the flow from being used, and the switch. */
function Switch({ flow: { id, problems, live, changed } }: FlowProps) {
  const working = useNavigation().state === "submitting";
  return (
    <Card label="In use" padded>
      {problems.length > 0 ? (
        <>
          <p className="font-semibold">Before it can be switched on</p>
          <ul className="mt-2 grid gap-1">
            {problems.map(({ step, message }) => (
              <li key={`${step} ${message}`} className="flex gap-2 wrap-anywhere">
                <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 flex-none text-bad" aria-hidden="true" />
                {step > 0 ? (
                  <Link
                    className="link"
                    to={href("/voice/settings/flows/:id/steps/:step", { id, step })}
                    preventScrollReset
                  >
                    {message}
                  </Link>
                ) : (
                  message
                )}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="text-quiet">
          {live && !changed
            ? "Calls follow these steps."
            : live
              ? "Calls follow the steps as they were when it was last switched on."
              : "Nothing is wrong with it. Its numbers ring the agents until it is switched on."}
        </p>
      )}
      <Form method="post" className="mt-3 flex flex-wrap gap-2" preventScrollReset data-leaves>
        {problems.length === 0 && (!live || changed) && (
          <Button variant="primary" name="intent" value="on" working={working}>
            {live ? "Use the changed steps" : "Switch on"}
          </Button>
        )}
        {live && (
          <Button name="intent" value="off" working={working}>
            Switch off
          </Button>
        )}
      </Form>
    </Card>
  );
}

function Steps({ flow: { id, draft } }: FlowProps) {
  const steps = draft.steps as FlowStep[];
  const name = (to: number) => steps.find((step) => step.id === to)?.name ?? "nothing yet";
  return (
    <Card label="Steps">
      <CardHead title="Steps" />
      {steps.length === 0 ? (
        <EmptyState title="No steps yet" text="Add the steps that callers go through, in any order." />
      ) : (
        <ol className="divide-y divide-line">
          {steps.map((step) => (
            <li key={step.id} className="px-4 py-3">
              <p className="wrap-anywhere">
                <Link
                  className="link font-medium"
                  to={href("/voice/settings/flows/:id/steps/:step", { id, step: step.id })}
                  preventScrollReset
                >
                  {step.name}
                </Link>
                <span className="text-sm text-quiet">
                  {" "}
                  {stepKindNames[step.kind]}
                  {step.id === draft.first ? ", first" : ""}
                </span>
              </p>
              <ul className="mt-1 text-sm text-quiet">
                {stepBranches(step).map(({ label, to }) => (
                  <li key={label} className="wrap-anywhere">
                    {label}: <span className={to === 0 ? "text-bad" : "text-ink"}>{name(to)}</span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
      <nav className="flex flex-wrap gap-2 border-t border-line p-4" aria-label="Add a step">
        {stepKinds.map((kind) => (
          <LinkButton
            key={kind}
            to={href("/voice/settings/flows/:id/steps/:step", { id, step: "new" }, { kind })}
            preventScrollReset
          >
            + {stepKindNames[kind]}
          </LinkButton>
        ))}
      </nav>
    </Card>
  );
}

function Settings({ flow, last }: FlowProps & { last: ReturnType<typeof useActionData<typeof action>> }) {
  const working = useNavigation().state === "submitting";
  const { draft, choices } = flow;
  const typed = keepTyped(last, {
    ...{ name: flow.name, first: draft.first ? String(draft.first) : "" },
    numbers: flow.numbers.map(({ id }) => String(id)),
  });
  const errors = fieldErrors(last);
  const here = href("/voice/settings/flows/:id", { id: flow.id });
  const isHere = ({ pathname }: Location) => pathname === here || pathname.startsWith(`${here}/steps/`);
  return (
    <Card label="Name and numbers" padded>
      <Form method="post" className="grid gap-5" preventScrollReset>
        <UnsavedForm refused={last} stays={isHere} />
        <TextInput
          id="name"
          name="name"
          label="Name"
          maxLength={100}
          defaultValue={typed.name}
          errors={errors.name ?? []}
        />
        <Select
          id="first"
          name="first"
          label="A call begins with"
          empty="Choose a step"
          defaultValue={typed.first}
          choices={draft.steps.map(({ id, name }) => ({ value: String(id), label: name }))}
          errors={errors.first ?? []}
        />
        <CheckboxGroup
          id="numbers"
          legend="Numbers"
          errors={errors.numbers ?? []}
          help="A number has one call flow. Numbers are added in Voice settings."
        >
          {choices.numbers.map(({ id, phoneNumber, flow: now }) => (
            <Checkbox
              key={id}
              name="numbers"
              value={String(id)}
              defaultChecked={typed.numbers.includes(String(id))}
              label={numberWords(phoneNumber)}
              help={now && now !== flow.name ? `Now with ${now}` : undefined}
            />
          ))}
        </CheckboxGroup>
        <div>
          <Button name="intent" value="save" working={working}>
            Save name and numbers
          </Button>
        </div>
      </Form>
    </Card>
  );
}
