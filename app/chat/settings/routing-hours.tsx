import { Card } from "../../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { WeekFields } from "../../kit/ui/week-fields";
import { type ZoneGroups, ZoneSelect } from "../../kit/ui/zone-select";
import type { WeekTyped } from "../../kit/week";

type RoutingHoursProps = {
  always: boolean;
  typed: WeekTyped;
  zone: string;
  zones: ZoneGroups;
  accountZone: string;
  errors: Record<string, string[] | undefined>;
};

/** Business hours: always, or from and to for each day. */
export function RoutingHours({ always, typed, zone, zones, accountZone, errors }: RoutingHoursProps) {
  return (
    <Card label="Business hours" padded>
      <div className="grid gap-5">
        <h2 className="font-semibold">Business hours</h2>
        <CheckboxGroup
          id="chat-hours"
          legend="Open"
          help="Outside these hours the web chat takes messages and says when you open."
        >
          <Checkbox type="radio" name="hours" value="always" defaultChecked={always} label="Always" />
          <Checkbox type="radio" name="hours" value="week" defaultChecked={!always} label="At set hours" />
        </CheckboxGroup>
        <WeekFields typed={typed} errors={errors} />
        <ZoneSelect
          className="sm:max-w-80"
          id="chat-time-zone"
          name="time_zone"
          zones={zones}
          account={accountZone}
          defaultValue={zone}
          errors={errors.time_zone ?? []}
        />
      </div>
    </Card>
  );
}
