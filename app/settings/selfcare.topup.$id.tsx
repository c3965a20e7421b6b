// /settings/selfcare/topup/:id - one payment into the account: the wait, the receipt, or another try (Q162)
import { type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Receipt } from "lucide-react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { nextStep } from "../kit/first-steps";
import { firstSteps } from "../kit/first-steps.server";
import { PaymentPanel } from "../kit/money/payment";
import { NextStep } from "../kit/next-step";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page, receive } from "../shell/page.server";

const path = "/settings/selfcare/topup/:id";

export const meta: MetaFunction = () => [{ title: `Payment - ${brand.name}` }];

export const loader = page(path, async ({ api, params, viewer, from }) => {
  const payment = expectStatus(await api.billing.payment({ params: { id: Number(params.id) } }), 200);
  const file = payment.file_id ? await api.uploads.file({ params: { id: payment.file_id } }) : undefined;
  const slip = file?.status === 200 ? { name: file.body.name, url: file.body.url } : null;
  const next = payment.state === "paid" ? (nextStep(await firstSteps(api, viewer)) ?? null) : null;
  return { payment, slip, next, zone: viewer.time_zone, sandbox: from.settings.demo };
});

/** Asks M-Pesa once more; the page then shows what it said. */
export const action = receive(path, async ({ api, params }) => {
  expectStatus(await api.billing.checkPayment({ params: { id: Number(params.id) } }), 201);
  return redirect(href(path, { id: params.id }));
});

export default function TopUpPayment() {
  const { payment, slip, next, zone, sandbox } = useLoaderData<typeof loader>();
  const bank = payment.source === "bank";
  const amount = String(payment.amount_cents / 100);
  return (
    <div className="max-w-[640px]">
      <PageHeader
        title={bank ? "Bank slip" : "Top up"}
        back={
          bank
            ? { label: "Bank slips", to: href("/settings/selfcare/request") }
            : { label: "Top up", to: href("/settings/selfcare/topup") }
        }
      />
      <PaymentPanel
        payment={payment}
        zone={zone}
        slip={slip}
        sandbox={sandbox}
        what={payment.invoice_id === null ? "The balance" : "An invoice"}
        retry={
          payment.invoice_id !== null
            ? href("/settings/selfcare/invoices/:id", { id: payment.invoice_id }, { phone: payment.phone })
            : bank
              ? href("/settings/selfcare/request/new")
              : href("/settings/selfcare/topup", undefined, { amount, phone: payment.phone })
        }
        next={
          <>
            <NextStep next={next} />
            <LinkButton to={href("/settings/selfcare/statement")} size="lg">
              See the statement
            </LinkButton>
            {payment.invoice_id !== null && (
              <LinkButton
                to={href("/settings/selfcare/invoices/:id", { id: payment.invoice_id })}
                size="lg"
                icon={Receipt}
              >
                See the invoice
              </LinkButton>
            )}
          </>
        }
      />
    </div>
  );
}
