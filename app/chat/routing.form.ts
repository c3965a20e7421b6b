import { z } from "zod";

/** Monday first, as rules/business-time counts. */
export const weekDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

type Stretch = { from: string; to: string };
const time = /^([01]?\d|2[0-3])[:.]([0-5]\d)$|^24[:.]00$/;

/** "8:00-13:00, 14.00 - 17:00" as stretches; nothing for what can't be read, none for a closed day. */
export function stretchesOf(text: string): Stretch[] | undefined {
  if (/^\s*(closed)?\s*$/i.test(text)) return [];
  const read = text.split(",").map((part) => {
    const [from = "", to = "", more] = part.split(/\s*(?:-|–|to)\s*/i).map((side) => side.trim());
    if (more !== undefined || !time.test(from) || !time.test(to)) return undefined;
    const clock = (side: string) => side.replace(".", ":").padStart(5, "0");
    return clock(from) < clock(to) ? { from: clock(from), to: clock(to) } : undefined;
  });
  const known = read.filter((one) => one !== undefined);
  return known.length === read.length && known.length <= 6 ? known : undefined;
}

/** Stretches as people write them. */
export function hoursText(day: readonly Stretch[] | undefined): string {
  return (day ?? []).map(({ from, to }) => `${from}-${to}`).join(", ");
}

const hours = z
  .string()
  .max(120)
  .default("")
  .transform((text, context) => {
    const read = stretchesOf(text);
    if (read) return read;
    context.addIssue({ code: "custom", message: "Enter hours like 08:00-13:00, 14:00-17:00, or leave it empty." });
    return z.NEVER;
  });

const count = z.coerce.number({ error: "Enter a number." }).int("Enter a whole number.").min(1, "At least 1.");
const minutes = (most: number) => count.max(most, `At most ${most} minutes.`).optional();
const ticked = z
  .literal("on")
  .optional()
  .transform((on) => on === "on");

/** The settings as the form has them: a day's hours are one line of text. */
export const RoutingForm = z.object({
  automatic: ticked,
  active_conversations: count.max(100, "At most 100."),
  max_conversation: count.max(100, "At most 100."),
  grace_seconds: z.coerce.number({ error: "Enter a number." }).int().min(0, "At least 0.").max(3_600, "At most 3600."),
  warn_minutes: minutes(1_440),
  end_minutes: minutes(10_080),
  hours: z.enum(["always", "week"]).default("always"),
  time_zone: z.string().trim().min(1, "Enter a time zone.").max(64),
  monday: hours,
  tuesday: hours,
  wednesday: hours,
  thursday: hours,
  friday: hours,
  saturday: hours,
  sunday: hours,
});
export type RoutingForm = z.output<typeof RoutingForm>;

export function weekOf(form: RoutingForm): Stretch[][] {
  return [form.monday, form.tuesday, form.wednesday, form.thursday, form.friday, form.saturday, form.sunday];
}
