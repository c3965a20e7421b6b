import { z } from "zod";
import { type Call, DoneAnswer, id, localDate } from "../kit/contract";
import { Count, choosing, Instant, Refs, setting, TimeZone, text } from "./contract.fields";

const oneId = z.object({ id });
const name = (what: string) => text.min(1, `Give the ${what} a name.`).max(100, "A name has at most 100 characters.");
const minutes = z.coerce
  .number("Give a number of minutes.")
  .int("Give whole minutes.")
  .min(1, "At least one minute.")
  .max(525_600, "At most a year.");
const _optionalMinutes = z.preprocess(
  (given) => (given === "" || given === undefined ? null : given),
  minutes.nullable(),
);

const Time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, "Give a time like 08:30, or 24:00 for the end of the day.");
/** A stretch of a day that is open, 08:00 to 13:00. 24:00 is the end of the day; 00:00 is never an end. */
export const Segment = z
  .strictObject({ from: Time, to: Time })
  .refine((given) => given.from < given.to, { message: "The end must come after the beginning.", path: ["to"] });
const Day = z
  .array(Segment)
  .max(12, "At most twelve stretches a day.")
  .refine(
    (day) =>
      [...day]
        .sort((a, b) => (a.from < b.from ? -1 : 1))
        .every((one, i, all) => i === 0 || (all[i - 1]?.to ?? "") <= one.from),
    {
      message: "These stretches overlap.",
    },
  );
/** Monday first: seven days, each a list of stretches. */
export const Week = z.array(Day).length(7, "Give all seven days, Monday first.");
/** Hours that never open would never let a ticket be due. */
const OpenWeek = Week.refine((week) => week.some((day) => day.length > 0), {
  message: "Give the hours of at least one day.",
});
export type Week = z.infer<typeof Week>;

export const BusinessHours = z.object({
  id: z.number().int(),
  name: z.string(),
  time_zone: z.string(),
  /** Whose public holidays are kept, ISO 3166 alpha-2; empty: nobody's. */
  country: z.string(),
  week: Week,
  is_default: z.boolean(),
  policies: Count,
  hours_a_week: z.number(),
});
export type BusinessHours = z.infer<typeof BusinessHours>;

const hoursFields = {
  name: name("calendar").default("Business hours"),
  time_zone: TimeZone,
  country: z.union([z.literal(""), z.string().regex(/^[A-Z]{2}$/, "A country is two capital letters.")]).default(""),
  week: OpenWeek,
};
/** Without an id the account's own (default) hours; `new` makes another calendar. */
export const HoursInput = z.strictObject({ id: id.optional(), new: z.boolean().default(false), ...hoursFields });
export type HoursForm = z.input<typeof HoursInput>;

export const Holiday = z.object({
  date: z.string(),
  name: z.string(),
  /** From the country's calendar, or added by the account. */
  own: z.boolean(),
  /** Taken away by the account: it counts as an ordinary day. */
  removed: z.boolean(),
  /** Set by the moon: to be confirmed when it is gazetted. */
  to_confirm: z.boolean(),
});

export const ExemptedDay = z.object({
  id: z.number().int(),
  date: z.string(),
  name: z.string(),
  /** The calendar it belongs to; null: every one. */
  calendar_id: z.number().int().nullable(),
  /** Closed the whole day when empty, else these hours in place of the usual ones. */
  segments: z.array(Segment),
});
export type ExemptedDay = z.infer<typeof ExemptedDay>;

/** What a change would do to open tickets, before it is saved. */
export const WhatIf = z.object({
  examined: Count,
  changed: Count,
  would_breach: Count,
  would_be_saved: Count,
  tickets: z.array(
    z.object({
      id: z.number().int(),
      subject: z.string(),
      clock: z.string(),
      due_before: Instant.nullable(),
      due_after: Instant.nullable(),
      breaches: z.boolean(),
      saved: z.boolean(),
    }),
  ),
});
export type WhatIf = z.infer<typeof WhatIf>;

