import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { tell } from "../conversation/use-typing";

/** Milliseconds before the counts are asked for anew: a busy account says much, and each page asks for itself. */
const [soonest, spread] = [15_000, 10_000];

/** Something became of a conversation that is not loaded, and the counts were guessed: they are read, by and by. */
export function useCounts(guessed: number): void {
  const { revalidate } = useRevalidator();
  const due = useRef<number>();
  useEffect(() => {
    if (guessed === 0) return;
    due.current ??= window.setTimeout(
      () => {
        due.current = undefined;
        if (document.visibilityState === "visible") revalidate();
      },
      soonest + spread * Math.random(),
    );
  }, [guessed, revalidate]);
  useEffect(() => () => window.clearTimeout(due.current), []);
}

/** "(3) Inbox": how many want an answer, in the title of the browser. */
export function useTitle(count: number): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page writes its title anew
  useEffect(() => {
    const bare = document.title.replace(/^\(\d+\) /, "");
    document.title = count > 0 ? `(${count}) ${bare}` : bare;
  }, [count, key]);
}

/** Tells the server that the messages of one's own conversation were seen, while the page is looked at. */
export function useReading(contact: number | undefined, mine: boolean, unread: number): void {
  const told = useRef("");
  useEffect(() => {
    if (contact === undefined || !mine || unread === 0) {
      told.current = "";
      return;
    }
    const id = contact;
    function look() {
      const what = `${id} ${unread}`;
      if (document.visibilityState !== "visible" || told.current === what) return;
      told.current = what;
      tell(id, "read");
    }
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [contact, mine, unread]);
}
