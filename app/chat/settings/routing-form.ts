import { z } from "zod";
import { typedId } from "../../kit/typed-fields";
import { weekFields, weekFrom, weekPosted } from "../../kit/week";

const count = z.coerce.number({ error: "Enter a number." }).int("Enter a whole number.").min(1, "At least 1.");
const minutes = (most: number) => count.max(most, `At most ${most} minutes.`).optional();
const ticked = z
  .literal("on")
  .optional()
  .transform((on) => on === "on");

const settings = {
  automatic: ticked,
  active_conversations: count.max(100, "At most 100."),
  max_conversation: count.max(100, "At most 100."),
  grace_seconds: z.coerce.number({ error: "Enter a number." }).int().min(0, "At least 0.").max(3_600, "At most 3600."),
  warn_minutes: minutes(1_440),
  end_minutes: minutes(10_080),
  wait_minutes: minutes(1_440),
  skill_minutes: minutes(1_440),
  inbox_skills: z.array(z.object({ inbox_id: typedId, skill_id: typedId })).default([]),
  hours: z.enum(["always", "week"]).default("always"),
  time_zone: z.string().trim().min(1, "Choose a time zone.").max(64),
  /** A button beside the days, pressed without script: the form comes back as it asks. */
  week: z.string().optional(),
  periods: z.string().optional(),
};
const typed = Object.fromEntries(
  weekFields.map((name) => [name, z.string().max(10, "Enter a time like 08:30.").optional()]),
);

/** The settings as the form has them; `hours_week` is the week that its fields say. */
export const RoutingForm = z.object({ ...settings, ...typed } as typeof settings).transform((form, context) => {
  const fields = form as Record<string, unknown>;
  const { week, errors } = weekFrom(weekPosted((name) => String(fields[name] ?? "")));
  if (form.hours === "week" && !form.week)
    for (const [name, [message = ""]] of Object.entries(errors))
      context.addIssue({ code: "custom", path: [name], message });
  return { ...form, hours_week: form.hours === "week" ? week : null };
});
