import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { LastPost } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { TextInput } from "../../kit/ui/field";
import { LowBalanceForm } from "./low-balance-form";

type LowBalanceProps = { cents: number | null; last: LastPost };

/** Below which balance the owner gets an e-mail (Q164). */
export function LowBalance({ cents, last }: LowBalanceProps) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "low-balance",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: LowBalanceForm }),
    defaultValue: { amount: cents === null ? "" : (cents / 100).toFixed(2) },
  });
  return (
    <Form
      method="post"
      {...getFormProps(form)}
      noValidate={scripted}
      className="card flex flex-wrap items-end gap-3 p-5 max-md:p-4"
    >
      <TextInput
        className="min-w-60 flex-1"
        label="Low-balance alert (KES)"
        {...getInputProps(fields.amount, { type: "text" })}
        key={fields.amount.key}
        errors={fields.amount.errors}
        inputMode="decimal"
        help="The owners get one email when the balance falls below this. Leave it empty for no alert."
      />
      <Button working={working} className="mb-6">
        Save
      </Button>
    </Form>
  );
}
