import { Form, useLocation } from "@remix-run/react";
import { clockIn } from "../../../rules/local-time";
import { snoozeChoices, snoozeTime } from "../../../rules/snooze";
import { fieldErrors, type RefusedPost, typedValue } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { DateTimeFields } from "../../kit/ui/date-time-fields";
import { Drawer } from "../../kit/ui/drawer";
import { inboxHref } from "./inbox-links";
import { logTime, momentWords } from "./labels";

const choices = Object.keys(snoozeChoices) as (keyof typeof snoozeChoices)[];

type SnoozeProps = {
  name: string;
  /** Seconds: until when it is snoozed already. */
  until: number | null;
  now: number;
  zone: string;
  last: RefusedPost | undefined;
  close: string;
  working: boolean;
};

/** Until when a conversation is put aside. */
export function SnoozeDrawer({ name, until, now, zone, last, close, working }: SnoozeProps) {
  const { search } = useLocation();
  const errors = fieldErrors(last);
  const chosen = typedValue(last, "when") || (until === null ? "hour" : "set");
  const start = until === null ? snoozeTime("tomorrow", zone, new Date(now * 1000)) : new Date(until * 1000);
  const { date, time } = clockIn(zone, start);
  return (
    <Drawer
      title="Snooze"
      close={close}
      foot={
        <>
          <Button variant="primary" size="lg" form="snooze" working={working}>
            Snooze
          </Button>
          <LinkButton to={close} size="lg" variant="ghost">
            Cancel
          </LinkButton>
        </>
      }
    >
      <Form
        id="snooze"
        method="post"
        action={inboxHref(search, { drawer: "snooze" })}
        className="grid gap-5"
        data-keeps=""
      >
        <input type="hidden" name="intent" value="snooze" />
        <CheckboxGroup
          id="snooze-when"
          legend={`Put ${name} aside until when?`}
          help="It comes back at that time, or at once when the customer writes."
          boxed
        >
          {choices.map((one) => (
            <Checkbox
              key={one}
              type="radio"
              name="when"
              value={one}
              defaultChecked={chosen === one}
              label={snoozeChoices[one]}
              help={sayTime(one, zone, now)}
            />
          ))}
          <Checkbox type="radio" name="when" value="set" defaultChecked={chosen === "set"} label="At a set time" />
        </CheckboxGroup>
        <div className="grid gap-2">
          <DateTimeFields
            date={{
              ...{ id: "snooze-date", name: "date", label: "Date" },
              ...{ defaultValue: typedValue(last, "date") ?? date, errors: errors.date ?? errors.until ?? [] },
            }}
            time={{
              ...{ id: "snooze-time", name: "time", label: "Time" },
              ...{ defaultValue: typedValue(last, "time") ?? time, errors: errors.time ?? [] },
            }}
            note="Used with “At a set time”."
          />
        </div>
      </Form>
    </Drawer>
  );
}

function sayTime(choice: keyof typeof snoozeChoices, zone: string, now: number): string {
  const at = Math.floor(snoozeTime(choice, zone, new Date(now * 1000)).getTime() / 1000);
  return choice === "hour" ? logTime(at, zone) : momentWords(at, zone);
}
