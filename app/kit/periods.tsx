import { Form } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { type Period, periods } from "../../rules/days";
import { Button } from "./ui/button";

/** The choice of a period: a GET form, so that it is in the URL and works without script; `view` is kept with it. */
export function Periods({ period, view }: { period: Period; view?: string }) {
  return (
    <Form method="get" className="flex items-center gap-2">
      {view !== undefined && <input type="hidden" name="view" value={view} />}
      <label htmlFor="days" className="sr-only">
        Period
      </label>
      <span className="relative">
        <select
          id="days"
          name="days"
          className="input h-8! w-auto! pr-8! max-md:h-10!"
          defaultValue={period}
          key={period}
        >
          {Object.entries(periods).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2 -mt-2 text-quiet"
        />
      </span>
      <Button>Show</Button>
    </Form>
  );
}
