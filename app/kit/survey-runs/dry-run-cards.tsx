import { Form, useNavigation } from "@remix-run/react";
import { showKes } from "../../../rules/money";
import { showPhone } from "../../../rules/phone";
import { dispositionNames } from "../../../rules/survey/sessions";
import type { SurveyInstance } from "../../../services/survey/contract.instances";
import type { DryRun, DryRuns } from "../../../services/survey/contract.tries";
import { DateTime } from "../date-time";
import { fieldErrors, keepTyped, type LastPost } from "../refused-post";
import { Button } from "../ui/button";
import { Card, CardHead } from "../ui/card";
import { TextInput } from "../ui/field";
import { Status } from "../ui/status";
import { useLive } from "../use-live";
import { dispositionKind } from "./labels";
import { Transcript } from "./transcript";

type TryProps = {
  channel: SurveyInstance["channel_id"];
  tried: DryRuns;
  /** The number of whoever is signed in. */
  phone: string;
  last: LastPost;
};

/** The form that sends the first question to one phone. */
export function TryOnPhone({ channel, tried, phone, last }: TryProps) {
  const working = useNavigation().formData?.get("intent") === "dry-run";
  const typed = keepTyped(last, { phone: phone && showPhone(phone) });
  return (
    <Card label="Try it on a phone">
      <CardHead title="Try it on a phone" />
      <div className="grid gap-4 p-4">
        <p className="text-quiet">
          The first question goes to one phone at once. Its answers are not part of the results, and the same number can
          still be asked by the run.
        </p>
        {tried.faults.length > 0 ? (
          <ul className="grid list-disc gap-1 pl-4">
            {tried.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        ) : (
          <Form method="post" className="grid gap-4">
            <TextInput
              id="dry-run-phone"
              name="phone"
              type="tel"
              label="Phone number"
              defaultValue={typed.phone}
              key={typed.phone}
              errors={fieldErrors(last).phone ?? []}
              help={
                channel === "whatsapp"
                  ? "The phone must have written to the WhatsApp number of the run in the last 24 hours."
                  : "Such as 0712 345 678."
              }
              autoComplete="tel"
              required
            />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button name="intent" value="dry-run" working={working}>
                Send the dry run
              </Button>
              <span className="text-quiet">
                {channel === "whatsapp"
                  ? "It costs nothing."
                  : `${showKes(tried.least_cents)} for the first question, at most ${showKes(tried.most_cents)} when every question is answered once.`}
              </span>
            </div>
          </Form>
        )}
      </div>
    </Card>
  );
}

/** The newest dry run: how far it is, and the messages so far. */
export function DryRunCard({ dryRun, zone }: { dryRun: DryRun; zone: string }) {
  const { msisdn, disposition, open, begun_at, reason, turns } = dryRun;
  useLive(open, 3_000);
  return (
    <Card label="Dry run">
      <CardHead title={`Dry run to ${showPhone(msisdn)}`}>
        <Status kind={dispositionKind(disposition)}>{dispositionNames[disposition]}</Status>
      </CardHead>
      <div className="grid gap-2 p-4">
        <p className="text-quiet">
          Sent <DateTime at={begun_at} zone={zone} />. It is not part of the results.
        </p>
        {reason !== "" && <p>The last message was not sent. {reason}</p>}
        <Transcript turns={turns} zone={zone} />
      </div>
    </Card>
  );
}
