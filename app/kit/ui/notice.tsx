import { useLocation } from "@remix-run/react";
import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert, X } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { createPortal } from "react-dom";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "./button";

export type NoticeKind = "success" | "info" | "warning" | "error";
export type ToastContent = {
  /** Tells a new notice from the same words said before. */
  id: string;
  kind: NoticeKind;
  title: string;
  text?: string;
};
/** With what can be done about it in the browser; closing the notice leaves it undone. */
type ShownToast = ToastContent & { action?: { label: string; press(): void } };

/** Milliseconds until a notice of good news goes by itself; what one must act on stays until it is closed. */
export const noticeStays = 5000;

const icons: Record<NoticeKind, [LucideIcon, string]> = {
  success: [CircleCheck, "text-good"],
  info: [Info, "text-info"],
  warning: [TriangleAlert, "text-warn"],
  error: [CircleX, "text-bad"],
};

/** Without script a ticked box hides its notice (`.notice:has(.notice-shut:checked)`); with script it is a button. */
function Shut({ title, onShut }: { title: string; onShut: () => void }) {
  const hydrated = useHydrated();
  const id = useId();
  const name = `Close: ${title}`;
  const icon = <X size={16} strokeWidth={1.75} aria-hidden="true" />;
  if (hydrated) {
    return (
      <button type="button" className="more" aria-label={name} onClick={onShut}>
        {icon}
      </button>
    );
  }
  return (
    <span>
      <input type="checkbox" id={id} className="notice-shut sr-only" />
      <label htmlFor={id} className="more">
        {icon}
        <span className="sr-only">{name}</span>
      </label>
    </span>
  );
}

function NoticeCard({ notice, onShut }: { notice: ShownToast; onShut: () => void }) {
  const [held, setHeld] = useState(false);
  const [Icon, colour] = icons[notice.kind];
  const goes = notice.kind === "success" || notice.kind === "info";

  useEffect(() => {
    if (!goes || held) return;
    const timer = window.setTimeout(onShut, noticeStays);
    return () => window.clearTimeout(timer);
  }, [goes, held, onShut]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that someone is reading
    <div
      className="notice"
      role={notice.kind === "error" ? "alert" : "status"}
      // Whoever points at it or is in it is still reading.
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={16} strokeWidth={1.75} className={colour} aria-hidden="true" />
      <div className="min-w-0 self-center wrap-anywhere">
        <p className="font-semibold">{notice.title}</p>
        {notice.text && <p className="text-quiet">{notice.text}</p>}
        {notice.action && (
          <Button type="button" className="mt-2" onClick={notice.action.press}>
            {notice.action.label}
          </Button>
        )}
      </div>
      <Shut title={notice.title} onShut={onShut} />
    </div>
  );
}

/**
 * A page whose foot is where one works keeps a place of its own for the notices: they take room there instead of lying
 * over it. Where several of a page are in sight, the first one has them.
 */
export function NoticesPlace({ className = "" }: { className?: string }) {
  return <div data-notices-here="" className={`notices-place ${className}`} />;
}

/** A modal dialog makes all outside it inert: while there is one, the notices are drawn inside it. */
function placeInSight(): Element | null {
  const modal = document.querySelector("dialog:modal [data-notices-here]");
  if (modal) return modal;
  const places = [...document.querySelectorAll("#main .notices-place")];
  return places.find((place) => place.getClientRects().length > 0) ?? null;
}

/** The stack at the bottom right (specification 1, section 8) or where the page has a place for it, newest first. */
export function Toasts({ notices, label = "Notices" }: { notices: readonly ShownToast[]; label?: string }) {
  const [shut, setShut] = useState<readonly string[]>([]);
  const [shutters] = useState(() => new Map<string, () => void>());
  const [place, setPlace] = useState<Element | null>(null);
  const showing = notices.filter((notice) => !shut.includes(notice.id));

  useLocation();

  // After each drawing: new notices and another page are the reasons to look again.
  useEffect(() => setPlace(placeInSight()));

  function shutter(id: string): () => void {
    const known = shutters.get(id);
    if (known) return known;
    const made = () => setShut((ids) => [...ids, id]);
    shutters.set(id, made);
    return made;
  }

  const stack = (
    <section className="notices" aria-live="polite" aria-label={label}>
      {[...showing].reverse().map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onShut={shutter(notice.id)} />
      ))}
    </section>
  );
  return place?.isConnected ? createPortal(stack, place) : stack;
}
