import { Form, useNavigation } from "@remix-run/react";
import { Check, Upload } from "lucide-react";
import { surveyLanguages } from "../../../rules/survey/graph";
import type { SurveyInstanceDetail } from "../../../services/survey/contract.instances";
import { PostResult } from "../post-result";
import { fieldErrors, type LastPost, typedValue } from "../refused-post";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { DescriptionList } from "../ui/description-list";
import { Select, TextInput } from "../ui/field";
import { UnsavedForm } from "../unsaved";
import { afterText, channelName, fallbackText, joinText, runHours, speedText } from "./labels";
import { uploadName } from "./return-address";
import { AfterFields } from "./run-after";
import { RunFrame } from "./run-frame";
import { KeywordFields } from "./run-keywords";
import { SecondChannel, WhenFields } from "./run-times";
import { type RunUpload, RunUploadCard } from "./run-upload";

type Choice = { value: string; label: string };
type Choices = {
  groups: Choice[];
  senders: Choice[];
  languages: Choice[];
  calendars: Choice[];
  /** Null for a person who may not write on WhatsApp. */
  whatsapp: { numbers: Choice[]; templates: Choice[] } | null;
};
type ContactBaseProps = {
  run: SurveyInstanceDetail;
  channel: SurveyInstanceDetail["channel_id"];
  choices: Choices | null;
  /** What was filled in before another channel was chosen. */
  typed: LastPost;
  last: LastPost;
  /** Whether they may import contacts. */
  mayUpload: boolean;
  /** The form of the upload is open, for a file or for pasted rows. */
  upload: RunUpload | null;
};

const fields = [
  ...(["name", "sender", "number_id", "template_id", "group_id", "language", "from", "until"] as const),
  ...(["expiry_hours", "reminders", "reminder_hours", "fallback", "calendar_id", "per_minute"] as const),
  ...(["after_kind", "after_minutes", "after_share", "after_days"] as const),
];
export type RunField = (typeof fields)[number];

/** Whom a run asks, on which channel, from where and at what times. */
export function ContactBase({ run, channel, choices, typed, last, mayUpload, upload }: ContactBaseProps) {
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <RunFrame run={run} tab="Contact base" />
      <div className="max-w-[720px]">
        {upload ? (
          <RunUploadCard now={upload} />
        ) : choices ? (
          <RunForm key={channel} {...{ run, channel, choices, mayUpload, last: last ?? typed }} />
        ) : (
          <DescriptionList
            facts={[
              { label: "Contact group", value: run.group_name },
              { label: "Channel", value: channelName[run.channel_id] },
              ...(run.number_id !== null
                ? [
                    { label: "WhatsApp number", value: run.number_name },
                    { label: "Template that opens", value: run.opening_text },
                  ]
                : []),
              ...(run.sender ? [{ label: "Sender ID", value: run.sender }] : []),
              { label: "Language", value: surveyLanguages[run.language] },
              ...(run.after_kind === null ? [] : [{ label: "Asked after", value: afterText(run) }]),
              ...(run.keywords.length === 0 ? [] : [{ label: "Join by keyword", value: joinText(run) }]),
              { label: "Hours", value: runHours(run) },
              ...(run.per_minute === null ? [] : [{ label: "Speed", value: speedText(run.per_minute) }]),
              { label: "Reminders", value: `${run.reminders}, after ${run.reminder_hours} hours of silence` },
              ...(run.fallback === null ? [] : [{ label: "Second channel", value: fallbackText(run) }]),
              { label: "Ends", value: `After ${run.expiry_hours} hours of silence` },
            ]}
          />
        )}
      </div>
    </>
  );
}

type RunFormProps = Omit<ContactBaseProps, "typed" | "upload"> & { choices: Choices };

function RunForm({ run, channel, choices, last, mayUpload }: RunFormProps) {
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const field = (name: RunField) => ({
    ...{ id: name, name, errors: errors[name] ?? [] },
    defaultValue: typedValue(last, name) ?? String(run[name] ?? ""),
  });
  const whatsapp = channel === "whatsapp";
  return (
    <Card label="Contact base" padded>
      <Form method="post" className="grid gap-5">
        <UnsavedForm refused={last} />
        {/* What Enter in a field presses: the first button of the form, before those of the channels. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="channel_id" value={channel} />
        {(choices.whatsapp || whatsapp) && <ChannelButtons channel={channel} />}
        <TextInput {...field("name")} label="Name" help="Only your team sees it." maxLength={120} autoComplete="off" />
        <div className="grid gap-2">
          <Select
            {...field("group_id")}
            label="Contact group"
            help="Who has opted out is left out. Each number is asked once."
            empty="Choose a group"
            optional
            choices={choices.groups}
          />
          {mayUpload && <UploadButton />}
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          {whatsapp && (
            <>
              <Select
                {...field("number_id")}
                label="WhatsApp number"
                help="People reply to it."
                empty="Choose a number"
                choices={choices.whatsapp?.numbers ?? []}
              />
              <Select
                {...field("template_id")}
                label="Template that opens"
                help="For people who did not write within 24 hours. It has no variables."
                empty="Choose a template"
                choices={choices.whatsapp?.templates ?? []}
              />
            </>
          )}
          <Select
            {...field("sender")}
            label="Sender ID"
            optional={whatsapp}
            help={whatsapp ? "Who replies to it by SMS goes on with the survey there." : "People reply to it."}
            empty={whatsapp ? "None" : "Choose a sender ID"}
            choices={choices.senders}
          />
          <Select {...field("language")} label="Language" choices={choices.languages} />
        </div>
        <AfterFields {...{ channel, field }} />
        <KeywordFields {...{ run, channel, last }} languages={choices.languages} />
        <WhenFields {...{ run, last, field }} calendars={choices.calendars} />
        <h2 className="font-semibold">If no one answers</h2>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput {...field("reminders")} inputMode="numeric" label="Reminders" help="0 to 3 for each person." />
          <TextInput {...field("reminder_hours")} inputMode="numeric" label="Remind after (hours)" help="Of silence." />
          <SecondChannel {...{ channel, field }} whatsapp={choices.whatsapp} />
          <TextInput
            {...field("expiry_hours")}
            inputMode="numeric"
            label="Ends after (hours)"
            help={`Of silence. Later replies stay in the ${whatsapp ? "" : "SMS "}inbox.`}
          />
        </div>
        <div>
          <Button variant="primary" size="lg" working={working}>
            Save and see the cost
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** Opens the upload; what is filled in goes along, in the address. */
function UploadButton() {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button name={uploadName} value="file" formMethod="get" formNoValidate icon={Upload}>
        Upload contacts
      </Button>
      <span className="text-sm text-quiet">A CSV or Excel file, or pasted numbers.</span>
    </div>
  );
}

/** Another channel is the same form with other fields: what is filled in goes along, in the address. */
function ChannelButtons({ channel }: Pick<ContactBaseProps, "channel">) {
  return (
    <fieldset>
      <legend className="label">Channel</legend>
      <div className="flex flex-wrap gap-2">
        {(["sms", "whatsapp"] as const).map((one) => (
          <Button
            key={one}
            name="channel"
            value={one}
            formMethod="get"
            formNoValidate
            aria-pressed={one === channel}
            variant={one === channel ? "secondary" : "ghost"}
            {...(one === channel ? { icon: Check } : {})}
          >
            {channelName[one]}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
