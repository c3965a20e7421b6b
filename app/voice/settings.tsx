// /voice/settings - how the call centre works: wrap-up, service level, recordings, numbers and dispositions
import { Form, type Location, Outlet, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { z } from "zod";
import { recordingModes } from "../../rules/outbound";
import { href } from "../href";
import { numberWords } from "../kit/call-labels";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedCheck, typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { Checkbox } from "../kit/ui/checkbox";
import { EmptyState } from "../kit/ui/empty-state";
import { Select, TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { ZoneSelect } from "../kit/ui/zone-select";
import { UnsavedForm } from "../kit/unsaved";
import { zonesByContinent } from "../kit/zones.server";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/voice/settings";

export const meta = titled("Voice settings");

export const loader = page(path, async ({ api, viewer }) => {
  const [settings, numbers, types] = await Promise.all([
    api.voice.callSettings({}),
    api.voice.accountNumbers({}),
    api.voice.dispositionTypes({}),
  ]);
  return {
    settings: expectStatus(settings, 200),
    numbers: expectStatus(numbers, 200).data,
    types: expectStatus(types, 200).data,
    ...{ zones: zonesByContinent(), zone: viewer.time_zone },
  };
});

const recordingChoices = [
  { value: "always", label: "Each answered call" },
  { value: "by_hand", label: "When the agent presses Record" },
  { value: "never", label: "Never" },
];

const Fields = z.object({
  ...{ wrap_up_seconds: typedText, target_seconds: typedText, target_percent: typedText, recording_days: typedText },
  ...{ time_zone: typedText, require_disposition: typedCheck, recording: typedText },
});

export const action = act(path, Fields, async ({ api, value, refuse, from }) => {
  const { wrap_up_seconds, target_seconds, target_percent, recording_days, recording: chosen, ...rest } = value;
  const recording = recordingModes.find((mode) => mode === chosen);
  if (!recording)
    return refuse({
      status: 422,
      message: "There is a problem.",
      errors: { recording: ["Choose when calls are recorded."] },
    });
  const numbers = { wrap_up_seconds, target_seconds, target_percent, recording_days };
  const empty = Object.entries(numbers).filter(([, typed]) => typed.trim() === "");
  if (empty.length > 0) {
    const errors = Object.fromEntries(empty.map(([name]) => [name, ["Enter a number."]]));
    return refuse({ status: 422, message: "There is a problem.", errors });
  }
  const answer = await api.voice.saveCallSettings({ body: { ...numbers, ...rest, recording } });
  return answer.status === 201 ? done(from, href(path), "Voice settings saved", "Saved") : refuse(answer.body);
});

/** This page, or one of its drawers. */
function isHere({ pathname }: Location): boolean {
  return new RegExp(`^${href("/voice/settings")}(/(numbers|dispositions)/[^/]+)?$`).test(pathname);
}

export default function VoiceSettings() {
  const { settings, numbers, types, zones, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const typed = keepTyped(last, {
    wrap_up_seconds: String(settings.wrap_up_seconds),
    target_seconds: String(settings.target_seconds),
    target_percent: String(settings.target_percent),
    recording_days: String(settings.recording_days),
    time_zone: settings.time_zone,
    require_disposition: settings.require_disposition,
    recording: settings.recording,
  });
  const errors = fieldErrors(last);
  const number = (name: "wrap_up_seconds" | "target_seconds" | "target_percent" | "recording_days") => ({
    ...{ id: name, name, defaultValue: typed[name], errors: errors[name] ?? [], inputMode: "numeric" as const },
  });
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <PageHeader
        title="Voice settings"
        text="How calls are answered, counted and kept."
        actions={
          <>
            <LinkButton to={href("/voice/settings/flows")}>Call flows</LinkButton>
            <LinkButton to={href("/voice/settings/targets")}>Call targets</LinkButton>
          </>
        }
      />
      <div className="grid max-w-3xl gap-4">
        <Card label="Calls" padded>
          <Form method="post" className="grid gap-5">
            <UnsavedForm refused={last} stays={isHere} />
            <div className="grid gap-5 sm:grid-cols-2">
              <TextInput
                label="Wrap-up (seconds)"
                {...number("wrap_up_seconds")}
                help="After a call the agent is not rung for so long, or until the disposition is set."
              />
              <TextInput
                label="Recordings are kept for (days)"
                {...number("recording_days")}
                help="Older ones are removed every hour."
              />
              <TextInput
                label="Answer within (seconds)"
                {...number("target_seconds")}
                help="The service level's target."
              />
              <TextInput
                label="Of a hundred calls"
                {...number("target_percent")}
                help="Such as 80 of 100 within 20 s."
              />
            </div>
            <Checkbox
              name="require_disposition"
              value="on"
              defaultChecked={typed.require_disposition}
              label="A disposition is needed before the next call"
            />
            <Select
              id="recording"
              name="recording"
              label="Record calls"
              choices={recordingChoices}
              defaultValue={typed.recording}
              errors={errors.recording ?? []}
              help="In the browser of the agent, both voices."
            />
            <ZoneSelect
              id="time_zone"
              name="time_zone"
              zones={zones}
              account={zone}
              defaultValue={typed.time_zone}
              errors={errors.time_zone ?? []}
              help="Days and hours of reports."
            />
            <div>
              <Button variant="primary" size="lg" working={working}>
                Save
              </Button>
            </div>
          </Form>
        </Card>
        <Numbers numbers={numbers} />
        <Dispositions types={types} />
      </div>
      <Outlet />
    </>
  );
}

type SettingsAnswer = ReturnType<typeof useLoaderData<typeof loader>>;

function Numbers({ numbers }: Pick<SettingsAnswer, "numbers">) {
  return (
    <Card label="Numbers">
      <CardHead title="Numbers">
        <LinkButton to={href("/voice/settings/numbers/:id", { id: "new" })} icon={Plus} preventScrollReset>
          Add a number
        </LinkButton>
      </CardHead>
      {numbers.length === 0 ? (
        <EmptyState
          title="No numbers yet"
          text="Without a number no one can call in or out. Your PBX decides which numbers reach it."
        />
      ) : (
        <ul className="divide-y divide-line">
          {numbers.map(({ id, phoneNumber, queue, modes, prefix }) => (
            <Line
              key={id}
              title={numberWords(phoneNumber)}
              text={[
                queue || "No queue",
                modes.map((mode) => (mode === "inbound" ? "in" : "out")).join(" and "),
                prefix && `prefix ${prefix}`,
              ]
                .filter(Boolean)
                .join(", ")}
              change={href("/voice/settings/numbers/:id", { id })}
              remove={href("/voice/settings/numbers/:id/delete", { id })}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Dispositions({ types }: Pick<SettingsAnswer, "types">) {
  return (
    <Card label="Dispositions">
      <CardHead title="Dispositions">
        <LinkButton to={href("/voice/settings/dispositions/:id", { id: "new" })} icon={Plus} preventScrollReset>
          New disposition
        </LinkButton>
      </CardHead>
      {types.length === 0 ? (
        <EmptyState
          title="No dispositions yet"
          text="With dispositions, agents say after a call what it was about. Until there is one, none is asked for."
        />
      ) : (
        <ul className="divide-y divide-line">
          {types.map(({ id, name, items }) => (
            <Line
              key={id}
              title={name}
              text={items.map(({ title }) => title).join(" · ") || "No items"}
              change={href("/voice/settings/dispositions/:id", { id })}
              remove={href("/voice/settings/dispositions/:id/delete", { id })}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

type LineProps = { title: string; text: string; change: string; remove: string };

function Line({ title, text, change, remove }: LineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 pr-3 pl-4">
      <div className="min-w-40 flex-1">
        <p className="num font-medium wrap-anywhere">{title}</p>
        <p className="text-sm text-quiet wrap-anywhere">{text}</p>
      </div>
      <div className="flex items-center">
        <LinkButton to={change} variant="ghost" icon={Pencil} label={`Change ${title}`} preventScrollReset />
        <LinkButton to={remove} variant="ghost" icon={Trash2} label={`Remove ${title}`} />
      </div>
    </li>
  );
}
