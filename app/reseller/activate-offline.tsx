// /reseller/activate-offline - switch on a child's product that was paid outside, and what was so far

import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Receipt } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { productName } from "../../rules/product-names";
import { ActivationForm } from "../../services/identity/contract.reseller";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { Amount } from "../kit/money/amount";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { ActivationCard } from "./activate-offline.form";
import { activations } from "./activate-offline.list";
import { childChoices } from "./child.server";
import { ChildPicker } from "./child-picker";
import { ResellerTabs } from "./tabs";

const path = "/reseller/activate-offline";

export const meta: MetaFunction = () => [{ title: `Paid offline - ${brand.name}` }];

export const loader = page(path, async (given) => {
  const { api, url, viewer } = given;
  const [{ choices, child }, offer, found] = await Promise.all([
    childChoices(api, url),
    api.identity.resellerOffer({}),
    loadList(activations, given),
  ]);
  const account = child ? expectStatus(await api.identity.child({ params: { child } }), 200) : undefined;
  return {
    choices,
    child: account,
    offer: expectStatus(offer, 200).products,
    found,
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

export default function ActivateOffline() {
  const { choices, child, offer, today, found } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <>
      <ActionNotice notice={formNotice(last)} />
      <PageHeader title="Reseller" text="Switch on a product that an account paid you for by cash, cheque or bank." />
      <ResellerTabs now={path} child={child?.number} />
      <ChildPicker choices={choices} child={child?.number} label="Paid by" />
      {child && <ActivationCard child={child} offer={offer} today={today} last={last} />}
      {choices.length > 0 && (
        <ListPage
          list={activations}
          found={found}
          bare
          empty={{
            icon: Receipt,
            title: "Nothing was paid offline yet",
            text: "Payments you record are listed here, and in the activities of both accounts.",
          }}
          filtered={{
            title: "Nothing matches this search",
            text: "No payment has those words. Change the search to see more.",
          }}
        />
      )}
    </>
  );
}
