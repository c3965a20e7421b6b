import { useEffect, useState } from "react";

/** The clock of waits and windows in seconds: the server's at first, then on by the browser's, every 20 s. */
export function useNow(drawn: number): number {
  const [now, setNow] = useState(drawn);
  useEffect(() => {
    setNow(drawn);
    const shift = drawn - Date.now() / 1000;
    const timer = window.setInterval(() => setNow(Math.floor(Date.now() / 1000 + shift)), 20_000);
    return () => window.clearInterval(timer);
  }, [drawn]);
  return now;
}
