import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { Card } from "../kit/ui/card";
import { TextInput } from "../kit/ui/field";
import { Tick, Ticks } from "../kit/ui/tick";
import { weekDays } from "./routing.form";

type Fields = Record<string, FieldMetadata<unknown>>;

/** Business hours: a line of text for each day, so that nothing has to be unfolded. */
export function RoutingHours({ fields, always }: { fields: object; always: boolean }) {
  const all = fields as Fields;
  const text = (name: string) => {
    const field = all[name] as FieldMetadata<string>;
    const { key: _, ...props } = getInputProps(field, { type: "text" });
    return { ...props, errors: field.errors ?? [] };
  };
  return (
    <Card label="Business hours" padded>
      <div className="grid gap-5">
        <h2 className="font-semibold">Business hours</h2>
        <Ticks
          id="chat-hours"
          legend="Open"
          help="Outside these hours the web chat takes messages and says when you open."
        >
          <Tick type="radio" name="hours" value="always" defaultChecked={always} label="Always" />
          <Tick type="radio" name="hours" value="week" defaultChecked={!always} label="At set hours" />
        </Ticks>
        <div className="grid gap-4 sm:grid-cols-2">
          {weekDays.map((day) => (
            <TextInput key={day} label={day} placeholder="Closed" {...text(day.toLowerCase())} />
          ))}
          <TextInput label="Time zone" {...text("time_zone")} help="Such as Africa/Nairobi." />
        </div>
        <p className="text-sm text-quiet">Separate several periods with a comma: 08:00-13:00, 14:00-17:00.</p>
      </div>
    </Card>
  );
}
