// /chat/settings/chat-routing - how chats are given to agents, silence, and business hours
import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { idleMinutes } from "../../rules/chat";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Checkbox } from "../kit/ui/checkbox";
import { TextInput } from "../kit/ui/field";
import { UnsavedForm } from "../kit/unsaved";
import { weekDays, weekPosted, weekTyped } from "../kit/week";
import { zonesByContinent } from "../kit/zones.server";
import { act, done, expectStatus, page } from "../shell/page.server";
import { LongWaits } from "./settings/long-waits";
import { RoutingForm } from "./settings/routing-form";
import { RoutingHours } from "./settings/routing-hours";
import { SettingsHead } from "./settings/settings-tabs";
import { SkillRouting } from "./settings/skill-routing";

export const meta = titled("Chat routing");

export const loader = page("/chat/settings/chat-routing", async ({ api, viewer }) => {
  const [routing, skills, profile] = await Promise.all([
    api.chat.routing({}),
    api.chat.routingSkills({}),
    api.identity.profile(),
  ]);
  const accountZone = profile.status === 200 ? profile.body.account_time_zone : viewer.time_zone;
  return {
    routing: expectStatus(routing, 200),
    ...expectStatus(skills, 200),
    ...{ zones: zonesByContinent(), accountZone },
  };
});

export const action = act("/chat/settings/chat-routing", RoutingForm, async ({ api, value, refuse, stay, from }) => {
  if (value.week) return stay();
  const { automatic, active_conversations, max_conversation, grace_seconds, time_zone } = value;
  const { warn_minutes = null, end_minutes = null, wait_minutes = null, skill_minutes = null } = value;
  const answer = await api.chat.saveRouting({
    body: {
      ...{ automatic, active_conversations, max_conversation, grace_seconds, time_zone },
      ...{ warn_minutes, end_minutes, wait_minutes, skill_minutes },
      inbox_skills: value.inbox_skills.map(({ inbox_id, skill_id }) => ({ inbox_id, skill_id: skill_id || null })),
      week: value.hours_week,
    },
  });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/chat/settings/chat-routing"), "Chat routing was saved.");
});

export default function ChatRouting() {
  const { routing, skills, inboxes, zones, accountZone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const { automatic, week, time_zone, ...numbers } = routing;
  const written = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value ?? "")]));
  const posted = last?.reply.initialValue as Record<string, string | undefined> | null | undefined;
  const chosen = last?.reply.initialValue?.inbox_skills as { skill_id?: string }[] | undefined;
  const [form, fields] = useForm({
    id: "chat-routing",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: RoutingForm }),
    defaultValue: written,
  });
  const number = (
    name:
      | "active_conversations"
      | "max_conversation"
      | "grace_seconds"
      | "warn_minutes"
      | "end_minutes"
      | "wait_minutes"
      | "skill_minutes",
  ) => ({
    ...getInputProps(fields[name], { type: "text" }),
    errors: fields[name].errors ?? [],
    inputMode: "numeric" as const,
  });
  return (
    <>
      <SettingsHead tab="Routing" text="How chats are assigned, how many each agent gets, and your opening hours." />
      <ActionNotice notice={formNotice(last)} />
      <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid max-w-3xl gap-4">
        <UnsavedForm refused={last} />
        {/* What Enter in a field presses: the first button of the form, before those beside the days. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        <Card label="Assignment" padded>
          <div className="grid gap-5">
            <h2 className="font-semibold">Assignment</h2>
            <Checkbox
              name="automatic"
              value="on"
              defaultChecked={automatic}
              label="Assign chats automatically"
              help="The longest wait first, to the least busy agent online. If this is off, agents take chats themselves."
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <TextInput
                label="Auto-assign up to"
                {...number("active_conversations")}
                help="Open conversations of one agent. An agent can have a number of their own in Chat team."
              />
              <TextInput
                label="Maximum for one agent"
                {...number("max_conversation")}
                help="Includes chats they take themselves."
              />
            </div>
            <TextInput
              className="sm:max-w-80"
              label="Reassign after (seconds)"
              {...number("grace_seconds")}
              help="Counted from when the agent is noticed to be away, 90 s after their last activity."
            />
          </div>
        </Card>
        <SkillRouting
          field={number("skill_minutes")}
          skills={skills}
          inboxes={inboxes}
          chosen={(at) => chosen?.[at]?.skill_id}
          errors={form.allErrors}
        />
        <LongWaits field={number("wait_minutes")} />
        <Card label="Silent customers" padded>
          <div className="grid gap-5">
            <div>
              <h2 className="font-semibold">Silent customers</h2>
              <p className="mt-1 text-sm text-quiet">
                After {idleMinutes} minutes without a message a conversation is idle, and its agent can get another one.
                It counts again when the customer writes.
              </p>
            </div>
            <div className="grid gap-5 sm:grid-cols-2">
              <TextInput
                label="Ask after (minutes)"
                optional
                {...number("warn_minutes")}
                help="Asks whether the customer is still there. Empty: never."
              />
              <TextInput
                label="End after (minutes)"
                optional
                {...number("end_minutes")}
                help="Without an answer to your last message. Empty: never."
              />
            </div>
          </div>
        </Card>
        <RoutingHours
          always={posted ? posted.hours === "always" : week === null}
          typed={posted ? weekPosted((name) => posted[name] ?? "") : weekTyped(week ?? usualWeek)}
          zone={posted?.time_zone ?? time_zone}
          zones={zones}
          accountZone={accountZone}
          errors={form.allErrors}
        />
        <div>
          <Button variant="primary" size="lg" working={working}>
            Save
          </Button>
        </div>
      </Form>
    </>
  );
}

/** What the days say before anybody wrote hours: Monday to Friday, eight to five. */
const usualWeek = weekDays.map((_, day) => (day < 5 ? [{ from: "08:00", to: "17:00" }] : []));
