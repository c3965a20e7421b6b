import { Headphones, MonitorSmartphone, Phone as PhoneIcon, WifiOff } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { isLive } from "../../../rules/call";
import type { VoiceAgentStatus } from "../../../services/voice/contract.schemas";
import { Button } from "../../kit/ui/button";
import { Toasts } from "../../kit/ui/notice";
import { useEvents } from "../live";
import { CallPanel } from "./call-panel";
import { Dialler } from "./dialler";
import { useKeptFocus } from "./kept-focus";
import { leavePhone, openPhone, type Phone } from "./phone.client";
import { PhoneBanner } from "./phone-banner";
import { type PhoneState, phoneStore, usePhone } from "./phone-store";
import { SoundPanel } from "./sound-panel";
import { WrapUpPanel } from "./wrap-up-panel";

/** The phone itself, once its program is there. */
export default function Dock({ owner, login }: { owner: string; login: boolean }) {
  const [phone, setPhone] = useState<Phone>();
  const state = usePhone();
  const [sound, setSound] = useState(false);
  useEffect(() => {
    if (!window.isSecureContext) {
      phoneStore.set({ setupProblem: "Open this page at its https:// address to use the phone." });
      return;
    }
    setPhone(openPhone(owner));
    return leavePhone;
  }, [owner]);
  useStatus(phone, login, state);
  const ref = useOpenHeight();
  useFocusKey(ref);
  useKeptFocus(ref, phone !== undefined);
  if (!phone) return <p className="text-xs text-quiet">{state.setupProblem}</p>;
  const banner = document.getElementById("phone-banner");
  const open = sound || isOpen(state);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      data-open={open || undefined}
      data-in-call={isLive(state.call) || undefined}
      className="phone-body outline-none"
    >
      <View phone={phone} state={state} onSound={() => setSound((shown) => !shown)} />
      {sound && <SoundPanel phone={phone} state={state} onClose={() => setSound(false)} />}
      {state.soundBlocked && (
        <Button type="button" className="mt-2 w-full" onClick={phone.enableSound}>
          Enable sound
        </Button>
      )}
      {banner && createPortal(<PhoneBanner phone={phone} state={state} />, banner)}
      <Toasts notices={state.notices} label="Phone notices" />
    </div>
  );
}

function isOpen({ call, wrapUp, dialler, tab }: PhoneState): boolean {
  return tab === "here" && (isLive(call) || wrapUp !== null || dialler !== null);
}

function View({ phone, state, onSound }: { phone: Phone; state: PhoneState; onSound(): void }) {
  const { tab, call, wrapUp, dialler, setup } = state;
  if (tab === "elsewhere") return <Elsewhere phone={phone} state={state} />;
  if (isLive(call)) return <CallPanel phone={phone} state={state} call={call} />;
  if (wrapUp) {
    const { mayDial = false, mayTicket = false, zone = "" } = setup ?? {};
    return <WrapUpPanel wrapUp={wrapUp} types={setup?.dispositions ?? []} may={{ mayDial, mayTicket, zone }} />;
  }
  if (dialler && setup) {
    // Another request is another number, whatever was typed before.
    const key = [dialler.phone, dialler.source, dialler.prefix].join(" ");
    return <Dialler key={key} phone={phone} state={state} request={dialler} numbers={setup.numbers} />;
  }
  return <Idle phone={phone} state={state} onSound={onSound} />;
}

/** An icon, two short lines and what can be done. */
export function PhoneLine(line: { icon: ReactNode; title: string; text: string; tone?: string; children?: ReactNode }) {
  const { icon, title, text, tone = "bg-raised text-quiet", children } = line;
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <span className={`inline-grid size-8 flex-none place-items-center rounded ${tone}`}>{icon}</span>
      <p className="min-w-0 flex-1 text-sm/4 font-medium">
        {title}
        <span className="block text-xs text-quiet">{text}</span>
      </p>
      {children}
    </div>
  );
}

function Elsewhere({ phone, state: { other } }: { phone: Phone; state: PhoneState }) {
  return (
    <PhoneLine
      icon={<MonitorSmartphone size={16} strokeWidth={1.75} aria-hidden="true" />}
      title="Phone is in another tab"
      text={other?.inCall ? `In a call with ${other.who}.` : "Calls ring there."}
    >
      {!other?.inCall && (
        <Button type="button" onClick={phone.takeHere}>
          Use it here
        </Button>
      )}
    </PhoneLine>
  );
}

