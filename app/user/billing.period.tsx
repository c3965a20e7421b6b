import { Form } from "@remix-run/react";
import { type Period, periods } from "../../rules/days";
import { Button } from "../kit/ui/button";
import type { View } from "./billing.views";

/** The choice of a period that keeps the view. */
export function PeriodOfView({ period, view }: { period: Period; view: View }) {
  return (
    <Form method="get" className="flex items-center gap-2">
      <input type="hidden" name="view" value={view} />
      <label htmlFor="days" className="sr-only">
        Period
      </label>
      <select id="days" name="days" className="input h-8! w-auto! max-md:h-10!" defaultValue={period} key={period}>
        {Object.entries(periods).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Button>Show</Button>
    </Form>
  );
}
