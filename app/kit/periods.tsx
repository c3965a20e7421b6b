import { Form } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { type DayPeriod, periods } from "../../rules/days";
import { Button } from "./ui/button";
import { WithoutScript } from "./ui/without-script";

/** The choice of a period: a GET form, so that it is in the URL; applied at once, without script by its button. */
export function Periods({ period, view }: { period: DayPeriod; view?: string }) {
  const ref = useRef<HTMLSelectElement>(null);
  // The field follows the URL (Back) and keeps the focus, which another element in its place would lose.
  useEffect(() => {
    if (ref.current) ref.current.value = period;
  }, [period]);
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
          ref={ref}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
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
      <WithoutScript>
        <Button>Show</Button>
      </WithoutScript>
    </Form>
  );
}
