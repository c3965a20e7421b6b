import { Form, useLocation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { impactLevels, priorities, urgencyLevels } from "../../../rules/ticket-labels";
import type { WhatIf as Answer, BusinessHours } from "../../../services/ticketing/contract.hours";
import { href } from "../../href";
import { fieldErrors, type RefusedPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Select, TextInput } from "../../kit/ui/field";
import { Tabs } from "../../kit/ui/tabs";
import { WeekFields } from "../../kit/ui/week-fields";
import { type ZoneGroups, ZoneSelect } from "../../kit/ui/zone-select";
import { weekDays, weekPosted, weekTyped } from "../../kit/week";
import { Pick } from "../kit/pick";
import { Remove } from "./replace-form";
import { WhatIf } from "./what-if";

/** What a form of the SLA page came back with. */
export type LastSla = (RefusedPost & { whatIf?: Answer }) | undefined;

type HoursProps = {
  found: {
    calendars: readonly { id: number; name: string; is_default: boolean; policies: number }[];
    chosen: BusinessHours | null;
    fresh: boolean;
    countries: readonly { id: string; name: string }[];
    zone: string;
    zones: ZoneGroups;
    accountZone: string;
  };
  working: boolean;
  last: LastSla;
};

const lunch = [
  { from: "08:00", to: "13:00" },
  { from: "14:00", to: "17:00" },
];
/** What a new calendar begins with. */
const officeWeek = weekDays.map((_, day) => (day < 5 ? lunch : []));

/** Business hours: from and to for each day, in two periods for a lunch break. */
export function HoursCard({ found, working, last }: HoursProps) {
  const { calendars, chosen, fresh, countries, zone, zones, accountZone } = found;
  const { pathname, search } = useLocation();
  const errors = fieldErrors(last);
  const typed = (name: string, otherwise: string) => typedValue(last, name) ?? otherwise;
  const wrong = (name: string) => errors[name] ?? [];
  return (
    <section className="card" aria-label="Business hours">
      <div className="card-head">
        <h2>Business hours</h2>
        {chosen && <p className="num ml-auto text-sm text-quiet">{chosen.hours_a_week} hours a week</p>}
        {chosen && !chosen.is_default && (
          <Remove
            id={chosen.id}
            name={chosen.name}
            used={chosen.policies}
            noun={["policy", "policies"]}
            intent="delete hours"
            others={calendars
              .filter(({ id }) => id !== chosen.id)
              .map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
      </div>
      <div className="px-4 pt-2">
        <Tabs
          label="Calendars"
          tabs={[
            ...calendars.map(({ id, name, is_default }) => ({
              label: is_default ? `${name} (the account's own)` : name,
              to: href("/ticketing/settings/sla", undefined, { calendar: id }),
              current: chosen?.id === id,
            })),
            {
              label: "New calendar",
              to: href("/ticketing/settings/sla", undefined, { calendar: "new" }),
              current: fresh,
            },
          ]}
        />
      </div>
      <Form
        key={`${chosen?.id} ${JSON.stringify(chosen?.week)} ${last ? "kept" : ""}`}
        method="post"
        action={`${pathname}${search}`}
        className="grid gap-4 p-4 pt-1"
        noValidate={useHydrated()}
      >
        {/* What Enter in a field presses: the first button of the form, before those beside the days. */}
        <button type="submit" name="intent" value="save hours" hidden tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="calendar" value={fresh ? "new" : (chosen?.id ?? "")} />
        <TextInput
          id="hours-name"
          name="name"
          label="Name"
          maxLength={100}
          defaultValue={typed("name", chosen?.name ?? "")}
          errors={wrong("name")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <ZoneSelect
            id="time_zone"
            name="time_zone"
            zones={zones}
            account={accountZone}
            defaultValue={typed("time_zone", chosen?.time_zone ?? accountZone)}
            errors={wrong("time_zone")}
          />
          <Select
            id="country"
            name="country"
            label="Public holidays of"
            empty="No country"
            choices={countries.map(({ id, name }) => ({ value: id, label: name }))}
            defaultValue={typed("country", chosen ? chosen.country : "KE")}
            errors={wrong("country")}
          />
        </div>
        <WeekFields
          key={typedValue(last, "intent")}
          wish="intent"
          typed={
            last
              ? weekPosted((name) => typedValue(last, name === "week" ? "intent" : name) ?? "")
              : weekTyped(chosen?.week ?? officeWeek)
          }
          errors={errors}
        />
        {last?.whatIf && <WhatIf answer={last.whatIf} zone={zone} />}
        <div className="flex flex-wrap gap-2">
          <Button name="intent" value="save hours" working={working}>
            Save hours
          </Button>
          <Button variant="ghost" name="intent" value="try hours" working={working}>
            What would change?
          </Button>
        </div>
      </Form>
    </section>
  );
}

type Cell = { urgency_id: number; impact_id: number; priority_id: number };

/** Urgency and impact make the priority. */
export function GridCard({ grid, working }: { grid: readonly Cell[]; working: boolean }) {
  const { pathname, search } = useLocation();
  const held = (urgency: number, impact: number) =>
    grid.find((cell) => cell.urgency_id === urgency && cell.impact_id === impact)?.priority_id ?? 3;
  return (
    <section className="card" aria-label="Priority grid">
      <div className="card-head">
        <h2>Priority grid</h2>
      </div>
      <Form method="post" action={`${pathname}${search}`} className="grid gap-3 p-4" key={JSON.stringify(grid)}>
        <div className="overflow-x-auto">
          <table className="w-full text-sm">
            <thead>
              <tr>
                <td />
                {impactLevels.map(({ id, name }) => (
                  <th key={id} scope="col" className="px-1 pb-2 text-left font-medium text-quiet">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...urgencyLevels].reverse().map((urgency) => (
                <tr key={urgency.id}>
                  <th scope="row" className="py-1 pr-2 text-left font-medium text-quiet">
                    {urgency.name}
                  </th>
                  {impactLevels.map((impact) => (
                    <td key={impact.id} className="p-1">
                      <Pick
                        className="w-full"
                        name={`cell${urgency.id}${impact.id}`}
                        label={`${urgency.name}, ${impact.name}`}
                        defaultValue={held(urgency.id, impact.id)}
                        choices={priorities.map(({ id, name }) => ({ value: String(id), label: name }))}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div>
          <Button name="intent" value="grid" working={working}>
            Save priorities
          </Button>
        </div>
      </Form>
    </section>
  );
}
