// /voice/outbound - the number that the agent calls next, with its details, and the call-backs that they promised
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PhoneForwarded } from "lucide-react";
import { z } from "zod";
import type { Target } from "../../services/voice/contract.targets";
import { href } from "../href";
import { CallLink } from "../kit/call-link";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { typedId, typedText, unknownIntent } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { KeyValues } from "../kit/ui/description-list";
import { EmptyState } from "../kit/ui/empty-state";
import { Select, TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { useEventRevalidate } from "../shell/live";
import { act, done, expectStatus, page } from "../shell/page.server";
import { openPanels } from "./outbound/open-panels.server";
import { OutboundTabs } from "./outbound/outbound-tabs";
import { detailLabel } from "./outbound/target-labels";

const path = "/voice/outbound";

export const meta = titled("Outbound calls");

export const loader = page(path, async ({ api, viewer }) => {
  const answer = await api.voice.currentTarget({});
  return {
    /** Null: they may look at the lists, and not call. */
    work: answer.status === 403 ? null : expectStatus(answer, 200),
    ...{ open: openPanels(viewer), zone: viewer.time_zone },
  };
});

const Fields = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("next"), group: typedId }),
    z.object({ intent: z.literal("later"), id: typedId, reason: typedText }),
    z.object({ intent: z.literal("trash"), id: typedId, reason: typedText }),
  ],
  unknownIntent,
);

export const action = act(path, Fields, async ({ api, value, from, refuse }) => {
  if (value.intent === "next") {
    const answer = await api.voice.assignCall({ params: { id: value.group }, query: {} });
    if (answer.status === 202) return done(from, href(path));
    return refuse(answer.body);
  }
  const { id, reason, intent } = value;
  const to = intent === "trash" ? "trash" : "waiting";
  const answer = await api.voice.releaseTarget({ params: { id }, body: { to, reason } });
  return answer.status === 201 ? done(from, href(path), answer.body.message, "Saved") : refuse(answer.body);
});

export default function OutboundCalls() {
  const { work, open, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  // What became of the call is written when it ends.
  useEventRevalidate(["voice.call"]);
  return (
    <>
      <PostResult last={last} idOf={(name) => (name === "reason" ? "reason" : undefined)} />
      <PageHeader title="Outbound calls" text="The numbers of the lists, one after the other." />
      {open.length > 1 && <OutboundTabs current={path} open={open} />}
      {work === null ? (
        <div className="card">
          <EmptyState
            icon={PhoneForwarded}
            title="You can't call from here"
            text="Calling needs the permission “Make outbound calls”. The results of the calls are under Details."
          />
        </div>
      ) : (
        <div className="grid max-w-3xl gap-4">
          {work.target ? <Present target={work.target} /> : <Next {...work} />}
          <CallBacks callBacks={work.callBacks} zone={zone} />
        </div>
      )}
    </>
  );
}

type Work = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["work"]>;

function Next({ groups, open, hours }: Pick<Work, "groups" | "open" | "hours">) {
  const working = useNavigation().state === "submitting";
  return (
    <Card label="The next number" padded>
      <Form method="post" className="grid gap-5">
        <p className="text-quiet">
          {open ? "Nothing is dialled until you press the number." : "It is not a time to call now."} Calls are made{" "}
          {hours}.
        </p>
        <Select
          id="group"
          name="group"
          label="List"
          empty="Any list, the highest priority first"
          choices={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <div>
          <Button name="intent" value="next" variant="primary" size="lg" working={working}>
            Next number
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Present({ target }: { target: Target }) {
  const working = useNavigation().state === "submitting";
  const { id, name, phoneNumber, details, note, attempts, result, group } = target;
  return (
    <Card label="The number to call">
      <CardHead title={name || "The number to call"}>
        <span className="text-sm text-quiet">{group || "Call-back"}</span>
      </CardHead>
      <div className="grid gap-5 p-4">
        <p className="text-2xl font-semibold">
          <CallLink phone={phoneNumber} name={name} source={`target/${id}`} />
        </p>
        <p className="text-sm text-quiet">Press the number to call it with your phone here.</p>
        {note && <p className="whitespace-pre-wrap wrap-anywhere">{note}</p>}
        <KeyValues
          rows={[
            ...Object.entries(details).map(([key, value]) => ({ label: detailLabel(key), value })),
            { label: "Calls before", value: String(attempts) },
            ...(result ? [{ label: "Last result", value: result }] : []),
          ]}
        />
        <Form method="post" className="grid gap-4 border-t border-line pt-4" key={id}>
          <input type="hidden" name="id" value={id} />
          <TextInput id="reason" name="reason" label="Why it is not called now" optional maxLength={200} />
          <div className="flex flex-wrap gap-2">
            <Button name="intent" value="later" working={working}>
              Call later
            </Button>
            <Button name="intent" value="trash" variant="danger-outline" working={working}>
              Put into the trash
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  );
}

function CallBacks({ callBacks, zone }: Pick<Work, "callBacks"> & { zone: string }) {
  return (
    <Card label="Your call-backs">
      <CardHead title="Your call-backs" />
      {callBacks.length === 0 ? (
        <EmptyState title="None planned" text="A call-back is planned after a call. You are notified at its time." />
      ) : (
        <ul className="divide-y divide-line">
          {callBacks.map(({ id, name, phoneNumber, nextAt, note }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5">
              <span className="min-w-40 flex-1 wrap-anywhere">
                {name && `${name} `}
                <CallLink phone={phoneNumber} name={name} source={`target/${id}`} />
                {note && <span className="block text-sm text-quiet">{note}</span>}
              </span>
              <span className="num text-sm text-quiet">
                <DateTime at={nextAt} zone={zone} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
