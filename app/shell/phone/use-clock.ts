import { useEffect, useState } from "react";
import { phoneClock } from "./phone-store";

/** The time, told anew each second. What is shown comes from instants: a tab whose timers are slowed shows no less. */
export function useClock(): number {
  const [now, setNow] = useState(phoneClock);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(phoneClock()), 1_000);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}

/** "2:14", "1:02:14". */
export function clockFace(ms: number): string {
  const all = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`;
}
