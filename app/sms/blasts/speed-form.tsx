import { Form, useNavigation } from "@remix-run/react";
import { Gauge } from "lucide-react";
import { commas } from "../../../rules/format";
import type { BlastDetail } from "../../../services/messaging/contract.blasts";
import { sayEnd } from "../../kit/compose/send-time";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { TextInput } from "../../kit/ui/field";

/** From so many messages on, a speed of its own is worth choosing. */
const worthFrom = 50;

/** Slower or faster from now on, and when it ends at that speed. */
export function SpeedForm({ blast, last, zone }: { blast: BlastDetail; last: LastPost; zone: string }) {
  const { state, formData } = useNavigation();
  const { status, queued, recipients, speed, rate_limit } = blast;
  const live = status === "sending" || status === "paused" || status === "scheduled";
  if (!live || queued === 0 || recipients < worthFrom) return null;
  const limit = rate_limit > 0 ? ` The link takes at most ${commas(rate_limit)}.` : "";
  const now = speed === null ? "It goes as fast as the link to the networks." : `At most ${commas(speed)} a second.`;
  return (
    <Form method="post" className="card grid gap-2 p-4" aria-label="Speed" preventScrollReset>
      <div className="flex flex-wrap items-end gap-2">
        <TextInput
          id="speed"
          name="speed"
          type="number"
          inputMode="numeric"
          min={1}
          {...(rate_limit > 0 ? { max: rate_limit } : {})}
          label="Parts a second"
          className="max-w-60 flex-1"
          defaultValue={typedValue(last, "speed") ?? (speed === null ? "" : String(speed))}
          errors={fieldErrors(last).speed ?? []}
        />
        <Button
          size="lg"
          name="intent"
          value="speed"
          icon={Gauge}
          working={state !== "idle" && formData?.get("intent") === "speed"}
        >
          Change speed
        </Button>
        {speed !== null && (
          <Button size="lg" name="intent" value="full-speed" formNoValidate>
            Full speed
          </Button>
        )}
      </div>
      <p className="num text-sm text-quiet" role="status">
        {`${now}${limit} ${status === "paused" ? "" : sayEnd(blast, zone)}`.trim()}
      </p>
    </Form>
  );
}
