import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { Landmark, Smartphone } from "lucide-react";
import { useHydrated } from "remix-utils/use-hydrated";
import { showKes } from "../../../rules/money";
import type { Invoice } from "../../../services/billing/contract.invoices";
import { href } from "../../href";
import type { LastPost } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { TextInput } from "../../kit/ui/field";

const self = "/settings/selfcare/invoices/:id";

type PayInvoiceProps = { invoice: Invoice; phone: string; payKey: string; last: LastPost };

/** An open pro forma is paid by phone here, or at the bank. */
export function PayInvoice({ invoice, phone, payKey, last }: PayInvoiceProps) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "pay-invoice",
    lastResult: last?.reply,
    defaultValue: { phone },
  });
  return (
    <Form method="post" {...getFormProps(form)} noValidate={scripted} className="card grid gap-4 p-5 max-md:p-4">
      <h2 className="font-semibold">Pay {showKes(invoice.total_cents)}</h2>
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="key" value={payKey} />
      <TextInput
        className="max-w-80"
        label="M-Pesa phone number"
        {...getInputProps(fields.phone, { type: "tel" })}
        key={fields.phone.key}
        errors={fields.phone.errors}
        autoComplete="tel"
        inputMode="tel"
        help="The phone asks for the M-Pesa PIN."
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="lg" icon={Smartphone} working={working}>
          Pay by M-Pesa
        </Button>
        <LinkButton
          to={href("/settings/selfcare/request/new", undefined, { invoice: invoice.id })}
          size="lg"
          icon={Landmark}
        >
          Report a bank payment
        </LinkButton>
        <LinkButton to={href(self, { id: invoice.id }, { cancel: "1" })} size="lg" variant="ghost" preventScrollReset>
          Cancel the invoice
        </LinkButton>
      </div>
    </Form>
  );
}

/** The last step before a pro forma is cancelled. */
export function CancelInvoice({ invoice }: { invoice: Invoice }) {
  const working = useNavigation().state !== "idle";
  return (
    <Form method="post" action={href(self, { id: invoice.id })} className="card grid gap-3 p-4">
      <h2 className="font-semibold">Cancel {invoice.number}?</h2>
      <p className="text-sm text-quiet">
        It can no longer be paid after that. You can choose the plan again at any time.
      </p>
      <input type="hidden" name="intent" value="cancel" />
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" working={working}>
          Cancel the invoice
        </Button>
        <LinkButton to={href(self, { id: invoice.id })} preventScrollReset>
          Keep it
        </LinkButton>
      </div>
    </Form>
  );
}
