import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { Smartphone } from "lucide-react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { LipaForm } from "../../../services/billing/contract.payments";
import { href } from "../../href";
import { Amount } from "../../kit/money/amount";
import { MpesaPhone } from "../../kit/money/phone";
import type { LastPost } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { TextInput } from "../../kit/ui/field";

/** An amount and a phone; the words about what M-Pesa can move are the service's own. */
export const TopUpForm = z.object({
  amount: Amount().pipe(LipaForm.shape.amount_cents),
  phone: MpesaPhone,
  key: z.string({ error: "Open this page again." }).min(8, "Open this page again.").max(60),
});

const offers = [500, 1_000, 5_000];

type TopUpCardProps = { amount: string; phone: string; payKey: string; last: LastPost };

/** Top up by M-Pesa: how much, and which phone is asked. */
export function TopUpCard({ amount, phone, payKey, last }: TopUpCardProps) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "top-up",
    lastResult: last?.reply,
    constraint: undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: TopUpForm }),
    defaultValue: { amount, phone, key: payKey },
  });
  return (
    <Form
      method="post"
      {...getFormProps(form)}
      noValidate={scripted}
      className="card mb-4 grid max-w-[640px] gap-5 p-5 max-md:p-4"
    >
      <input type="hidden" name="key" value={payKey} />
      <TextInput
        label="Amount in KES"
        {...getInputProps(fields.amount, { type: "text" })}
        key={fields.amount.key}
        errors={fields.amount.errors}
        inputMode="decimal"
        help="KES 10 to KES 250,000, whole shillings."
      />
      <ul className="-mt-3 flex flex-wrap gap-2" aria-label="Amounts">
        {offers.map((offer) => (
          <li key={offer}>
            <LinkButton
              to={href("/settings/selfcare/topup", undefined, { amount: offer })}
              preventScrollReset
              onClick={(event) => {
                // With script the field is filled in place, and what else was typed stays.
                event.preventDefault();
                form.update({ name: fields.amount.name, value: offer.toLocaleString("en-KE") });
              }}
            >
              {`KES ${offer.toLocaleString("en-KE")}`}
            </LinkButton>
          </li>
        ))}
      </ul>
      <TextInput
        label="M-Pesa phone number"
        {...getInputProps(fields.phone, { type: "tel" })}
        key={fields.phone.key}
        errors={fields.phone.errors}
        autoComplete="tel"
        inputMode="tel"
        help="The phone asks for the M-Pesa PIN. Such as 0722 000 001."
      />
      <div>
        <Button variant="primary" size="lg" icon={Smartphone} working={working}>
          Top up by M-Pesa
        </Button>
      </div>
    </Form>
  );
}
