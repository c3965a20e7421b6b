import { Form } from "@remix-run/react";
import { type FlowOutcome, flowOutcomeNames } from "../../../rules/voice-flow";
import { DateTime } from "../../kit/date-time";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Checkbox } from "../../kit/ui/checkbox";
import { DateTimeFields } from "../../kit/ui/date-time-fields";
import { TextInput } from "../../kit/ui/field";

export type FlowTrialAnswer = {
  at: string;
  lines: { what: string; step: string; detail: string }[];
  outcome: FlowOutcome;
  step: string;
};
export type TrialForm = { day: string; time: string; keys: string; answers: boolean; speaks: boolean };

/** Tries a flow as it is written now: what a caller would hear, and where they would end. Nobody is called. */
export function Trial({ form, result, zone }: { form: TrialForm; result: FlowTrialAnswer | null; zone: string }) {
  return (
    <Card label="Try it">
      <CardHead title="Try it" />
      <Form method="get" preventScrollReset className="grid gap-4 p-4">
        <input type="hidden" name="try" value="1" />
        <div className="grid gap-2">
          <DateTimeFields
            date={{ id: "day", name: "day", label: "A call on", defaultValue: form.day }}
            time={{ id: "time", name: "time", label: "At", defaultValue: form.time }}
          />
        </div>
        <TextInput
          id="keys"
          name="keys"
          label="Keys pressed"
          optional
          className="num"
          maxLength={100}
          autoComplete="off"
          defaultValue={form.keys}
          help="In their order, such as 1 or 92. A hyphen (-) waits until the time is over."
        />
        <div className="grid gap-1">
          <Checkbox name="answers" value="1" defaultChecked={form.answers} label="Someone answers" />
          <Checkbox name="speaks" value="1" defaultChecked={form.speaks} label="The caller leaves a message" />
        </div>
        <div>
          <Button>Try the call flow</Button>
        </div>
      </Form>
      {result && (
        <section className="border-t border-line p-4" aria-label="What the caller meets">
          <p className="mb-2 text-sm text-quiet">
            A call at <DateTime at={result.at} zone={zone} />
          </p>
          <ol className="grid gap-2">
            {result.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may happen twice, and the order is all there is
              <li key={at} className="wrap-anywhere">
                <span className="text-sm text-quiet">{line.step}</span>
                <br />
                {lineWords(line)}
              </li>
            ))}
          </ol>
          <p className="mt-3 font-semibold" role="status">
            {flowOutcomeNames[result.outcome]}
            {result.step && <span className="font-normal text-quiet"> in {result.step}</span>}
          </p>
        </section>
      )}
    </Card>
  );
}

function lineWords({ what, detail }: FlowTrialAnswer["lines"][number]): string {
  if (what === "hears") return detail ? `Hears “${detail}”` : "Hears nothing: no sound is chosen";
  if (what === "presses") return `Presses ${detail}`;
  if (what === "presses nothing") return "Presses no key";
  if (what === "waits") return detail ? `Waits in the queue ${detail}` : "Waits in a queue";
  if (what === "is not answered") return "No one answers";
  return what === "rings" ? `Rings ${detail || "an outside number"}` : "Leaves a message";
}
