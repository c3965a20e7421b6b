import { Form, useLocation } from "@remix-run/react";
import { Check, ChevronDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type AgentStatus, statusWords } from "../../rules/chat";
import { href } from "../href";
import type { StatusKind } from "../kit/ui/status";
import { useDismissable } from "../kit/ui/use-dismissable";
import { useEvents } from "./live";
import { newerStatus, type OwnStatus } from "./own-status";

/** Milliseconds between two signs of life; presence ends 90 s after the last (a hidden tab may keep a minute's beat). */
const heartbeatMs = 30_000;

const shapes: Partial<Record<AgentStatus, StatusKind>> = { online: "good", offline: "none" };

/** The shape of a status: green online, hollow offline, amber for every pause. */
export function statusShape(status: AgentStatus): StatusKind {
  return shapes[status] ?? "warn";
}

/** One's own status in the frame (R051): a form in a menu, which works without script. */
export function ChatStatus({ drawn }: { drawn: OwnStatus }) {
  const ref = useRef<HTMLDetailsElement>(null);
  useDismissable(ref);
  const { pathname, search } = useLocation();
  const status = useStatus(drawn);
  return (
    <details className="pop pop-end" name="topbar" ref={ref}>
      <summary className="tool" aria-label={`Chat status: ${statusWords[status]}`}>
        <span className={`state state-${statusShape(status)}`}>{statusWords[status]}</span>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
      </summary>
      <div className="menu w-56">
        <Form method="post" action={href("/chat/status")} preventScrollReset>
          <input type="hidden" name="to" value={`${pathname}${search}`} />
          <p className="px-2 py-1 text-xs text-quiet">Chat status</p>
          {(Object.keys(statusWords) as AgentStatus[]).map((value) => (
            <button key={value} type="submit" name="status" value={value} aria-pressed={value === status}>
              <span className={`state state-${statusShape(value)}`}>{statusWords[value]}</span>
              {value === status && <Check size={16} strokeWidth={1.75} className="ml-auto" aria-hidden="true" />}
            </button>
          ))}
        </Form>
      </div>
    </details>
  );
}

/** As it was drawn, and as another tab, a supervisor or an absence changed it since. */
function useStatus(drawn: OwnStatus): AgentStatus {
  const [told, setTold] = useState(drawn);
  const [seen, setSeen] = useState(drawn);
  if (seen !== drawn) {
    setSeen(drawn);
    setTold((known) => newerStatus(known, drawn));
  }
  useEvents(["chat.participant"], ({ seq, body }) => {
    const { participant_id, status } = body.participant as { participant_id: string; status: AgentStatus };
    if (participant_id === drawn.id) setTold((known) => newerStatus(known, { id: drawn.id, status, seq }));
  });
  return told.status;
}

/** Says that a tab is open, at once and then on: mounted once a page. A beacon needs no answer and survives the page. */
export function ChatBeat({ drawn }: { drawn: OwnStatus }) {
  const on = useStatus(drawn) !== "offline";
  useEffect(() => {
    if (!on) return;
    const say = () => void navigator.sendBeacon(href("/chat/status"), new URLSearchParams({ heartbeatMs: "1" }));
    say();
    const timer = window.setInterval(say, heartbeatMs);
    document.addEventListener("visibilitychange", say);
    window.addEventListener("online", say);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", say);
      window.removeEventListener("online", say);
    };
  }, [on]);
  return null;
}
