import type { ComponentProps } from "react";
import { Card } from "../../kit/ui/card";
import { TextInput } from "../../kit/ui/field";

/** After how long customers who wait are told that they need not stay. */
export function LongWaits({ field }: { field: Omit<ComponentProps<typeof TextInput>, "label"> }) {
  return (
    <Card label="Long waits" padded>
      <div className="grid gap-5">
        <div>
          <h2 className="font-semibold">Long waits</h2>
          <p className="mt-1 text-sm text-quiet">
            A customer who has waited this long is told that they need not stay. They keep their place in the queue. On
            your website the answer also goes to their email address.
          </p>
        </div>
        <TextInput {...field} className="sm:max-w-80" label="Tell them after (minutes)" optional help="Empty: never." />
      </div>
    </Card>
  );
}
