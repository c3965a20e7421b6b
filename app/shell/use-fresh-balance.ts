import { useEffect, useState } from "react";
import { href } from "../href";

/** Milliseconds: every few minutes (Q163), and not twice in a row when windows are switched. */
const every = 3 * 60_000;
const soonest = 10_000;

/**
 * The balance of the frame, asked for again by itself while somebody can see it and when they come back to it. What the
 * page itself has read since then wins. Asked by hand, since a session that ended must not take the page away.
 */
export function useFreshBalance(facts: { balance: string | null }): string | null {
  const [fresh, setFresh] = useState<{ since: object; balance: string }>();
  useEffect(() => {
    let asked = Date.now();
    let here = true;
    async function look() {
      if (document.visibilityState !== "visible" || Date.now() - asked < soonest) return;
      asked = Date.now();
      const answer = await window.fetch(href("/balance"), { redirect: "manual" }).catch(() => undefined);
      if (!answer?.ok) return;
      const { balance } = (await answer.json()) as { balance: string | null };
      if (here && balance !== null) setFresh({ since: facts, balance });
    }
    const timer = window.setInterval(look, every);
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      here = false;
      window.clearInterval(timer);
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [facts]);
  return fresh?.since === facts ? fresh.balance : facts.balance;
}
