import {
  ArrowLeftRight,
  ChevronDown,
  ChevronUp,
  Grid3x3,
  Mic,
  MicOff,
  Pause,
  PhoneCall,
  Phone as PhoneIcon,
  PhoneIncoming,
  PhoneOff,
  PhoneOutgoing,
  Play,
} from "lucide-react";
import { useState } from "react";
import { type Call, holdMs, isConsultation, ringMs, talkMs } from "../../../rules/call";
import { isAsked } from "../../../rules/consultation";
import { showPhone } from "../../../rules/phone";
import { Button } from "../../kit/ui/button";
import { CallerCard } from "./caller-card";
import { ConsultPanel } from "./consult-panel";
import { Keypad } from "./keypad";
import type { Phone } from "./phone.client";
import type { PhoneState } from "./phone-store";
import { TransferPanel } from "./transfer-panel";
import { clockFace, useClock } from "./use-clock";

type CallPanelProps = { phone: Phone; state: PhoneState; call: Call };

/** A call, from its first ring to its end. */
export function CallPanel({ phone, state, call }: CallPanelProps) {
  const inboundRing = call.type === "inbound" && call.state === "ringing";
  const name = call.name || contactName(state, call);
  return (
    <section aria-label={`Phone: ${headOf(call).words}`} className={inboundRing ? "phone-rings" : "phone-talks"}>
      <CallHead call={call} />
      <p className="mt-1 truncate font-semibold">{name || showPhone(call.phone)}</p>
      {name && <p className="num truncate text-xs text-quiet">{showPhone(call.phone)}</p>}
      {call.type === "inbound" && call.about && <p className="mt-1 text-xs">Asks about {showPhone(call.about)}</p>}
      {call.state === "ringing" || !call.answered ? <CallerCard caller={state.caller} /> : <LineState state={state} />}
      {inboundRing ? (
        <Ringing phone={phone} state={state} />
      ) : (
        <Talking key={call.sessionId} phone={phone} state={state} call={call} />
      )}
    </section>
  );
}

function Talking(props: CallPanelProps) {
  const { phone, state, call } = props;
  return isAsked(state.consult) ? (
    <ConsultPanel phone={phone} call={call} consult={state.consult} />
  ) : (
    <Controls {...props} />
  );
}

/** Of a colleague who asks about somebody the name is not that of whom they ask about. */
function contactName({ caller }: PhoneState, call: Call): string {
  return !isConsultation(call) && caller?.contact.state === "found" ? caller.contact.data.name : "";
}

function headOf({ type, state, onHold, muted }: Call) {
  if (onHold && state !== "transferring") return { Icon: Pause, words: "On hold", tone: "text-warn" };
  if (state === "ringing" && type === "inbound") return { Icon: PhoneIncoming, words: "Incoming", tone: "text-info" };
  if (state === "ringing") return { Icon: PhoneOutgoing, words: "Ringing", tone: "text-info" };
  if (state === "calling/trying") return { Icon: PhoneOutgoing, words: "Calling", tone: "text-info" };
  if (state === "establishing") return { Icon: PhoneCall, words: "Connecting", tone: "text-info" };
  if (state === "transferring") return { Icon: ArrowLeftRight, words: "Transferring", tone: "text-info" };
  if (state === "terminating") return { Icon: PhoneOff, words: "Ending", tone: "text-quiet" };
  return { Icon: PhoneCall, words: muted ? "In call, muted" : "In call", tone: "text-good" };
}

function CallHead({ call }: { call: Call }) {
  const now = useClock();
  const { Icon, words, tone } = headOf(call);
  return (
    <p className="flex items-center justify-between gap-2">
      <span role="status" className={`inline-flex items-center gap-1.5 text-xs ${tone}`}>
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        {words}
      </span>
      {call.onHold && <span className="num text-xs text-warn">{clockFace(holdMs(call, now))}</span>}
      <span className="num font-semibold">{clockFace(call.answered ? talkMs(call, now) : ringMs(call, now))}</span>
    </p>
  );
}

const levels = {
  good: ["Line good", "text-good"],
  fair: ["Line fair", "text-warn"],
  poor: ["Line poor", "text-bad"],
} as const;
const recordings = {
  none: "",
  offered: "",
  on: "Recording",
  paused: "Recording paused",
  saving: "Saving",
  failed: "Not recorded",
} as const;

/** How the line is heard and what to do about it, and whether the call is recorded. */
function LineState({ state: { quality, recording, call, consult } }: { state: PhoneState }) {
  const [words, tone] = levels[quality.level];
  return (
    <div className="mt-1 grid gap-1 text-xs text-quiet">
      <p className="flex flex-wrap gap-x-3">
        {recordings[recording] && (
          <span className={`state state-${recording === "on" ? "bad" : "none"}`}>{recordings[recording]}</span>
        )}
        <span className={tone} title={quality.why || undefined}>
          {words}
        </span>
      </p>
      {quality.why && <p>{quality.why}</p>}
      {call?.muted && <p className="text-warn">The caller cannot hear you.</p>}
      {call?.onHold && !isAsked(consult) && <p>Transfer waits until you resume.</p>}
    </div>
  );
}

