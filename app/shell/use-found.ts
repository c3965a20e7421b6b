import { type MutableRefObject, useEffect, useState } from "react";
import { href } from "../href";
import { type FoundPart, type SearchResults, shortest } from "./found";
import type { SearchPlace } from "./places";

/** `cut`: no connection; `refused`: the server did not answer as it should; `out`: nobody is signed in any more. */
export type SearchState = "idle" | "asking" | "cut" | "refused" | "out";

/** Milliseconds after the last key before it is searched for. */
const pause = 180;

async function ask(q: string, signal: AbortSignal): Promise<SearchResults | Exclude<SearchState, "idle" | "asking">> {
  try {
    const headers = { accept: "application/json" };
    const answer = await window.fetch(href("/search/results", undefined, { q }), {
      headers,
      signal,
      redirect: "manual",
    });
    if (answer.type === "opaqueredirect" || answer.status === 401) return "out";
    return answer.ok ? ((await answer.json()) as SearchResults) : "refused";
  } catch {
    return "cut";
  }
}

/** What the parts of the product found for what is typed; an answer that a newer question overtook is dropped. */
export function useFound(typed: string): { parts: FoundPart[]; state: SearchState } {
  const [found, setFound] = useState<{ parts: FoundPart[]; state: SearchState }>({ parts: [], state: "idle" });
  const [tries, setTries] = useState(0);
  const q = typed.trim();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the network is back: a reason to ask again
  useEffect(() => {
    if (q.length < shortest && !/^[1-9]$/.test(q)) return setFound({ parts: [], state: "idle" });
    const stop = new AbortController();
    setFound(({ parts }) => ({ parts, state: "asking" }));
    const timer = window.setTimeout(async () => {
      const answer = await ask(q, stop.signal);
      if (stop.signal.aborted) return;
      if (typeof answer === "string") setFound({ parts: [], state: answer });
      else setFound({ parts: answer.parts, state: "idle" });
    }, pause);
    return () => {
      window.clearTimeout(timer);
      stop.abort();
    };
  }, [q, tries]);

  useEffect(() => {
    const again = () => setTries((before) => before + 1);
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, []);
  return found;
}

/** Every page one may open: what the menu has at once, and all of them as soon as they were asked for. */
export function usePlaces(menu: SearchPlace[], known: MutableRefObject<SearchPlace[] | undefined>): SearchPlace[] {
  const [places, setPlaces] = useState(known.current);
  useEffect(() => {
    if (known.current) return;
    const stop = new AbortController();
    void ask("", stop.signal).then((answer) => {
      if (typeof answer === "string") return;
      known.current = answer.places;
      setPlaces(answer.places);
    });
    return () => stop.abort();
  }, [known]);
  return places ?? menu;
}
