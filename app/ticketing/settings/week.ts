import type { Week } from "../../../services/ticketing/contract.hours";

type Day = Week[number];

/** "08:00-13:00, 14:00-17:00"; nothing for a closed day. */
export function dayText(day: Day): string {
  return day.map(({ from, to }) => `${from}-${to}`).join(", ");
}

/** What was typed for a day as stretches; undefined when it can't be understood. "8-17" is understood. */
export function dayFrom(text: string): Day | undefined {
  const parts = text
    .replace(/\bclosed\b/i, "")
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const day = parts.map((part) => {
    const found = /^(\d{1,2})(?:[:.](\d{2}))?\s*(?:-|–|to)\s*(\d{1,2})(?:[:.](\d{2}))?$/.exec(part);
    if (!found) return undefined;
    const [, h1 = "", m1 = "00", h2 = "", m2 = "00"] = found;
    return { from: `${h1.padStart(2, "0")}:${m1}`, to: `${h2.padStart(2, "0")}:${m2}` };
  });
  return day.every((stretch) => stretch !== undefined) ? day : undefined;
}

/** A budget of work time as typed ("90", "90 min", "4 h", "1 h 30") in minutes; "" is none. */
export function minutesFrom(text: string): number | null | undefined {
  const said = text.trim().toLowerCase();
  if (!said) return null;
  if (/^\d{1,6}$/.test(said)) return Number(said);
  const found = /^(?:(\d{1,4}) ?h(?:ours?)?)? ?(?:(\d{1,5}) ?(?:m|min|minutes?)?)?$/.exec(said);
  if (!found) return undefined;
  const [, hours = 0, minutes = 0] = found;
  return Number(hours) * 60 + Number(minutes);
}

/** Minutes as the form shows them: exactly, so that a save without a change changes nothing. */
export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
