import { Form, useLocation } from "@remix-run/react";
import { ChevronDown, LogIn, LogOut, type LucideIcon, Pause, Phone, Play } from "lucide-react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { agentStateLabels, type BreakValue, offeredValues } from "../../rules/voice";
import type { BreakOption, VoiceAgentStatus } from "../../services/voice/contract.schemas";
import { href } from "../href";
import { useDismissable } from "../kit/ui/use-dismissable";
import { useEventRevalidate } from "./live";

/** What the frame knows of the person's telephone. */
export type VoiceFacts = { me: string; exten: string; status: VoiceAgentStatus; options: BreakOption[] };

const tones = { logged_out: "bad", logged_in: "good", on_break: "warn" } as const;
const icons: Record<BreakValue, LucideIcon> = { login: LogIn, logout: LogOut, pause: Pause, unpause: Play };

/** One's own status in the queue, in the topbar (R051): a form in a menu, which works without script. */
export function VoiceStatus({ facts: { me, exten, status, options } }: { facts: VoiceFacts }) {
  const ref = useRef<HTMLDetailsElement>(null);
  useDismissable(ref);
  const { pathname, search } = useLocation();
  useEventRevalidate(["voice.agent"], ({ body }) => body.user === me);
  const label = agentStateLabels[status.state];
  const offered = offeredOptions(status, options);
  return (
    <details className="pop pop-end" name="topbar" ref={ref}>
      <summary className="tool" aria-label={`Voice status: ${label}`}>
        <Phone size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className={`state state-${tones[status.state]}`}>
          <span className="max-lg:sr-only">{label}</span>
        </span>
        <ChevronDown size={14} strokeWidth={1.75} className="max-md:hidden" aria-hidden="true" />
      </summary>
      <div className="menu w-60">
        <Form method="post" action={href("/phone/status")} preventScrollReset>
          <input type="hidden" name="to" value={`${pathname}${search}`} />
          <p className="flex justify-between px-2 py-1 text-xs text-quiet">
            <span>{status.break?.state ?? label}</span>
            <span>Ext {exten}</span>
          </p>
          {status.pending && <p className="px-2 py-1 text-xs">{status.pending.state} begins when the call ends.</p>}
          {offered.map(({ id, value, state }) => {
            const Icon = icons[value];
            return (
              <button key={`${value} ${id}`} type="submit" name="option" value={`${value} ${id}`}>
                <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
                {state}
              </button>
            );
          })}
        </Form>
      </div>
    </details>
  );
}

/** Breaks first, then the way out; on a break its end alone, with the break's own id (R081). */
function offeredOptions({ state, break: present, pending }: VoiceAgentStatus, options: readonly BreakOption[]) {
  const values = offeredValues(state);
  const cancel = pending ? [{ id: pending.action_id, value: "unpause" as const, state: "Take no break" }] : [];
  const shown = options
    .filter(({ value }) => values.includes(value))
    .map((option) => (option.value === "unpause" && present ? { ...option, id: present.action_id } : option));
  return [...cancel, ...shown].sort((a, b) => Number(a.value === "logout") - Number(b.value === "logout"));
}

type DockProgram = ComponentType<{ owner: string; login: boolean }>;

/** The phone's place at the foot of the menu; its program comes when the page is at rest. */
export function PhoneSlot({ facts: { me, status } }: { facts: VoiceFacts }) {
  const [Dock, setDock] = useState<DockProgram>();
  const hydrated = useHydrated();
  useEffect(() => {
    let gone = false;
    void import("./phone/dock").then((program) => {
      if (!gone) setDock(() => program.default);
    });
    return () => {
      gone = true;
    };
  }, []);
  return (
    <section className="phone" aria-label="Phone">
      {Dock ? (
        <Dock owner={me} login={status.state === "logged_in"} />
      ) : (
        <p className="text-xs text-quiet">
          {hydrated ? "The phone starts…" : "The phone needs JavaScript. Your status and the pages work without it."}
        </p>
      )}
    </section>
  );
}
