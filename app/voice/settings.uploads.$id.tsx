// /voice/settings/uploads/:id - a list of numbers: its file, what became of its numbers, priority, agent, active or not
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { listMachineActions } from "../../rules/answering-machines";
import { commas } from "../../rules/format";
import { priorities, priorityNames, targetStates } from "../../rules/outbound";
import { pacingModes } from "../../rules/pacing";
import { href } from "../href";
import { countLabel } from "../kit/imports/import-labels";
import { Running } from "../kit/imports/progress";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { typedText, unknownIntent } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { KeyValues } from "../kit/ui/description-list";
import { EmptyState } from "../kit/ui/empty-state";
import { Select } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Stat } from "../kit/ui/stat";
import { useEventRevalidate } from "../shell/live";
import { act, done, expectStatus, page } from "../shell/page.server";
import { readRecordId } from "../shell/record-id.server";
import { GroupStatus } from "./outbound/group-labels";
import { PacingCard, pacingFields } from "./outbound/pacing-card";
import { targetWords } from "./outbound/target-labels";

const path = "/voice/settings/uploads/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.group.name ?? "List");

export const loader = page(path, async ({ api, params, viewer }) => {
  const id = readRecordId(params.id);
  const [group, pacing, agents] = await Promise.all([
    api.voice.targetGroup({ params: { id } }),
    api.voice.pacing({ params: { id } }),
    api.voice.reportChoices({}),
  ]);
  return {
    group: expectStatus(group, 200),
    pacing: expectStatus(pacing, 200),
    agents: agents.status === 200 ? agents.body.agents : [],
    ...{ at: Date.now(), zone: viewer.time_zone },
  };
});

const Fields = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("priority"), priority: typedText }),
    z.object({ intent: z.literal("activate") }),
    z.object({ intent: z.literal("cancel") }),
    z.object({ intent: z.literal("assign"), user_id: typedText }),
    z.object({ intent: z.literal("restore") }),
    z.object({ intent: z.literal("start") }),
    z.object({ intent: z.literal("pause") }),
    z.object({
      ...{ intent: z.literal("pacing"), mode: z.enum(pacingModes).catch("preview"), ratio: typedText },
      ...{ number_id: typedText, drop_sound_id: typedText },
      on_machine: z.enum(listMachineActions).catch("off"),
    }),
  ],
  unknownIntent,
);

export const action = act(path, Fields, async ({ api, params, value, from, refuse }) => {
  const id = readRecordId(params.id);
  const here = href(path, { id });
  if (value.intent === "priority") {
    const answer = await api.voice.changePriority({ body: { id, priority: value.priority } });
    return answer.status === 201 ? done(from, here, "Priority changed", "Saved") : refuse(answer.body);
  }
  if (value.intent === "assign") {
    const answer = await api.voice.assignContacts({ body: { group_id: id, user_id: value.user_id } });
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, here, `${countLabel(answer.body.assigned, "number")} assigned`, "Saved");
  }
  if (value.intent === "restore") {
    const answer = await api.voice.restoreGroup({ params: { id } });
    return answer.status === 201 ? done(from, here, answer.body.message, "Restored") : refuse(answer.body);
  }
  if (value.intent === "start" || value.intent === "pause") {
    const answer = await api.voice.movePacing({ params: { id }, body: { to: value.intent } });
    return answer.status === 201 ? done(from, here, answer.body.message, "Saved") : refuse(answer.body);
  }
  if (value.intent === "pacing") {
    const { mode, ratio, number_id, drop_sound_id, on_machine } = value;
    const body = {
      ...{ mode, ratio, on_machine, number_id: number_id || null, drop_sound_id: drop_sound_id || null },
    };
    const answer = await api.voice.savePacing({ params: { id }, body });
    return answer.status === 201 ? done(from, here, "How the list is called is saved", "Saved") : refuse(answer.body);
  }
  const active = value.intent === "activate";
  const answer = await api.voice.activateGroup({ body: { id, active } });
  return answer.status === 201
    ? done(from, here, active ? "The list is called" : "The list is not called any more", "Saved")
    : refuse(answer.body);
});

export default function UploadedList() {
  const { group, pacing, agents, at, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  useEventRevalidate(["voice.call", "voice.agent"]);
  const typed = keepTyped(last, pacingFields(pacing));
  const { id, state, deletedAt } = group;
  const told = group.refused + group.repeated;
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <PageHeader
        title={group.name}
        text={<GroupStatus group={group} />}
        back={{ label: "Uploads", to: href("/voice/settings/uploads") }}
        actions={
          deletedAt ? (
            <Form method="post">
              <Button name="intent" value="restore" variant="primary" working={working}>
                Restore the list
              </Button>
            </Form>
          ) : (
            state !== "running" && (
              <LinkButton to={href("/voice/settings/uploads/:id/delete", { id })}>Delete the list</LinkButton>
            )
          )
        }
      />
      {state === "running" && (
        <Running
          file={{ rows_read: group.rowsRead, refused: group.refused, repeated: group.repeated }}
          at={at}
          zone={zone}
          writing="Writing them into the list"
        />
      )}
      {state === "failed" && (
        <div className="card">
          <EmptyState kind="failed" title="The file could not be read" text={group.message} />
        </div>
      )}
      {state === "done" && (
        <div className="grid gap-4">
          <div className="grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-6">
            {targetStates.map((one) => (
              <Stat key={one} label={targetWords[one].word} value={commas(group.counts[one])} />
            ))}
          </div>
          {!deletedAt && <PacingCard pacing={pacing} typed={typed} errors={fieldErrors(last)} working={working} />}
          {!deletedAt && <Controls group={group} agents={agents} working={working} />}
          <Card label="The file">
            <CardHead title="The file">
              {told > 0 && (
                <Link className="link text-sm" to={href("/voice/settings/uploads/:id/rows", { id })}>
                  {countLabel(told, "row")} not called
                </Link>
              )}
            </CardHead>
            <div className="p-4">
              <KeyValues
                rows={[
                  { label: "File", value: group.fileName || "Added by hand" },
                  { label: "Rows read", value: commas(group.rowsRead) },
                  { label: "Added", value: commas(group.added) },
                  { label: "There already", value: commas(group.repeated) },
                  { label: "Refused", value: commas(group.refused) },
                  { label: "By", value: group.createdBy || "–" },
                ]}
              />
            </div>
          </Card>
        </div>
      )}
    </>
  );
}

type ListData = ReturnType<typeof useLoaderData<typeof loader>>;

function Controls({ group, agents, working }: Pick<ListData, "group" | "agents"> & { working: boolean }) {
  return (
    <Card label="Priority and agents" padded>
      <div className="grid gap-5">
        <Form method="post" className="flex flex-wrap items-end gap-3">
          <Select
            id="priority"
            name="priority"
            label="Priority"
            choices={priorities.map((value) => ({ value: String(value), label: priorityNames[value] ?? "" }))}
            defaultValue={String(group.priority)}
          />
          <Button name="intent" value="priority" working={working}>
            Change the priority
          </Button>
        </Form>
        <Form method="post" className="flex flex-wrap items-end gap-3">
          <Select
            id="user_id"
            name="user_id"
            label="Give the waiting numbers to"
            empty="Every agent"
            choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
            defaultValue=""
          />
          <Button name="intent" value="assign" working={working}>
            Assign the numbers
          </Button>
        </Form>
        <Form method="post">
          <Button name="intent" value={group.active ? "cancel" : "activate"} working={working}>
            {group.active ? "Cancel the list" : "Activate the list"}
          </Button>
        </Form>
      </div>
    </Card>
  );
}
