import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { FileText, Smartphone, Wallet } from "lucide-react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { showKes } from "../../../rules/money";
import type { Plan } from "../../../services/billing/contract.products";
import { href } from "../../href";
import { PayMethod } from "../../kit/money/pay-method";
import type { LastPost } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Checkbox } from "../../kit/ui/checkbox";
import { TextInput } from "../../kit/ui/field";
import { PlanForm } from "./order-form";

type PayPlanProps = {
  plan: Plan;
  balance: number;
  phone: string;
  payKey: string;
  last: LastPost;
};

/** How it is paid: the phone is asked for where a phone pays. */
export function PayPlan({ plan, balance, phone, payKey, last }: PayPlanProps) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "pay-plan",
    lastResult: last?.reply,
    constraint: undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: PlanForm }),
    defaultValue: { method: "mpesa", phone, auto_renew: "", key: payKey },
  });
  const [method, setMethod] = useState(String(fields.method.initialValue ?? "mpesa"));
  const free = plan.total_cents === 0;
  const price = showKes(plan.total_cents);
  if (free)
    return (
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="method" value="balance" />
        <input type="hidden" name="key" value={payKey} />
        <Button variant="primary" size="lg" working={working}>
          Start with this plan
        </Button>
        <LinkButton to={href("/subscribe")} size="lg">
          Other plans
        </LinkButton>
      </Form>
    );
  return (
    <Form method="post" {...getFormProps(form)} noValidate={scripted} className="card grid gap-5 p-5 max-md:p-4">
      <input type="hidden" name="key" value={payKey} />
      <PayMethod
        price_cents={plan.total_cents}
        balance_cents={balance}
        method={method}
        onChoose={setMethod}
        errors={fields.method.errors}
        help={{
          mpesa: "It starts immediately.",
          invoice: "A pro forma to pay later, by M-Pesa or at the bank. The product opens when it is paid.",
        }}
        phone={
          <TextInput
            label="M-Pesa phone number"
            {...getInputProps(fields.phone, { type: "tel" })}
            key={fields.phone.key}
            errors={fields.phone.errors}
            autoComplete="tel"
            inputMode="tel"
            help="Such as 0722 000 001. For an M-Pesa prompt only."
          />
        }
      />
      <Checkbox
        name={fields.auto_renew.name}
        defaultChecked={fields.auto_renew.initialValue === "on"}
        label="Renew automatically from the balance"
        help="On the day it ends, when the balance has enough. You can stop it at any time."
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="lg"
          working={working}
          icon={!scripted ? Wallet : method === "invoice" ? FileText : method === "mpesa" ? Smartphone : Wallet}
        >
          {scripted && method === "invoice" ? "Make the invoice" : `Pay ${price}`}
        </Button>
        <LinkButton to={href("/subscribe")} size="lg">
          Other plans
        </LinkButton>
      </div>
    </Form>
  );
}
