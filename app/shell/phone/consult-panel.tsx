import { ArrowLeftRight, Undo2 } from "lucide-react";
import { type Call, ringMs, talkMs } from "../../../rules/call";
import { showPhone } from "../../../rules/phone";
import { Button } from "../../kit/ui/button";
import type { Phone } from "./phone.client";
import { clockFace, useClock } from "./use-clock";

type ConsultPanelProps = { phone: Pick<Phone, "join" | "goBack">; call: Call; consult: Call };

/** Somebody is asked about the caller, who is on hold meanwhile: then the two are joined, or the agent goes back. */
export function ConsultPanel({ phone, call, consult }: ConsultPanelProps) {
  const now = useClock();
  const joining = call.state === "transferring";
  const joinable = consult.state === "inProgress" && !call.holdPending;
  const notYet = joining ? "They are being joined." : "Wait until they have answered.";
  return (
    <section aria-label="Consultation" className="mt-2 border-t border-line pt-2">
      <p className="flex items-center justify-between gap-2">
        <span role="status" className="text-xs text-info">
          {joining ? "Joining" : words(consult)}
        </span>
        <span className="num font-semibold">
          {clockFace(consult.answered ? talkMs(consult, now) : ringMs(consult, now))}
        </span>
      </p>
      <p className="truncate font-semibold">{consult.name || showPhone(consult.phone)}</p>
      <p className="text-xs text-warn">The caller is on hold and hears neither of you.</p>
      <Button
        type="button"
        variant="primary"
        icon={ArrowLeftRight}
        className="mt-2 w-full"
        data-first={joinable ? "" : undefined}
        onClick={phone.join}
        {...(joinable && !joining ? {} : { disabledReason: notYet })}
      >
        Complete the transfer
      </Button>
      <Button
        type="button"
        icon={Undo2}
        className="mt-2 w-full"
        data-first={joinable ? undefined : ""}
        onClick={phone.goBack}
        {...(joining ? { disabledReason: notYet } : {})}
      >
        Back to the caller
      </Button>
    </section>
  );
}

function words({ state, answered }: Call): string {
  if (answered) return "Talking with";
  if (state === "establishing") return "Connecting";
  return state === "ringing" ? "Ringing" : "Calling";
}
