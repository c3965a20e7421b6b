// /settings/selfcare - the account's money at a glance: balance, what is held, the warning, who invoices name
import { useActionData, useLoaderData } from "@remix-run/react";
import { Plus } from "lucide-react";
import { showBalance, showKes } from "../../rules/money";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { mayLook, mayPay } from "../kit/money/access";
import { Closed } from "../kit/money/closed";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { StatStrip } from "../kit/ui/stat";
import { act, done, expectStatus, page } from "../shell/page.server";
import { LowBalance } from "./selfcare/low-balance";
import { LowBalanceForm } from "./selfcare/low-balance-form";
import { SelfcareTabs } from "./selfcare/selfcare-tabs";

const path = "/settings/selfcare";

export const meta = titled("Self-care");

export const loader = page(path, async ({ api, viewer }) => {
  const { billing_customer_id } = viewer;
  const [balance, details] = await Promise.all([
    api.billing.balance({ params: { billing_customer_id } }),
    mayLook(viewer) ? api.billing.billingDetails({ params: { id: billing_customer_id } }) : undefined,
  ]);
  return {
    balance: balance.status === 200 ? balance.body : null,
    details: details ? expectStatus(details, 200) : null,
    mayPay: mayPay(viewer),
  };
});

export const action = act(path, LowBalanceForm, async ({ api, value, refuse, from }) => {
  const answer = await api.billing.saveLowBalance({ body: { low_balance_cents: value.amount } });
  if (answer.status !== 201) {
    const words = answer.body.errors?.low_balance_cents;
    return refuse(words ? { ...answer.body, errors: { amount: words } } : answer.body);
  }
  const said = value.amount === null ? "Low-balance alert is off" : `Low-balance alert at ${showKes(value.amount)}`;
  return done(from, href(path), said);
});

export default function Selfcare() {
  const { balance, details, mayPay } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <>
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title="Billing and balance"
        text="Balance, payments and invoices."
        actions={
          mayPay && (
            <LinkButton to={href("/settings/selfcare/topup")} variant="primary" icon={Plus}>
              Top up
            </LinkButton>
          )
        }
      />
      {details && <SelfcareTabs current="welcome" />}
      {details ? (
        <div className="grid max-w-[860px] gap-4">
          <StatStrip
            label="Balance"
            stats={[
              {
                label: "Balance",
                value: showKes(details.available_cents),
                note: details.is_low ? "Low: top up before the next blast" : "To spend on anything",
              },
              {
                label: "Reserved",
                value: showKes(details.held_cents),
                note: "For work in progress. The rest is refunded",
              },
            ]}
          />
          {mayPay && <LowBalance cents={details.low_balance_cents} last={last} />}
          <section aria-labelledby="invoiced">
            <div className="mb-2 flex items-center gap-3">
              <h2 id="invoiced" className="font-semibold">
                Invoices are made out to
              </h2>
              {mayPay && (
                <Link className="link ml-auto inline-block min-h-6 text-sm" to={href("/settings/selfcare/details")}>
                  Change
                </Link>
              )}
            </div>
            <DescriptionList
              facts={[
                { label: "Name", value: details.name || "Not set yet" },
                { label: "Email", value: details.email || "Not set yet" },
                { label: "Phone", value: details.phone || "Not given" },
                {
                  label: "Address",
                  value: [details.address, details.town].filter(Boolean).join(", ") || "Not given",
                },
                { label: "KRA PIN", value: details.kra_pin || "Not given", note: "Shown on tax invoices." },
              ]}
            />
          </section>
        </div>
      ) : (
        <div className="grid max-w-[860px] gap-4">
          {balance !== null && (
            <StatStrip label="Balance" stats={[{ label: "Balance", value: `KES ${showBalance(balance)}` }]} />
          )}
          <Closed to="look" />
        </div>
      )}
    </>
  );
}
