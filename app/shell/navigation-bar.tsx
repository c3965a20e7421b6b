import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Milliseconds before the bar shows (specification 1, section 9); it then runs for 5000 ms (`.loading` in shell.css). */
export const navigationThrottle = 200;

/** The thin bar under the topbar while the next page is on its way; an answer within 200 ms never shows it. */
export function NavigationBar() {
  const busy = useNavigation().state !== "idle";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = window.setTimeout(() => setShown(true), navigationThrottle);
    return () => {
      window.clearTimeout(timer);
      setShown(false);
    };
  }, [busy]);
  if (!shown) return null;
  return <div className="loading" role="progressbar" aria-label="Loading the page" />;
}
