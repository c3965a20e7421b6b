import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Reads the page anew every `every` milliseconds while work goes on and somebody can see it. */
export function useRefreshWhile(working: boolean, every = 1000): void {
  const { revalidate, state } = useRevalidator();
  const busy = useRef(false);
  busy.current = state !== "idle";
  useEffect(() => {
    if (!working) return;
    const timer = window.setInterval(() => {
      if (document.visibilityState === "visible" && !busy.current) revalidate();
    }, every);
    return () => window.clearInterval(timer);
  }, [working, every, revalidate]);
}
