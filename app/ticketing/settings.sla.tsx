// /ticketing/settings/sla - business hours, holidays, exempted days and the priority grid
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PostResult } from "../kit/post-result";
import { typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { zonesByContinent } from "../kit/zones.server";
import { act, expectStatus, page } from "../shell/page.server";
import { ExemptedCard, HolidaysCard } from "./settings/days-cards";
import { GridCard, HoursCard } from "./settings/hours-cards";
import { SettingsHead } from "./settings/settings-tabs";
import { changeSla, SlaForm } from "./settings/sla.server";

const path = "/ticketing/settings/sla";

export const meta = titled("SLA");

export const loader = page(path, async ({ api, url, viewer }) => {
  const [hours, countries, exempted, grid, profile] = await Promise.all([
    api.ticketing.businessHours({}),
    api.ticketing.countries({}),
    api.ticketing.exemptedDays({}),
    api.ticketing.priorityGrids({}),
    api.identity.profile(),
  ]);
  const calendars = expectStatus(hours, 200).data;
  const asked = url.searchParams.get("calendar");
  const chosen = asked === "new" ? undefined : (calendars.find(({ id }) => String(id) === asked) ?? calendars[0]);
  const country = chosen?.country || "KE";
  const thisYear = new Date().getUTCFullYear();
  const year = Math.min(2100, Math.max(1990, Number(url.searchParams.get("year")) || thisYear));
  const holidays = await api.ticketing.holidays({ params: { id: country }, query: { year } });
  return {
    calendars: calendars.map(({ id, name, is_default, policies }) => ({ id, name, is_default, policies })),
    chosen: chosen ?? null,
    fresh: asked === "new",
    countries: expectStatus(countries, 200).data,
    exempted: expectStatus(exempted, 200).data,
    grid: expectStatus(grid, 200).data,
    holidays: holidays.status === 200 ? holidays.body.data : [],
    country,
    year,
    zone: viewer.time_zone,
    zones: zonesByContinent(),
    accountZone: profile.status === 200 ? profile.body.account_time_zone : viewer.time_zone,
  };
});

export const action = act(path, SlaForm, changeSla);

export default function Sla() {
  const found = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const intent = typedValue(last, "intent") ?? "";
  const of = (form: RegExp) => (form.test(intent) ? last : undefined);
  return (
    <>
      <PostResult last={last} idOf={(name) => fieldId(intent, name)} />
      <SettingsHead tab="SLA" text="Due times count only these working hours." />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <HoursCard found={found} working={working} last={of(/^(save hours|try hours|add|copy \d)$/)} />
        <div className="grid min-w-0 gap-4">
          <GridCard grid={found.grid} working={working} />
          <ExemptedCard days={found.exempted} working={working} last={of(/^save exempted$/)} />
          <HolidaysCard
            holidays={found.holidays}
            country={found.country}
            year={found.year}
            working={working}
            last={(typedValue(last, "removed") ?? typedValue(last, "forget")) ? undefined : of(/^holiday$/)}
          />
        </div>
      </div>
    </>
  );
}

/** The ID of a field: the forms of the page have fields of the same name. */
function fieldId(intent: string, name: string): string | undefined {
  if (intent === "holiday") return `holiday-${name}`;
  if (intent.endsWith("exempted")) return `exempted-${name}`;
  return name === "name" ? "hours-name" : name;
}
