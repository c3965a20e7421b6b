// /voice/settings/targets - when numbers of lists are called and how often, and numbers that are added by hand
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { weekdays } from "../../rules/outbound";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedList, typedText, unknownIntent } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { TextArea, TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { parseTargets, refusedTargets } from "./outbound/typed-targets";

const path = "/voice/settings/targets";

export const meta = titled("Call targets");

export const loader = page(path, async ({ api }) => expectStatus(await api.voice.outboundSettings({}), 200));

const Fields = z.discriminatedUnion(
  "intent",
  [
    z.object({
      ...{ intent: z.literal("rules"), call_from: typedText, call_until: typedText, call_days: typedList },
      ...{ max_attempts: typedText, retry_minutes: typedText, drop_cap: typedText },
    }),
    z.object({ intent: z.literal("add"), group: typedText, targets: typedText }),
  ],
  unknownIntent,
);

export const action = act(path, Fields, async ({ api, viewer, value, from, refuse }) => {
  if (value.intent === "rules") {
    const { intent: _, ...rules } = value;
    const numbers = { max_attempts: rules.max_attempts, retry_minutes: rules.retry_minutes, drop_cap: rules.drop_cap };
    const empty = Object.entries(numbers).filter(([, typed]) => typed.trim() === "");
    if (empty.length > 0) {
      const errors = Object.fromEntries(empty.map(([name]) => [name, ["Enter a number."]]));
      return refuse({ status: 422, message: "There is a problem.", errors });
    }
    const answer = await api.voice.saveOutboundSettings({ body: rules });
    return answer.status === 201 ? done(from, href(path), "Call targets saved", "Saved") : refuse(answer.body);
  }
  const group = value.group.trim();
  const targets = parseTargets(value.targets);
  const errors = {
    ...(group === "" ? { group: ["Enter the name of a list."] } : {}),
    ...(targets.length === 0 ? { targets: ["Enter at least one number."] } : {}),
  };
  if (Object.keys(errors).length > 0) return refuse({ status: 422, message: "There is a problem.", errors });
  const answer = await api.voice.addTargets({
    params: { account: viewer.customer_account, group },
    body: { targets },
  });
  if (answer.status !== 201) {
    const { group: name = [], ...lines } = answer.body.errors ?? {};
    const words = Object.values(lines).flat();
    return refuse({
      ...answer.body,
      errors: { ...(name.length ? { group: name } : {}), ...(words.length ? { targets: words } : {}) },
    });
  }
  const { added, refused } = answer.body;
  if (refused.length === 0) return done(from, href(path), `${added} added to ${answer.body.group.name}`, "Added");
  const { left, errors: why } = refusedTargets(targets, refused);
  const message = `${added} of ${targets.length} numbers were added to ${answer.body.group.name}. Only the others are left below.`;
  return refuse({ status: 422, message, errors: { targets: why } }, { left, always: true as const });
});

export default function CallTargets() {
  const held = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const typed = keepTyped(last, {
    ...{ call_from: held.call_from, call_until: held.call_until, call_days: held.call_days.map(String) },
    ...{
      max_attempts: String(held.max_attempts),
      retry_minutes: String(held.retry_minutes),
      drop_cap: String(held.drop_cap),
      group: "",
      targets: "",
    },
  });
  const days = typed.call_days;
  const left = last && "left" in last ? last.left : undefined;
  const taken = useTaken("add", last !== undefined);
  const field = (name: "call_from" | "call_until" | "max_attempts" | "retry_minutes" | "drop_cap") => ({
    ...{ id: name, name, defaultValue: typed[name], errors: errors[name] ?? [] },
  });
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <PageHeader
        title="Call targets"
        text="When the numbers of lists are called, and how often."
        back={{ label: "Voice settings", to: href("/voice/settings") }}
      />
      <div className="grid max-w-3xl gap-4">
        <Card label="Rules" padded>
          <Form method="post" className="grid gap-5">
            <div className="grid gap-5 sm:grid-cols-2">
              <TextInput label="Calls from" type="time" {...field("call_from")} />
              <TextInput label="Calls until" type="time" {...field("call_until")} />
              <TextInput
                label="Calls to one number, at most"
                inputMode="numeric"
                {...field("max_attempts")}
                help="After so many without an answer it is not called again."
              />
              <TextInput
                label="Called again after (minutes)"
                inputMode="numeric"
                {...field("retry_minutes")}
                help="When no one answered."
              />
              <TextInput
                label="Answered without an agent, at most (%)"
                inputMode="decimal"
                {...field("drop_cap")}
                help="Of automatic calls in 30 days. From there on one call is placed for each free agent."
              />
            </div>
            <CheckboxGroup id="call_days" legend="Days" errors={errors.call_days ?? []} inline>
              {weekdays.map((label, at) => (
                <Checkbox
                  key={label}
                  name="call_days"
                  value={String(at + 1)}
                  label={label}
                  defaultChecked={days.includes(String(at + 1))}
                />
              ))}
            </CheckboxGroup>
            <div>
              <Button name="intent" value="rules" variant="primary" size="lg" working={working}>
                Save
              </Button>
            </div>
          </Form>
        </Card>
        <Card label="Add numbers" padded>
          <Form method="post" className="grid gap-5">
            <TextInput
              id="group"
              name="group"
              label="List"
              maxLength={200}
              defaultValue={typed.group}
              errors={errors.group ?? []}
              help="A list of this name, or a new one."
              autoComplete="off"
            />
            <TextArea
              key={`${taken} ${left}`}
              id="targets"
              name="targets"
              label="Numbers, one on each line"
              rows={6}
              defaultValue={left ?? typed.targets}
              errors={errors.targets ?? []}
              help="A name may stand after a comma: 0712 000 118, Amina Hassan. At most 1,000 lines."
              autoComplete="off"
              spellCheck={false}
            />
            <div>
              <Button name="intent" value="add" working={working}>
                Add the numbers
              </Button>
            </div>
          </Form>
        </Card>
      </div>
    </>
  );
}

/** How often a form was taken: its fields are new ones then. The page stays as it is after a post. */
function useTaken(intent: string, refused: boolean): number {
  const [taken, setTaken] = useState(0);
  const { state, formData } = useNavigation();
  const wasSent = useRef(false);
  useEffect(() => {
    if (formData?.get("intent") === intent) wasSent.current = true;
    if (state !== "idle" || !wasSent.current) return;
    wasSent.current = false;
    if (!refused) setTaken((before) => before + 1);
  }, [state, formData, intent, refused]);
  return taken;
}
