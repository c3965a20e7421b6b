import { finishedKinds } from "../../../rules/survey/after-records";
import type { SurveyInstanceDetail } from "../../../services/survey/contract.instances";
import { Select, TextInput } from "../ui/field";
import type { RunField } from "./contact-base";
import { afterNames } from "./labels";

type AfterProps = {
  channel: SurveyInstanceDetail["channel_id"];
  field: (name: RunField) => { id: string; name: string; defaultValue: string; errors: string[] };
};

/** After what people are asked without anyone sending it, how long after it, how many of them and how often. */
export function AfterFields({ channel, field }: AfterProps) {
  return (
    <>
      <h2 className="font-semibold">Ask after something</h2>
      <p className="help -mt-3">
        From the start of the run on, the customer is asked automatically, within the days and hours below.
        {channel === "whatsapp" &&
          " On WhatsApp that reaches who wrote within 24 hours; the others are asked on the second channel."}
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          {...field("after_kind")}
          label="When"
          optional
          empty="Nothing"
          choices={finishedKinds.map((value) => ({ value, label: afterNames[value] }))}
        />
        <TextInput
          {...field("after_minutes")}
          inputMode="numeric"
          label="Ask after (minutes)"
          help="A ticket that is opened again before is not asked about."
          autoComplete="off"
        />
        <TextInput
          {...field("after_share")}
          inputMode="numeric"
          label="Ask so many of 100"
          help="Which of them is left to chance."
          autoComplete="off"
        />
        <TextInput
          {...field("after_days")}
          inputMode="numeric"
          label="Not again for (days)"
          help="No one is asked more often, whatever they are asked after."
          autoComplete="off"
        />
      </div>
    </>
  );
}