function Idle({ phone, state, onSound }: { phone: Phone; state: PhoneState; onSound(): void }) {
  const { link, setup, setupProblem, microphone } = state;
  const icon = <PhoneIcon size={16} strokeWidth={1.75} aria-hidden="true" />;
  const bad = "bg-warn-soft text-warn";
  if (setupProblem) return <PhoneLine icon={icon} title="Phone not ready" text={setupProblem} tone={bad} />;
  if (!setup) return <PhoneLine icon={icon} title="Phone" text="Starting…" />;
  if (!setup.extension)
    return <PhoneLine icon={icon} title="No extension" text="Ask a supervisor to make you a voice agent." />;
  if (microphone === "denied" || microphone === "missing") return <Blocked phone={phone} microphone={microphone} />;
  if (link.state !== "ready") return <NotConnected phone={phone} state={state} />;
  return (
    <PhoneLine icon={icon} title="Phone ready" text={whyQuiet(setup.status) ?? `Ext ${setup.extension.exten}`}>
      <Button type="button" variant="ghost" icon={Headphones} label="Microphone and speakers" onClick={onSound} />
      {setup.mayDial && (
        <Button type="button" onClick={() => phoneStore.set({ dialler: { phone: "", name: "", source: "" } })}>
          Dial
        </Button>
      )}
    </PhoneLine>
  );
}

/** Why a phone that is ready is not rung by the queue; undefined where it is. */
function whyQuiet({ state, label, break: present }: VoiceAgentStatus): string | undefined {
  return state === "logged_in" ? undefined : (present?.state ?? label);
}

function Blocked({ phone, microphone }: { phone: Phone; microphone: "denied" | "missing" }) {
  const denied = microphone === "denied";
  return (
    <PhoneLine
      icon={<PhoneIcon size={16} strokeWidth={1.75} aria-hidden="true" />}
      tone="bg-bad-soft text-bad"
      title={denied ? "Microphone blocked" : "No microphone"}
      text={
        denied ? "Calls can't be answered here until the browser allows it." : "Plug one in to make and answer calls."
      }
    >
      <Button type="button" onClick={() => void phone.askForMicrophone()}>
        {denied ? "Allow microphone" : "Try again"}
      </Button>
    </PhoneLine>
  );
}

function NotConnected({ phone, state: { link } }: { phone: Phone; state: PhoneState }) {
  const texts = {
    connecting: "Connecting…",
    offline: "You are offline.",
    replaced: "This extension is used in another browser.",
    refused: "The telephone system refused the extension.",
    lost: "Tried 3 times.",
    trying: link.state === "trying" ? `Try ${link.tries} of 3.` : "",
    ready: "",
  };
  const waits = link.state === "connecting" || link.state === "trying";
  return (
    <PhoneLine
      icon={<WifiOff size={16} strokeWidth={1.75} aria-hidden="true" />}
      tone="bg-warn-soft text-warn"
      title={link.state === "connecting" ? "Phone" : "Not connected"}
      text={texts[link.state]}
    >
      {!waits && (
        <Button type="button" onClick={phone.reconnect}>
          Re-connect
        </Button>
      )}
    </PhoneLine>
  );
}

/** Asks for the microphone when somebody logs in to the queue (Q064), and follows what a supervisor does. */
function useStatus(phone: Phone | undefined, login: boolean, { microphone, tab }: PhoneState): void {
  const asked = useRef(false);
  useEffect(() => {
    if (!phone || !login || tab !== "here" || microphone !== "prompt" || asked.current) return;
    asked.current = true;
    void phone.askForMicrophone();
  }, [phone, login, microphone, tab]);
  useEvents(["voice.agent"], () => void phone?.readStatus());
}

/** On a phone the page ends above the dock: it never covers what one types in. */
function useOpenHeight() {
  const ref = useRef<HTMLDivElement>(null);
  const ready = usePhone().tab;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is there when the phone is
  useEffect(() => {
    const frame = ref.current?.closest<HTMLElement>(".frame");
    const dock = ref.current?.closest<HTMLElement>(".phone");
    if (!frame || !dock) return;
    const observer = new ResizeObserver(() => frame.style.setProperty("--dock", `${dock.offsetHeight}px`));
    observer.observe(dock);
    return () => {
      observer.disconnect();
      frame.style.removeProperty("--dock");
    };
  }, [ready]);
  return ref;
}

/** Alt P puts the focus on the phone, from wherever one is. */
function useFocusKey(ref: ReturnType<typeof useOpenHeight>): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!event.altKey || event.code !== "KeyP" || event.ctrlKey || event.metaKey) return;
      const buttons = ref.current?.querySelectorAll<HTMLElement>("button, input, select");
      const first = ref.current?.querySelector<HTMLElement>("[data-first]") ?? buttons?.[0];
      if (!first) return;
      event.preventDefault();
      first.focus();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [ref]);
}
