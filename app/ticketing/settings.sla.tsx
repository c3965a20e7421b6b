// /ticketing/settings/sla - business hours, holidays, exempted days and the priority grid
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { ActionNotice } from "../kit/action-notice";
import { zonesByContinent } from "../kit/zones.server";
import { expectStatus, page, receive } from "../shell/page.server";
import { ExemptedCard, HolidaysCard } from "./days-cards";
import { GridCard, HoursCard } from "./hours-cards";
import { SettingsHead } from "./settings-tabs";
import { changeSla } from "./sla.server";

const path = "/ticketing/settings/sla";

export const meta: MetaFunction = () => [{ title: `SLA - ${brand.name}` }];

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

export const action = receive(path, changeSla);

export default function Sla() {
  const found = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const shown = last && Object.keys(last.errors).length === 0 ? last.notice : undefined;
  return (
    <>
      <ActionNotice notice={shown} />
      <SettingsHead tab="SLA" text="Due times count only these working hours." />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <HoursCard found={found} working={working} {...(last && /hours$/.test(last.intent) ? { last } : {})} />
        <div className="grid min-w-0 gap-4">
          <GridCard grid={found.grid} working={working} />
          <ExemptedCard
            days={found.exempted}
            working={working}
            {...(last && /exempted$/.test(last.intent) ? { last } : {})}
          />
          <HolidaysCard
            holidays={found.holidays}
            country={found.country}
            year={found.year}
            working={working}
            {...(last?.intent === "holiday" ? { last } : {})}
          />
        </div>
      </div>
    </>
  );
}
