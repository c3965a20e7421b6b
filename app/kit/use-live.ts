import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Reads the page anew every so many milliseconds while there is something to see, and somebody who can see it. */
export function useLive(running: boolean, every: number): void {
  const { revalidate, state } = useRevalidator();
  const busy = useRef(false);
  busy.current = state !== "idle";
  useEffect(() => {
    if (!running) return;
    function look() {
      if (document.visibilityState === "visible" && !busy.current) revalidate();
    }
    const timer = window.setInterval(look, every);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [running, every, revalidate]);
}
