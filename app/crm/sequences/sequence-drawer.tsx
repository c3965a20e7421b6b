import { Form, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { weekdays } from "../../../rules/outbound";
import { quietHours, usualHours } from "../../../rules/sequences";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, keepTyped, type LastPost } from "../../kit/refused-post";
import { typedList, typedText } from "../../kit/typed-fields";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Drawer } from "../../kit/ui/drawer";
import { TextInput } from "../../kit/ui/field";
import { FormFoot } from "../../kit/ui/form-foot";

/** The form of a sequence. */
export const SequenceFields = z.object({ name: typedText, from: typedText, until: typedText, days: typedList });

/** What is asked of the service. */
export function sequenceBody({ days, ...said }: z.output<typeof SequenceFields>) {
  return { ...said, days: days.map(Number) };
}

type SequenceDrawerProps = {
  title: string;
  submitLabel: string;
  close: string;
  sequence?: { name: string; from: string; until: string; days: readonly number[] };
  last: LastPost;
};

/** A sequence: its name, and the days and hours in which its steps are done. */
export function SequenceDrawer({ title, submitLabel, close, sequence, last }: SequenceDrawerProps) {
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const { name, from, until, days } = sequence ?? { name: "", ...usualHours };
  const typed = keepTyped(last, { name, from, until, days: days.map(String) });
  return (
    <Drawer
      title={title}
      close={close}
      foot={<FormFoot submitLabel={submitLabel} close={close} form="sequence" working={working} />}
    >
      <PostResult last={last} idOf={(wrong) => `sequence-${wrong}`} />
      <Form method="post" id="sequence" className="grid gap-5">
        <TextInput
          id="sequence-name"
          name="name"
          label="Name"
          maxLength={80}
          defaultValue={typed.name}
          errors={errors.name ?? []}
          autoComplete="off"
        />
        <CheckboxGroup
          id="sequence-days"
          legend="Days"
          help="A step that is due at another time waits until these days and hours."
          errors={errors.days ?? []}
          inline
        >
          {weekdays.map((day, place) => (
            <Checkbox
              key={day}
              name="days"
              value={place + 1}
              label={day}
              defaultChecked={typed.days.includes(String(place + 1))}
            />
          ))}
        </CheckboxGroup>
        <div className="grid grid-cols-2 gap-5">
          <TextInput
            id="sequence-from"
            name="from"
            type="time"
            label="From"
            className="num"
            defaultValue={typed.from}
            errors={errors.from ?? []}
          />
          <TextInput
            id="sequence-until"
            name="until"
            type="time"
            label="Until"
            className="num"
            defaultValue={typed.until}
            errors={errors.until ?? []}
          />
        </div>
        <p className="text-sm text-quiet">
          By the clock of your account, and never before {quietHours.from} or after {quietHours.until}.
        </p>
      </Form>
    </Drawer>
  );
}
