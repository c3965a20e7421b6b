import { useState } from "react";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Card } from "../../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { DateField } from "../../kit/ui/date-field";
import { useWithoutScript } from "../../kit/ui/without-script";
import { PaidByFields } from "./paid-by-fields";

/** Of a new sale: whether it was paid, or by when it is to be. Without script all fields are there, and the choice decides. */
export function PaymentFields({ last }: { last: LastPost }) {
  const unscripted = useWithoutScript();
  const [chosen, choose] = useState(typedValue(last, "payment") ?? "");
  const shown = (value: string) => (chosen === value ? "" : unscripted);
  const choice = (value: string) => ({
    ...{ type: "radio" as const, name: "payment", value },
    defaultChecked: chosen === value,
    onChange: () => choose(value),
  });
  return (
    <Card padded label="Payment" className="grid gap-4">
      <CheckboxGroup id="payment" legend="Payment" inline>
        <Checkbox {...choice("")} label="Not followed here" />
        <Checkbox {...choice("paid")} label="Paid on that day" />
        <Checkbox {...choice("due")} label="To be paid later" />
      </CheckboxGroup>
      <div className={`grid gap-4 sm:grid-cols-2 ${shown("paid")}`}>
        <PaidByFields last={last} />
      </div>
      <div className={`max-w-60 ${shown("due")}`}>
        <DateField
          id="due_on"
          name="due_on"
          label="To be paid by"
          quick="future"
          defaultValue={typedValue(last, "due_on") ?? ""}
          errors={fieldErrors(last).due_on ?? []}
        />
      </div>
    </Card>
  );
}
