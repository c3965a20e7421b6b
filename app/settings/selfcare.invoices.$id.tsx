// /settings/selfcare/invoices/:id - one invoice: its lines, its VAT, and the way to pay it while it is open
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FileDown, Sheet } from "lucide-react";
import { z } from "zod";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { mayPay } from "../kit/money/access";
import { paymentKey } from "../kit/money/key.server";
import { invoiceKindNames } from "../kit/money/labels";
import { MpesaPhone } from "../kit/money/phone";
import { payingPhone } from "../kit/money/phone.server";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { InvoiceFacts, InvoiceLines } from "./selfcare/invoice-parts";
import { CancelInvoice, PayInvoice } from "./selfcare/invoice-payment";

const path = "/settings/selfcare/invoices/:id";

export const meta = titled("Invoice");

export const loader = page(path, async ({ api, params, url, viewer }) => ({
  invoice: expectStatus(await api.billing.invoice({ params: { id: Number(params.id) } }), 200),
  zone: viewer.time_zone,
  mayPay: mayPay(viewer),
  phone: mayPay(viewer) ? await payingPhone(api, viewer, url) : "",
  cancelling: url.searchParams.has("cancel"),
  payKey: crypto.randomUUID(),
}));

const Change = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("pay"),
    phone: MpesaPhone,
    key: z.string({ error: "Open this page again." }).min(8, "Open this page again.").max(60),
  }),
  z.object({ intent: z.literal("cancel") }),
]);

export const action = act(path, Change, async ({ api, params, value, refuse, from }) => {
  const id = Number(params.id);
  if (value.intent === "cancel") {
    const cancelled = await api.billing.cancelInvoice({ params: { id } });
    if (cancelled.status !== 201) return refuse(cancelled.body);
    return done(from, href("/settings/selfcare/invoices"), `${cancelled.body.number} was cancelled`);
  }
  const invoice = expectStatus(await api.billing.invoice({ params: { id } }), 200);
  // M-Pesa moves whole shillings: what is above the invoice stays on the balance.
  const amount_cents = Math.ceil(invoice.total_cents / 100) * 100;
  const said = { phone: value.phone, amount_cents, invoice_id: id };
  const answer = await api.billing.lipa({ body: { ...said, key: paymentKey(value.key, said) } });
  if (answer.status !== 201) return refuse(answer.body);
  return redirect(href("/settings/selfcare/topup/:id", { id: answer.body.id }));
});

export default function OneInvoice() {
  const { invoice, zone, mayPay, phone, cancelling, payKey } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { id } = invoice;
  const open = invoice.kind === "proforma" && invoice.state === "open";
  return (
    <div className="max-w-[860px]">
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title={invoice.number}
        text={`${invoiceKindNames[invoice.kind]}: ${invoice.title}`}
        back={{ label: "Invoices", to: href("/settings/selfcare/invoices") }}
        actions={
          <>
            <LinkButton
              icon={Sheet}
              to={href("/settings/selfcare/invoices/:id/file", { id }, { format: "csv" })}
              reloadDocument
            >
              CSV
            </LinkButton>
            <LinkButton icon={FileDown} to={href("/settings/selfcare/invoices/:id/file", { id })} reloadDocument>
              PDF
            </LinkButton>
          </>
        }
      />
      <div className="grid gap-4">
        {open && mayPay && cancelling && <CancelInvoice invoice={invoice} />}
        {open && mayPay && <PayInvoice invoice={invoice} phone={phone} payKey={payKey} last={last} />}
        <InvoiceFacts invoice={invoice} zone={zone} />
        <InvoiceLines invoice={invoice} />
      </div>
    </div>
  );
}
