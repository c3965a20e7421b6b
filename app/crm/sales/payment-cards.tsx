import { Form, useNavigation } from "@remix-run/react";
import { sayDay } from "../../../rules/calendar";
import { formatMoney } from "../../../rules/crm-money";
import { openCents, paymentMethodNames } from "../../../rules/sale-payments";
import type { SaleDetail, SalePayment } from "../../../services/crm/contract.sales";
import { DateTime } from "../../kit/date-time";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { DateField } from "../../kit/ui/date-field";
import { TextInput } from "../../kit/ui/field";
import { PaidByFields } from "./paid-by-fields";

/** What was paid, those taken back included, with a button that takes one back. */
export function PaymentList({ sale: { payments, currency }, zone }: { sale: SaleDetail; zone: string }) {
  return (
    <Card label="Payments">
      <CardHead title="Payments" />
      {payments.length === 0 && <p className="px-4 py-3 text-quiet">No payment was recorded yet.</p>}
      <ul className="divide-y divide-line">
        {payments.map((payment) => (
          <PaymentLine key={payment.id} payment={payment} currency={currency} zone={zone} />
        ))}
      </ul>
    </Card>
  );
}

function PaymentLine({ payment, currency, zone }: { payment: SalePayment; currency: string; zone: string }) {
  const { id, amount_cents, method, reference, paid_on, by, removed_at, removed_by } = payment;
  const money = formatMoney(amount_cents, currency);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className={removed_at ? "text-quiet line-through" : ""}>
          {paymentMethodNames[method]}
          {reference && <span className="num"> {reference}</span>}
        </p>
        <p className="text-sm text-quiet">
          {sayDay(paid_on, "short")}
          {by && `, recorded by ${by}`}
          {removed_at && (
            <>
              . Taken back by {removed_by || "a program"}, <DateTime at={removed_at} zone={zone} />
            </>
          )}
        </p>
      </div>
      <span className={`num ${removed_at ? "text-quiet line-through" : ""}`}>{money}</span>
      {!removed_at && (
        <Form method="post">
          <input type="hidden" name="payment" value={id} />
          <Button name="intent" value="remove" variant="ghost" aria-label={`Take back ${money}`}>
            Take back
          </Button>
        </Form>
      )}
    </li>
  );
}

type FormProps = { sale: SaleDetail; postKey: string; today: string; last: LastPost };

/** Recording what the customer paid: all that is open, unless another amount is typed. */
export function PaymentForm({ sale, postKey, today, last }: FormProps) {
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const open = openCents(sale);
  if (open === 0) return null;
  return (
    <Card label="Record a payment">
      <CardHead title="Record a payment" />
      <Form method="post" className="grid gap-4 p-4" key={sale.payments.length}>
        <input type="hidden" name="key" value={typedValue(last, "key") ?? postKey} />
        <TextInput
          id="amount"
          name="amount"
          label={`Amount in ${sale.currency}`}
          inputMode="decimal"
          defaultValue={typedValue(last, "amount") ?? (open / 100).toLocaleString("en-KE")}
          errors={errors.amount ?? []}
          autoComplete="off"
        />
        <PaidByFields last={last} />
        <DateField
          id="paid_on"
          name="paid_on"
          label="Paid on"
          quick="past"
          defaultValue={typedValue(last, "paid_on") ?? today}
          errors={errors.paid_on ?? []}
        />
        <div>
          <Button name="intent" value="pay" variant="primary" working={working}>
            Record the payment
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** By when the rest is to be paid. */
export function DueForm({ sale, last }: Pick<FormProps, "sale" | "last">) {
  if (openCents(sale) === 0) return null;
  return (
    <Card label="To be paid by">
      <Form method="post" className="grid gap-4 p-4" key={sale.due_on ?? ""}>
        <DateField
          id="due_on"
          name="due_on"
          label="To be paid by"
          optional
          quick="future"
          help="Until it is paid, the sale is on the customer's page. Without a day no payment is awaited."
          defaultValue={typedValue(last, "due_on") ?? sale.due_on ?? ""}
          errors={fieldErrors(last).due_on ?? []}
        />
        <div>
          <Button name="intent" value="due">
            Save the day
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** Taking a sale back that was recorded by mistake, as long as nothing is recorded as paid of it. */
export function TakeBackForm({ sale: { paid_cents } }: { sale: SaleDetail }) {
  return (
    <Card label="Recorded by mistake">
      <CardHead title="Recorded by mistake" />
      {paid_cents > 0 ? (
        <p className="p-4 text-quiet">A sale is taken back after its payments were taken back.</p>
      ) : (
        <Form method="post" className="grid gap-3 p-4">
          <p className="text-quiet">
            A sale that is taken back can still be read, and counts in no figure. This can't be undone.
          </p>
          <div>
            <Button name="intent" value="take back" variant="danger-outline">
              Take back the sale
            </Button>
          </div>
        </Form>
      )}
    </Card>
  );
}
