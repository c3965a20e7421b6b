import { Form, useLocation } from "@remix-run/react";
import { RotateCcw, X } from "lucide-react";
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { ExemptedDay } from "../../../services/ticketing/contract.hours";
import { withQuery } from "../../kit/list";
import { fieldErrors, typedValue } from "../../kit/refused-post";
import { Badge } from "../../kit/ui/badge";
import { Button } from "../../kit/ui/button";
import { DateField } from "../../kit/ui/date-field";
import { TextInput } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import type { LastSla } from "./hours-cards";
import { dayText } from "./week";

type ExemptedProps = { days: readonly ExemptedDay[]; working: boolean; last: LastSla };

const shown = (date: string) => date.replaceAll("-", ".");

/** Days that do not count, or count by hours of their own. */
export function ExemptedCard({ days, working, last }: ExemptedProps) {
  const { pathname, search } = useLocation();
  const action = `${pathname}${search}`;
  return (
    <section className="card" aria-label="Days off and special hours">
      <div className="card-head">
        <h2>Days off and special hours</h2>
      </div>
      {days.length === 0 && <p className="p-4 text-quiet">None. Add days such as stocktaking or half days.</p>}
      <ul className="divide-y divide-line">
        {days.map((day) => (
          <li key={day.id} className="flex items-center gap-3 px-4 py-1.5">
            <span className="num">{shown(day.date)}</span>
            <span className="min-w-0 flex-1 truncate">{day.name}</span>
            <span className="num text-sm text-quiet">{day.segments.length ? dayText(day.segments) : "closed"}</span>
            <Form method="post" action={action}>
              <input type="hidden" name="id" value={day.id} />
              <input type="hidden" name="date" value={day.date} />
              <input type="hidden" name="name" value={day.name} />
              <Button variant="ghost" icon={X} name="intent" value="delete exempted" label={`Remove ${day.name}`} />
            </Form>
          </li>
        ))}
      </ul>
      <DayForm
        key={`${days.length} ${last ? "kept" : ""}`}
        id="exempted"
        intent="save exempted"
        button="Add the day"
        labels={{ date: "Day", name: "Why", hours: "Hours" }}
        working={working}
        last={last}
      />
    </section>
  );
}

type HolidaysProps = {
  holidays: readonly { date: string; name: string; own: boolean; removed: boolean; to_confirm: boolean }[];
  country: string;
  year: number;
  working: boolean;
  last: LastSla;
};

/** The country's public holidays, with what the account added and took away. */
export function HolidaysCard({ holidays, country, year, working, last }: HolidaysProps) {
  const { pathname, search } = useLocation();
  const action = `${pathname}${search}`;
  return (
    <section className="card" aria-label="Public holidays">
      <div className="card-head">
        <h2>
          Public holidays {country} {year}
        </h2>
        <p className="ml-auto flex gap-3 text-sm">
          <Link className="link" to={withQuery(search, { year: year - 1 })} preventScrollReset>
            {year - 1}
          </Link>
          <Link className="link" to={withQuery(search, { year: year + 1 })} preventScrollReset>
            {year + 1}
          </Link>
        </p>
      </div>
      <ul className="divide-y divide-line">
        {holidays.map((day) => (
          <li key={`${day.date} ${day.name}`} className="flex items-center gap-3 px-4 py-1">
            <span className={`num ${day.removed ? "text-quiet line-through" : ""}`}>{shown(day.date)}</span>
            <span className={`min-w-0 flex-1 truncate ${day.removed ? "text-quiet line-through" : ""}`}>
              {day.name}
            </span>
            {day.to_confirm && <Badge kind="warn">to confirm</Badge>}
            {day.own && <Badge>own</Badge>}
            <Form method="post" action={action} preventScrollReset>
              <input type="hidden" name="country" value={country} />
              <input type="hidden" name="date" value={day.date} />
              <input type="hidden" name="name" value={day.name} />
              {day.own || day.removed ? (
                <input type="hidden" name="forget" value="1" />
              ) : (
                <input type="hidden" name="removed" value="1" />
              )}
              <Button
                variant="ghost"
                icon={day.removed ? RotateCcw : X}
                name="intent"
                value="holiday"
                label={day.removed ? `Keep ${day.name} again` : `Remove ${day.name}: an ordinary day`}
              />
            </Form>
          </li>
        ))}
      </ul>
      <DayForm
        key={`${holidays.length} ${last ? "kept" : ""}`}
        id="holiday"
        intent="holiday"
        button="Add the holiday"
        labels={{ date: "Gazetted day", name: "Name" }}
        working={working}
        last={last}
      >
        <input type="hidden" name="country" value={country} />
      </DayForm>
    </section>
  );
}

type DayFormProps = {
  id: string;
  intent: string;
  button: string;
  /** Without hours the day is closed. */
  labels: { date: string; name: string; hours?: string };
  working: boolean;
  last: LastSla;
  children?: ReactNode;
};

/** One day more. */
function DayForm({ id, intent, button, labels, working, last, children }: DayFormProps) {
  const { pathname, search } = useLocation();
  const scripted = useHydrated();
  const field = (name: "date" | "name" | "hours") => ({
    id: `${id}-${name}`,
    name,
    defaultValue: typedValue(last, name) ?? "",
    errors: fieldErrors(last)[name] ?? [],
    autoComplete: "off",
  });
  return (
    <Form
      method="post"
      action={`${pathname}${search}`}
      className="grid gap-3 border-t border-line p-4"
      noValidate={scripted}
    >
      {children}
      <div className={`grid gap-3 ${labels.hours ? "sm:grid-cols-3" : "sm:grid-cols-2"}`}>
        <DateField {...field("date")} quick="future" label={labels.date} required />
        <TextInput {...field("name")} label={labels.name} maxLength={100} required />
        {labels.hours && <TextInput {...field("hours")} label={labels.hours} optional placeholder="09:00-12:00" />}
      </div>
      <div>
        <Button name="intent" value={intent} working={working}>
          {button}
        </Button>
      </div>
    </Form>
  );
}
