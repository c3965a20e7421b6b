import { closingAfter, nextOpening, type SendingHours } from "./settings";

type SendingPlan = {
  messages: number;
  parts: number;
  /** Parts a second; 0: nobody knows. */
  perSecond: number;
  /** When the first of it may leave. */
  leaves: Date;
  hours: SendingHours | undefined;
  timeZone: string;
};

export type Forecast = {
  /** About when the last of it leaves; null when nobody knows how fast it goes. */
  ends: Date | null;
  /** Messages that wait until its hours begin again. */
  waiting: number;
};

/** Days that are reckoned: what takes longer has no end that anybody could tell. */
const maxDays = 60;

/** When a blast that goes at some speed ends, when it may go in its hours only. */
export function forecast({ messages, parts, perSecond, leaves, hours, timeZone }: SendingPlan): Forecast {
  if (perSecond <= 0 || parts === 0) return { ends: null, waiting: 0 };
  let left = (parts / perSecond) * 1000;
  const whole = left;
  let at = nextOpening(leaves, hours, timeZone) ?? leaves;
  if (!hours) return { ends: new Date(at.getTime() + left), waiting: 0 };
  let waiting: number | undefined;
  for (let day = 0; day < maxDays; day++) {
    const closing = closingAfter(at, hours, timeZone);
    const open = closing.getTime() - at.getTime();
    if (left <= open) return { ends: new Date(at.getTime() + left), waiting: waiting ?? 0 };
    left -= open;
    waiting ??= Math.ceil((left / whole) * messages);
    at = nextOpening(closing, hours, timeZone) ?? closing;
  }
  return { ends: null, waiting: waiting ?? 0 };
}