function Ringing({ phone, state: { microphone, setup } }: { phone: Phone; state: PhoneState }) {
  const blocked = microphone === "denied" || microphone === "missing";
  if (setup && !setup.mayAnswer)
    return (
      <>
        <p className="err">You need the permission “Receive inbound calls” to answer.</p>
        <Button type="button" variant="danger-outline" icon={PhoneOff} className="mt-3 w-full" onClick={phone.decline}>
          Decline
        </Button>
      </>
    );
  return (
    <>
      {blocked && <p className="err">The microphone can't be used, so this call can't be answered here.</p>}
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button type="button" variant="danger-outline" icon={PhoneOff} onClick={phone.decline}>
          Decline
        </Button>
        {blocked ? (
          <Button type="button" data-first="" onClick={() => void phone.askForMicrophone()}>
            Allow microphone
          </Button>
        ) : (
          <Button type="button" data-first="" variant="primary" icon={PhoneIcon} onClick={() => void phone.answer()}>
            Answer
          </Button>
        )}
      </div>
    </>
  );
}

function Controls({ phone, state, call }: CallPanelProps) {
  const [shown, setShown] = useState<"none" | "keypad" | "transfer">("none");
  /** What was opened last: its button has the focus when it is closed. */
  const [opened, setOpened] = useState<typeof shown>("none");
  const show = (what: "keypad" | "transfer") => {
    setShown(what);
    setOpened(what);
  };
  /** On a phone the bar has three buttons, and the others when they are wanted. */
  const [all, setAll] = useState(false);
  const folded = all ? "" : "max-md:hidden";
  const talking = call.state === "inProgress";
  const wait = call.onHold ? "Resume the call first." : "Wait until the call is connected.";
  const why = talking && !call.holdPending ? {} : { disabledReason: call.holdPending ? "One moment." : wait };
  const end = (
    <Button type="button" variant="danger" icon={PhoneOff} className="mt-2 w-full" onClick={phone.hangUp}>
      End call
    </Button>
  );
  if (shown === "keypad" && talking)
    return (
      <>
        <Keypad digits={state.digits} onKey={phone.tone} onClose={() => setShown("none")} />
        {end}
      </>
    );
  if (shown === "transfer" && talking)
    return <TransferPanel onTransfer={phone.transfer} onConsult={phone.consult} onClose={() => setShown("none")} />;
  if (!call.answered) return end;
  return (
    <>
      <div className="mt-2 flex gap-2 md:hidden">
        {call.onHold ? (
          // Whoever is on hold hears nothing: the way back is in sight.
          <Button type="button" icon={Play} label="Resume" onClick={phone.resume} {...(call.holdPending ? why : {})} />
        ) : (
          <Button
            type="button"
            icon={call.muted ? MicOff : Mic}
            label={call.muted ? "Muted" : "Mute"}
            aria-pressed={call.muted}
            onClick={() => phone.mute(!call.muted)}
            {...why}
          />
        )}
        <Button
          type="button"
          icon={all ? ChevronDown : ChevronUp}
          label={all ? "Fewer controls" : "More controls"}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        />
        <Button type="button" variant="danger" icon={PhoneOff} label="End call" onClick={phone.hangUp} />
      </div>
      <div className={`mt-3 grid grid-cols-2 gap-2 ${folded}`}>
        <Button
          type="button"
          data-first=""
          icon={call.muted ? MicOff : Mic}
          aria-pressed={call.muted}
          onClick={() => phone.mute(!call.muted)}
          {...why}
        >
          {call.muted ? "Muted" : "Mute"}
        </Button>
        {call.onHold ? (
          <Button type="button" icon={Play} onClick={phone.resume} {...(call.holdPending ? why : {})}>
            Resume
          </Button>
        ) : (
          <Button type="button" icon={Pause} onClick={phone.hold} {...why}>
            Hold
          </Button>
        )}
        <Button
          type="button"
          icon={ArrowLeftRight}
          data-next={opened === "transfer" ? "" : undefined}
          onClick={() => show("transfer")}
          {...why}
        >
          Transfer
        </Button>
        <Button
          type="button"
          icon={Grid3x3}
          data-next={opened === "keypad" ? "" : undefined}
          onClick={() => show("keypad")}
          {...why}
        >
          Keypad
        </Button>
      </div>
      <div className={folded}>
        <PauseRecording phone={phone} state={state} />
      </div>
      <div className="max-md:hidden">{end}</div>
    </>
  );
}

/** Card numbers are not recorded. */
function PauseRecording({ phone, state: { recording } }: { phone: Phone; state: PhoneState }) {
  if (recording === "offered")
    return (
      <Button type="button" variant="ghost" className="mt-2 w-full" onClick={phone.startRecording}>
        Record
      </Button>
    );
  if (recording !== "on" && recording !== "paused") return null;
  const paused = recording === "paused";
  return (
    <Button
      type="button"
      variant="ghost"
      className="mt-2 w-full"
      onClick={() => void phone.pauseRecording(!paused)}
      title="While someone gives a card number or a password"
    >
      {paused ? "Record again" : "Pause recording"}
    </Button>
  );
}
