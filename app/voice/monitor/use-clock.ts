import { useEffect, useState } from "react";

/** The clock of the page in milliseconds: the server's at first, then on by the browser's, every second. */
export function useClock(drawn: string): number {
  const at = Date.parse(drawn);
  const [now, setNow] = useState(at);
  useEffect(() => {
    setNow(at);
    const shift = at - Date.now();
    const timer = window.setInterval(() => setNow(Date.now() + shift), 1_000);
    return () => window.clearInterval(timer);
  }, [at]);
  return now;
}
