import { Form } from "@remix-run/react";
import { type Period, periods } from "../../rules/days";
import { Button } from "./ui/button";

/** The choice of a period: a GET form, so that it is in the URL and works without script. */
export function Periods({ period }: { period: Period }) {
  return (
    <Form method="get" className="flex items-center gap-2">
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
