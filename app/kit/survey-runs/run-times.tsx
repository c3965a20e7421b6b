import { weekdays } from "../../../rules/outbound";
import type { SurveyInstanceDetail } from "../../../services/survey/contract.instances";
import { fieldErrors, type LastPost, typedValues } from "../refused-post";
import { Checkbox, CheckboxGroup } from "../ui/checkbox";
import { type Choice, Select, TextInput } from "../ui/field";
import type { RunField } from "./contact-base";

type FieldOf = (name: RunField) => { id: string; name: string; defaultValue: string; errors: string[] };
type WhenProps = { run: SurveyInstanceDetail; last: LastPost; field: FieldOf; calendars: Choice[] };

/** On which days, at which hours and how fast people are asked. */
export function WhenFields({ run, last, field, calendars }: WhenProps) {
  const days = typedValues(last, "days") ?? run.days.map(String);
  return (
    <>
      <h2 className="font-semibold">When people are asked</h2>
      <CheckboxGroup
        id="days"
        legend="Days"
        help="What falls outside these days and hours is sent when they begin again."
        errors={fieldErrors(last).days ?? []}
        inline
      >
        {weekdays.map((name, place) => (
          <Checkbox
            key={name}
            name="days"
            value={place + 1}
            label={name}
            defaultChecked={days.includes(String(place + 1))}
          />
        ))}
      </CheckboxGroup>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput {...field("from")} type="time" label="Ask from" className="num" />
        <TextInput {...field("until")} type="time" label="Ask until" className="num" />
        <Select
          {...field("calendar_id")}
          label="Business hours"
          optional
          help="No one is asked while they are closed, so not on their holidays."
          empty="None"
          choices={calendars}
        />
        <TextInput
          {...field("per_minute")}
          inputMode="numeric"
          label="First questions a minute"
          optional
          help="At most. Empty: as fast as they can be sent."
          autoComplete="off"
        />
      </div>
    </>
  );
}

type SecondProps = {
  channel: SurveyInstanceDetail["channel_id"];
  field: FieldOf;
  whatsapp: { numbers: Choice[]; templates: Choice[] } | null;
};

/** Where people are asked who did not answer on the first channel. */
export function SecondChannel({ channel, field, whatsapp }: SecondProps) {
  const web = { value: "web", label: "Web, with a link by SMS" };
  const other =
    channel === "whatsapp"
      ? [{ value: "sms", label: "SMS" }]
      : whatsapp
        ? [{ value: "whatsapp", label: "WhatsApp" }]
        : [];
  const number = channel === "sms" && whatsapp;
  return (
    <>
      <Select
        {...field("fallback")}
        label="Then ask on"
        optional
        help={`After the last reminder and as much silence again. The answers stay.${channel === "whatsapp" ? " It needs a sender ID." : ""}`}
        empty="No other channel"
        choices={[...other, web]}
      />
      {number && (
        <>
          <Select
            {...field("number_id")}
            label="WhatsApp number"
            optional
            help="For people who are asked on WhatsApp."
            empty="Choose a number"
            choices={number.numbers}
          />
          <Select
            {...field("template_id")}
            label="Template that opens"
            optional
            help="For people who did not write within 24 hours. It has no variables."
            empty="Choose a template"
            choices={number.templates}
          />
        </>
      )}
    </>
  );
}
