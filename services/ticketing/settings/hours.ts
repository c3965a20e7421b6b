import { sql } from "kysely";
import { z } from "zod";
import { elapsed, type Segment, workingCalendar } from "../../../rules/business-time";
import { isDuplicate, type Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { hasRows, json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { publicHolidays } from "../clocks/holidays";
import { recountLater } from "../clocks/recount-later";
import { HoursRow } from "../clocks/rules";
import { type BusinessHours, ExemptedDay, type HoursInput } from "../contract.hours";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { inUse } from "./stages";

type Form = z.output<typeof HoursInput>;

const UsedHours = HoursRow.extend({ policies: z.number() });

export async function listHours(trx: Trx, account: string): Promise<BusinessHours[]> {
  const found = await checkedRows(
    trx,
    UsedHours,
    sql`
    select id, name, time_zone, country, week, is_default,
      (select count(*)::int from ticketing.policies p where p.customer_account = c.customer_account
        and (p.hours_id = c.id or (p.hours_id is null and c.is_default))) as policies
    from ticketing.calendars c where customer_account = ${account} order by is_default desc, lower(name)`,
  );
  return found.map((hours) => ({ ...hours, hours_a_week: hoursAWeek(hours.week) }));
}

/** Of an ordinary week: no holidays, no change of the clock. */
function hoursAWeek(week: HoursRow["week"]): number {
  const monday = Date.UTC(2024, 0, 1);
  const ms = elapsed(workingCalendar({ timeZone: "UTC", week }), monday, monday + 7 * 86_400_000);
  return Math.round((ms / 3_600_000) * 100) / 100;
}

/** 23:59 is how many say the end of the day: it is 24:00, and no minute is lost. */
function toMidnight(day: readonly Segment[]): Segment[] {
  return day.map(({ from, to }) => ({ from, to: to === "23:59" ? "24:00" : to }));
}

/** Which calendar a form is about, as it would be when saved. */
export async function supposedHours(trx: Trx, account: string, form: Form): Promise<HoursRow> {
  const known = await listHours(trx, account);
  const old = form.new
    ? undefined
    : form.id === undefined
      ? known.find(({ is_default }) => is_default)
      : known.find(({ id }) => id === form.id);
  if (!form.new && form.id !== undefined && !old) throw new HttpError(404, "There is no such calendar.");
  const { name, time_zone, country } = form;
  const week = form.week.map(toMidnight);
  return { id: old?.id ?? -1, name, time_zone, country, week, is_default: old?.is_default ?? known.length === 0 };
}

export async function saveHours(unit: UnitOfWork, form: Form): Promise<BusinessHours> {
  const { trx, account } = unit;
  const hours = await supposedHours(trx, account, form);
  const { name, time_zone, country, week, is_default } = hours;
  const saved = await checkedRow(
    trx,
    IdRow,
    hours.id === -1
      ? sql`insert into ticketing.calendars (customer_account, name, time_zone, country, week, is_default)
          values (${account}, ${name}, ${time_zone}, ${country}, ${json(week)}, ${is_default}) returning id`
      : sql`update ticketing.calendars set name = ${name}, time_zone = ${time_zone}, country = ${country}, week = ${json(week)}
          where customer_account = ${account} and id = ${hours.id} returning id`,
  ).catch((error: unknown) => {
    const words = `There is a calendar named ${name} already.`;
    throw isDuplicate(error) ? new HttpError(422, words, { name: [words] }) : error;
  });
  // The account's own days are those of its own hours.
  if (is_default)
    await sql`update ticketing.account_settings set time_zone = ${time_zone} where customer_account = ${account}`.execute(
      trx,
    );
  await recountLater(trx, account);
  const found = (await listHours(trx, account)).find(({ id }) => id === saved?.id);
  if (!found) throw new Error("a calendar vanished");
  return found;
}

const HoursName = z.object({ name: z.string(), is_default: z.boolean() });

/** Deletes a calendar; policies that count by it get the one named in its place. @throws HttpError 404, 409 */
export async function deleteHours(
  { trx, account }: UnitOfWork,
  id: number,
  replace: number | undefined,
): Promise<string> {
  const hours = await checkedRow(
    trx,
    HoursName,
    sql`select name, is_default from ticketing.calendars where customer_account = ${account} and id = ${id} for update`,
  );
  if (!hours) throw new HttpError(404, "There is no such calendar.");
  if (hours.is_default)
    throw new HttpError(409, "These are the account's own hours: change them, they cannot be deleted.");
  const used = await hasRows(
    trx,
    sql`select 1 from ticketing.policies where customer_account = ${account} and hours_id = ${id} limit 1`,
  );
  if (used) {
    const other = await hasRows(
      trx,
      sql`select 1 from ticketing.calendars where customer_account = ${account} and id = ${replace ?? 0} and id <> ${id}`,
    );
    if (!other) throw inUse(`Policies count by ${hours.name}. Choose the calendar that they count by.`);
    await sql`
      update ticketing.policies set hours_id = ${replace ?? 0} where customer_account = ${account} and hours_id = ${id}`.execute(
      trx,
    );
  }
  await sql`delete from ticketing.calendars where customer_account = ${account} and id = ${id}`.execute(trx);
  await recountLater(trx, account);
  return hours.name;
}

const HolidayRow = z.object({ date: z.string(), name: z.string(), removed: z.boolean() });

/** A country's holidays of a year with what the account made of them. */
export async function listHolidays(trx: Trx, account: string, country: string, year: number) {
  const of = await publicHolidays();
  const edits = await checkedRows(
    trx,
    HolidayRow,
    sql`
    select date::text, name, removed from ticketing.holiday_edits
    where customer_account = ${account} and country = ${country} and extract(year from date) = ${year}`,
  );
  const listed = of(country, year).map((day) => {
    const edit = edits.find(({ date }) => date === day.date);
    return { ...day, name: edit && !edit.removed ? edit.name : day.name, own: false, removed: edit?.removed ?? false };
  });
  const own = edits
    .filter(({ date, removed }) => !removed && !listed.some((day) => day.date === date))
    .map(({ date, name }) => ({ date, name, own: true, removed: false, to_confirm: false }));
  return [...listed, ...own].sort((a, b) => (a.date < b.date ? -1 : 1));
}

type HolidayForm = { country: string; date: string; name: string; removed: boolean; forget: boolean };

export async function saveHoliday({ trx, account }: UnitOfWork, form: HolidayForm): Promise<void> {
  if (!form.forget && !form.removed && form.name === "")
    throw new HttpError(422, "Give the day a name.", { name: ["Give the day a name."] });
  if (form.forget)
    await sql`
      delete from ticketing.holiday_edits where customer_account = ${account} and country = ${form.country}
        and date = ${form.date}::date`.execute(trx);
  else
    await sql`
      insert into ticketing.holiday_edits (customer_account, country, date, name, removed)
      values (${account}, ${form.country}, ${form.date}::date, ${form.name}, ${form.removed})
      on conflict (customer_account, country, date) do update set name = excluded.name, removed = excluded.removed`.execute(
      trx,
    );
  await recountLater(trx, account);
}

export function listExempted(trx: Trx, account: string): Promise<ExemptedDay[]> {
  return checkedRows(
    trx,
    ExemptedDay,
    sql`
    select id, date::text, name, calendar_id, segments from ticketing.exempted_days
    where customer_account = ${account} order by date, id`,
  );
}

type DayForm = {
  id?: number | undefined;
  date: string;
  name: string;
  calendar_id: number | null;
  segments: { from: string; to: string }[];
  delete: boolean;
};

export async function saveExempted({ trx, account }: UnitOfWork, form: DayForm): Promise<ExemptedDay[]> {
  const mine = sql`customer_account = ${account} and id = ${form.id ?? 0}`;
  if (form.calendar_id !== null) {
    const known = await hasRows(
      trx,
      sql`select 1 from ticketing.calendars where customer_account = ${account} and id = ${form.calendar_id}`,
    );
    if (!known)
      throw new HttpError(422, "Choose a calendar from the list.", {
        calendar_id: ["Choose a calendar from the list."],
      });
  }
  const values = sql`${form.date}::date, ${form.name}, ${form.calendar_id}, ${json(toMidnight(form.segments))}`;
  const saved = await hasRows(
    trx,
    form.delete
      ? sql`delete from ticketing.exempted_days where ${mine} returning id`
      : form.id === undefined
        ? sql`insert into ticketing.exempted_days (customer_account, date, name, calendar_id, segments)
            values (${account}, ${values}) returning id`
        : sql`update ticketing.exempted_days set (date, name, calendar_id, segments) = row(${values}) where ${mine} returning id`,
  ).catch((error: unknown) => {
    const words = "This day is already in the list.";
    throw isDuplicate(error) ? new HttpError(422, words, { date: [words] }) : error;
  });
  if (!saved) throw new HttpError(404, "There is no such day.");
  await recountLater(trx, account);
  return listExempted(trx, account);
}
