// /reseller/activate-offline - switch on a child's product that was paid outside, and what was so far

import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Receipt } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { showKes } from "../../rules/money";
import { productName } from "../../rules/product-names";
import { type Activation, ActivationForm } from "../../services/identity/contract.reseller";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { formNotice } from "../kit/form-notice";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { Amount } from "../kit/money/amount";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import type { Column } from "../kit/ui/table";
import { act, done, expectStatus, page } from "../shell/page.server";
import { ActivationCard } from "./activate-offline.form";
import { activations } from "./activations.list";
import { childChoices } from "./child.server";
import { ChildPicker } from "./child-picker";
import { ResellerTabs } from "./tabs";

const path = "/reseller/activate-offline";

export const meta: MetaFunction = () => [{ title: `Paid offline - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(activations, url);
  const [{ choices, child }, offer, rows] = await Promise.all([
    childChoices(api, url),
    api.identity.resellerOffer({}),
    activations.rows(api, search),
  ]);
  const account = child ? expectStatus(await api.identity.child({ params: { child } }), 200) : undefined;
  return {
    choices,
    child: account,
    offer: expectStatus(offer, 200).products,
    rows: expectStatus(rows, 200),
    search,
    zone: viewer.time_zone,
    today: new Intl.DateTimeFormat("en-CA", { timeZone: viewer.time_zone }).format(new Date()),
  };
});

const Filled = z.object({
  child: z.string({ error: "Choose an account." }).regex(/^[\w-]{1,32}$/, "Choose an account."),
  product: ActivationForm.shape.product,
  amount: Amount("Enter the amount that was paid, such as 5,000.").pipe(ActivationForm.shape.amount_cents),
  reference: ActivationForm.shape.reference,
  paid_on: z.string({ error: "Enter the day of the payment." }).pipe(ActivationForm.shape.paid_on),
  note: ActivationForm.shape.note,
});

export const action = act(path, Filled, async ({ api, value, refuse, from }) => {
  const { child, amount: amount_cents, ...rest } = value;
  const answer = await api.identity.activateOffline({ params: { child }, body: { ...rest, amount_cents } });
  if (answer.status === 404) throw new Response(answer.body.message, { status: 404 });
  if (answer.status !== 201) return refuse({ ...answer.body, status: 422 });
  const words = `${productName(answer.body.product)} is switched on for ${answer.body.child_name}.`;
  return done(from, href(path, undefined, { child }), words);
});

const columns = (zone: string): Column<Activation>[] => [
  {
    name: "product",
    label: "Product",
    mobileOrder: 1,
    cell: ({ product }) => <b className="font-medium">{productName(product)}</b>,
  },
  { name: "child", label: "Account", wide: true, mobileOrder: 3, cell: ({ child_name }) => child_name },
  { name: "reference", label: "Reference", mobileOrder: 5, cell: ({ reference }) => reference },
  {
    name: "amount",
    label: "Amount (KES)",
    align: "right",
    alignEnd: true,
    cardLabel: "KES",
    mobileOrder: 2,
    cell: ({ amount_cents }) => showKes(amount_cents).replace("KES ", ""),
  },
  {
    name: "paid",
    label: "Paid on",
    muted: true,
    alignEnd: true,
    mobileOrder: 4,
    num: true,
    cell: ({ paid_on }) => paid_on.replaceAll("-", "."),
  },
  { name: "by", label: "By", muted: true, hideOnSmall: true, cell: ({ created_by }) => created_by },
  {
    name: "at",
    label: "Switched on",
    muted: true,
    hideOnSmall: true,
    cell: (row) => <DateTime at={row.created_at} zone={zone} />,
  },
];

export default function ActivateOffline() {
  const { choices, child, offer, rows, search, zone, today } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const location = useLocation();
  return (
    <>
      <ActionNotice notice={formNotice(last)} />
      <PageHeader title="Reseller" text="Switch on a product that an account paid you for by cash, cheque or bank." />
      <ResellerTabs now={path} child={child?.number} />
      <ChildPicker choices={choices} child={child?.number} label="Paid by" />
      {child && <ActivationCard child={child} offer={offer} today={today} last={last} />}
      {choices.length > 0 && (
        <>
          <Filters
            params={[...new URLSearchParams(location.search)]}
            search={{ name: "q", label: "Reference or product", value: search.q }}
            clear={href(path, undefined, { child: child?.number })}
          />
          <ListCard
            noun={["payment", "payments"]}
            rows={rows}
            columns={columns(zone)}
            id={({ id }) => String(id)}
            csvHref={href("/reseller/activate-offline.csv")}
            empty={
              <EmptyState
                {...(search.q ? { kind: "filtered" as const } : { icon: Receipt })}
                title={search.q ? "Nothing matches this search" : "Nothing was paid offline yet"}
                text={
                  search.q
                    ? "No payment has those words. Change the search to see more."
                    : "Payments you record are listed here, and in the activities of both accounts."
                }
              />
            }
          />
        </>
      )}
    </>
  );
}
