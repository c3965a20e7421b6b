import { Eye, PenLine } from "lucide-react";
import { useEffect, useState } from "react";
import { type PresentPerson, usePresence } from "../../shell/live";

/** Milliseconds after the last key for which somebody is said to write. */
const writesFor = 8_000;

/** Is something being written in a form of the page that is an answer (`data-reply`)? */
function useWriting(): boolean {
  const [writing, setWriting] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLTextAreaElement) || !target.closest("[data-reply]")) return;
      setWriting(true);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setWriting(false), writesFor);
    };
    document.addEventListener("input", note);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("input", note);
    };
  }, []);
  return writing;
}

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** "Joy is writing": who else has this ticket open now. Nothing without script. */
export function Present({ ticket }: { ticket: number }) {
  const others = usePresence(`ticket/${ticket}`, useWriting() ? "writing" : "looking");
  if (others.length === 0) return <span role="status" />;
  const named = (activity: PresentPerson["activity"]) =>
    others.filter((other) => other.activity === activity).map(({ name }) => name);
  const writing = named("writing");
  const Icon = writing.length > 0 ? PenLine : Eye;
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-info">
      <Icon size={14} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
      {[say(writing, "writing"), say(named("looking"), "looking at this")].filter(Boolean).join(", ")}
    </span>
  );
}

/** "Joy and Kevin are looking at this"; empty for nobody. */
function say(names: readonly string[], activity: string): string {
  return names.length === 0 ? "" : `${list.format(names)} ${names.length === 1 ? "is" : "are"} ${activity}`;
}
