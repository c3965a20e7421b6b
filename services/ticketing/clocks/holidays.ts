import type Holidays from "date-holidays";

export type CountryDay = { date: string; name: string; to_confirm: boolean };

const moon = /muharram|safar|rabi|jumada|rajab|sha'?ban|ramadan|shawwal|dhu/i;

let library: Promise<typeof Holidays> | undefined;
const known = new Map<string, readonly CountryDay[]>();

/** The library is loaded when it is first needed: it holds the world. */
function load(): Promise<typeof Holidays> {
  const loading = library ?? import("date-holidays").then((module) => module.default);
  library = loading;
  return loading;
}

/** A synchronous look at a country's public holidays of a year, once the library is there. */
export async function publicHolidays(): Promise<(country: string, year: number) => readonly CountryDay[]> {
  const Calendar = await load();
  return (country, year) => {
    const key = `${country} ${year}`;
    const found = known.get(key);
    if (found) return found;
    const days = countryDays(Calendar, country, year);
    known.set(key, days);
    return days;
  };
}

/** A country that the library does not know has no holidays. */
function countryDays(Calendar: typeof Holidays, country: string, year: number): CountryDay[] {
  const calendar = new Calendar();
  if (!Object.hasOwn(calendar.getCountries("en"), country)) return [];
  calendar.init(country, { languages: ["en"], types: ["public"] });
  return calendar.getHolidays(year).flatMap((holiday) => {
    const length = Math.max(1, Math.round((holiday.end.getTime() - holiday.start.getTime()) / 86_400_000));
    const first = Date.parse(`${holiday.date.slice(0, 10)}T00:00:00Z`);
    return Array.from({ length }, (_, n) => ({
      date: new Date(first + n * 86_400_000).toISOString().slice(0, 10),
      name: holiday.name,
      to_confirm: moon.test(holiday.rule ?? ""),
    }));
  });
}

export async function countryNames(): Promise<{ id: string; name: string }[]> {
  const Calendar = await load();
  return Object.entries(new Calendar().getCountries("en"))
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}