/** Open tickets that are due at another time now, fifty of them at most. */
const Moved = WhatIf.shape.tickets;

/** Business hours, holidays and exempted days. */
export const hoursCalls = {
  countries: {
    method: "GET",
    path: "/countries",
    summary: "Countries whose public holidays are known",
    needs: choosing,
    answers: { 200: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }) },
  },
  operationalHours: {
    method: "GET",
    path: "/operational-hours",
    summary: "What a policy may count by: around the clock (0) or a calendar",
    needs: choosing,
    answers: { 200: Refs },
  },
  businessHours: {
    method: "GET",
    path: "/business/hours/",
    summary: "The business hours: the account's own first, then other calendars",
    needs: choosing,
    answers: { 200: z.object({ data: z.array(BusinessHours) }) },
  },
  openHours: {
    method: "GET",
    path: "/inside/open-hours",
    summary: "Which calendars are open at a moment, holidays and exempted days included",
    internal: true,
    query: z.object({ at: z.iso.datetime() }),
    answers: { 200: z.object({ data: z.array(z.object({ id: Count, name: z.string(), open: z.boolean() })) }) },
  },
  updateHours: {
    method: "POST",
    path: "/business/{account}/update",
    summary: "Set business hours; open tickets are counted anew in the background",
    needs: setting,
    writes: true,
    params: z.object({ account: z.string().max(64) }),
    body: HoursInput,
    answers: { 201: BusinessHours },
  },
  deleteHours: {
    method: "GET",
    path: "/business/hours/{id}/delete",
    summary: "Delete a calendar; one in use asks for another in its place",
    needs: setting,
    writes: true,
    params: oneId,
    query: z.object({ replace: z.coerce.number().int().positive().optional().catch(undefined) }),
    answers: { 201: DoneAnswer },
  },
  hoursWhatIf: {
    method: "POST",
    path: "/business/what-if",
    summary: "How many open tickets these hours would change, and which would breach",
    needs: setting,
    body: HoursInput,
    answers: { 200: WhatIf },
  },
  holidays: {
    method: "GET",
    path: "/holidays/{id}",
    summary: "The public holidays of a country (KE) in a year, with what the account added and took away",
    needs: choosing,
    params: z.object({ id: z.string().regex(/^[A-Za-z]{2}$/) }),
    query: z.object({ year: z.coerce.number().int().min(1990).max(2100).optional().catch(undefined) }),
    answers: { 200: z.object({ data: z.array(Holiday), year: z.number().int(), country: z.string() }) },
  },
  saveHoliday: {
    method: "POST",
    path: "/holidays",
    summary: "Add a gazetted day, take a day of the country's list away, or bring it back",
    needs: setting,
    writes: true,
    body: z.strictObject({
      country: z.string().regex(/^[A-Z]{2}$/, "A country is two capital letters."),
      date: localDate(),
      name: text.max(100).default(""),
      removed: z.boolean().default(false),
      /** Undo an addition or a removal. */
      forget: z.boolean().default(false),
    }),
    answers: { 201: z.object({ status: z.literal(201), message: z.string(), tickets_moved: Count, moved: Moved }) },
  },
  exemptedDays: {
    method: "GET",
    path: "/exempted/days/",
    summary: "Days that do not count, or have hours of their own, soonest first",
    needs: choosing,
    answers: { 200: z.object({ data: z.array(ExemptedDay) }) },
  },
  saveExemptedDay: {
    method: "POST",
    path: "/exempted/days/",
    summary: "Add an exempted day, change one (id), or take it away (delete)",
    needs: setting,
    writes: true,
    body: z.strictObject({
      id: id.optional(),
      date: localDate(),
      name: name("day"),
      calendar_id: id.nullable().default(null),
      segments: Day.default([]),
      delete: z.boolean().default(false),
    }),
    answers: {
      201: z.object({ message: z.string(), data: z.array(ExemptedDay), tickets_moved: Count, moved: Moved }),
    },
  },
} as const satisfies Record<string, Call>;
