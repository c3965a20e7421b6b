import { Form, useNavigation } from "@remix-run/react";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, keepTyped, type LastPost } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { Checkbox } from "../../kit/ui/checkbox";
import { DateTimeFields } from "../../kit/ui/date-time-fields";
import { Select, TextInput } from "../../kit/ui/field";
import { UnsavedForm } from "../../kit/unsaved";
import type { AppointmentValues } from "./appointment.server";
import type { CustomerChoicesShown } from "./customer.server";
import { CustomerFields } from "./customer-fields";

const lengths = [15, 30, 45, 60, 90, 120, 180, 240, 480];
const reminders: [value: string, label: string][] = [
  ["", "No reminder"],
  ["0", "When it begins"],
  ["15", "15 minutes before"],
  ["60", "1 hour before"],
  ["1440", "1 day before"],
];

type AppointmentFormProps = {
  held: AppointmentValues;
  people: readonly { id: string; name: string }[];
  customer: CustomerChoicesShown;
  last: LastPost;
  submitLabel: string;
  back: string;
  /** Whether it can be called off or was held: one that is there. */
  known?: boolean;
};

/** An appointment: what about, when, how long, where, whose, when to be reminded, and what the customer is told. */
export function AppointmentForm({
  held,
  people,
  customer,
  last,
  submitLabel,
  back,
  known = false,
}: AppointmentFormProps) {
  const working = useNavigation().state === "submitting";
  const typed = keepTyped(last, held);
  const errors = fieldErrors(last);
  return (
    <div className="grid gap-5">
      <PostResult last={last} idOf={(name) => name} />
      <Card padded label="Appointment" className="max-w-[720px] md:p-5!">
        <Form method="post" className="grid gap-5">
          <UnsavedForm refused={last} />
          <TextInput
            id="title"
            name="title"
            label="What about"
            maxLength={200}
            defaultValue={typed.title}
            errors={errors.title ?? []}
            autoComplete="off"
            required
          />
          <div className="grid gap-2">
            <DateTimeFields
              date={{ id: "day", name: "day", label: "Day", defaultValue: typed.day, errors: errors.day ?? [] }}
              time={{ id: "time", name: "time", label: "Time", defaultValue: typed.time, errors: errors.time ?? [] }}
            />
          </div>
          <Select
            id="minutes"
            name="minutes"
            label="Length"
            defaultValue={typed.minutes}
            choices={lengths.map((minutes) => ({
              value: String(minutes),
              label: minutes < 60 ? `${minutes} minutes` : `${minutes / 60} h`,
            }))}
            errors={errors.minutes ?? []}
          />
          <TextInput
            id="place"
            name="place"
            label="Place"
            optional
            maxLength={200}
            defaultValue={typed.place}
            errors={errors.place ?? []}
            autoComplete="off"
          />
          <Select
            id="user_id"
            name="user_id"
            label="Of"
            empty="Me"
            defaultValue={typed.user_id}
            choices={people.map(({ id, name }) => ({ value: id, label: name }))}
            errors={errors.user_id ?? []}
          />
          <Select
            id="remind_minutes"
            name="remind_minutes"
            label="Reminder"
            defaultValue={typed.remind_minutes}
            choices={reminders.map(([value, label]) => ({ value, label }))}
            errors={errors.remind_minutes ?? []}
          />
          <CustomerFields customer={customer} held={held} typed={typed} errors={errors} />
          {errors.overlap && (
            <div id="overlap">
              <p className="err">{errors.overlap.join(" ")}</p>
              <Checkbox name="overlap" value="on" label="Make it all the same" />
            </div>
          )}
          <div className="flex flex-wrap gap-2">
            <Button name="state" value="scheduled" variant="primary" size="lg" working={working}>
              {submitLabel}
            </Button>
            {known && (
              <>
                <Button name="state" value="done" size="lg">
                  It took place
                </Button>
                <Button name="state" value="cancelled" size="lg">
                  Call it off
                </Button>
              </>
            )}
            <LinkButton to={back} size="lg" variant="ghost">
              Cancel
            </LinkButton>
          </div>
        </Form>
      </Card>
    </div>
  );
}
