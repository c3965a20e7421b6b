import { Form, useLocation, useNavigation } from "@remix-run/react";
import { CircleCheck, CircleX, Clock, RefreshCw, RotateCcw, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { showDate } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import { showPhone } from "../../../rules/phone";
import type { Payment } from "../../../services/billing/contract.payments";
import { SandboxLink } from "../sandbox-link";
import { Button, LinkButton } from "../ui/button";
import { KeyValues } from "../ui/description-list";
import { Status } from "../ui/status";
import { useLive } from "../use-live";
import { paymentStatus, sourceNames } from "./labels";

/** Milliseconds between two looks at a prompt that waits; without script the browser loads the page again. */
const every = 2_000;

type PaymentPanelProps = {
  payment: Payment;
  zone: string;
  /** What is paid for, in a few words: "SMS, monthly". */
  what: string;
  /** Where one asks for the payment again. */
  retry: string;
  /** The bank slip itself. */
  slip?: { name: string; url: string } | null;
  /** The phone that is asked is the sandbox's. */
  sandbox: boolean;
  /** Buttons below the receipt. */
  next: ReactNode;
};

/** A payment by phone: the wait, then the receipt, or why there is none and the way to try again. */
export function PaymentPanel({ payment, zone, what, retry, slip, sandbox, next }: PaymentPanelProps) {
  const { pathname, search } = useLocation();
  const working = useNavigation().state !== "idle";
  const waiting = !payment.final && payment.state !== "unmatched";
  useLive(waiting, every);
  const { kind, word } = paymentStatus[payment.state];
  const paid = payment.state === "paid";
  const Icon = paid ? CircleCheck : waiting ? Smartphone : payment.state === "refused" ? CircleX : Clock;
  return (
    <section className="card p-5 max-md:p-4" aria-live="polite" aria-label="Payment">
      {waiting && (
        <noscript>
          <meta httpEquiv="refresh" content="4" />
        </noscript>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <span className={`tile ${paid ? "bg-good-soft! text-good!" : ""}`}>
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <h2 className="text-lg font-semibold">
          {paid ? `${showKes(payment.amount_cents)} paid` : headings[payment.state]}
        </h2>
        <span className="ml-auto">
          <Status kind={kind}>{word}</Status>
        </span>
      </div>
      {payment.words !== `${word}.` && <p className="mt-3 max-w-[60ch] text-quiet">{payment.words}</p>}
      {waiting && payment.source === "mpesa" && (
        <ol className="mt-3 grid list-decimal gap-1 pl-5 text-quiet">
          <li>
            The phone <b className="num font-medium text-ink">{showPhone(payment.phone)}</b> asks for the M-Pesa PIN.
          </li>
          <li>
            Check that it says <b className="num font-medium text-ink">{showKes(payment.amount_cents)}</b>, and enter
            the PIN.
          </li>
          <li>This page updates automatically.</li>
        </ol>
      )}
      {waiting && payment.source === "mpesa" && sandbox && (
        <SandboxLink to="/sandbox/mpesa" back={`${pathname}${search}`}>
          Sandbox: open the phone
        </SandboxLink>
      )}
      <div className="mt-4 border-t border-line pt-4">
        <KeyValues
          rows={[
            { label: "For", value: what },
            { label: "Amount", value: showKes(payment.amount_cents) },
            { label: "By", value: payment.phone ? `M-Pesa, ${showPhone(payment.phone)}` : sourceNames[payment.source] },
            { label: "Requested", value: showDate(payment.asked_at, zone) },
            ...(slip
              ? [
                  {
                    label: "Slip",
                    value: (
                      <a className="link" href={slip.url}>
                        {slip.name}
                      </a>
                    ),
                  },
                ]
              : []),
            ...(payment.reference ? [{ label: "Receipt", value: payment.reference, strong: true }] : []),
            ...(paid && payment.credited_cents !== payment.amount_cents && payment.invoice_id === null
              ? [{ label: "Reached the balance", value: showKes(payment.credited_cents), strong: true }]
              : []),
            ...(paid && payment.done_at ? [{ label: "Paid", value: showDate(payment.done_at, zone) }] : []),
            ...(payment.reason ? [{ label: "Reason", value: payment.reason }] : []),
          ]}
        />
      </div>
      <div className="mt-5 flex flex-wrap gap-2">
        {paid && next}
        {(payment.state === "refused" || payment.state === "timed_out") && (
          <LinkButton to={retry} variant="primary" size="lg" icon={RotateCcw}>
            Try again
          </LinkButton>
        )}
        {waiting && (
          <LinkButton
            to={`${pathname}${search}`}
            icon={RefreshCw}
            size="lg"
            preventScrollReset
            className="[@media(scripting:enabled)]:hidden"
          >
            Refresh
          </LinkButton>
        )}
        {(payment.state === "unknown" || payment.state === "timed_out") && (
          <Form method="post">
            <Button size="lg" working={working}>
              Check with M-Pesa
            </Button>
          </Form>
        )}
      </div>
    </section>
  );
}

const headings: Record<Payment["state"], string> = {
  requested: "Sending the question to the phone",
  prompted: "Check your phone",
  paid: "Paid",
  refused: "The payment was refused",
  timed_out: "No answer on the phone",
  unknown: "M-Pesa has not confirmed yet",
  unmatched: "We are checking this payment",
};
