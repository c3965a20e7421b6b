// /settings/selfcare/topup - top up by M-Pesa, and the payments so far
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Landmark, Smartphone } from "lucide-react";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { mayPay } from "../kit/money/access";
import { Closed } from "../kit/money/closed";
import { paymentKey } from "../kit/money/key.server";
import { payingPhone } from "../kit/money/phone.server";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { act, page } from "../shell/page.server";
import { nothingMatches } from "./selfcare/payments";
import { SelfcareTabs } from "./selfcare/selfcare-tabs";
import { TopUpCard, TopUpForm } from "./selfcare/topup-form";
import { topUps } from "./selfcare.topup.list";

const path = "/settings/selfcare/topup";

export const meta = titled("Top up");

/** `?amount=` and `?phone=` fill the form: from an offer, or for another try. */
export const loader = page(path, async (given) => {
  const { api, url, viewer } = given;
  const [found, phone] = await Promise.all([
    loadList(topUps, given),
    mayPay(viewer) ? payingPhone(api, viewer, url) : "",
  ]);
  const amount = url.searchParams.get("amount")?.slice(0, 20) ?? "";
  return { ...found, mayPay: mayPay(viewer), form: { amount, phone, payKey: crypto.randomUUID() } };
});

export const action = act(path, TopUpForm, async ({ api, value, refuse }) => {
  const said = { phone: value.phone, amount_cents: value.amount };
  const answer = await api.billing.lipa({ body: { ...said, key: paymentKey(value.key, said) } });
  if (answer.status === 201) return redirect(href("/settings/selfcare/topup/:id", { id: answer.body.id }));
  const { amount_cents, ...errors } = answer.body.errors ?? {};
  return refuse({ ...answer.body, errors: { ...errors, ...(amount_cents ? { amount: amount_cents } : {}) } });
});

export default function TopUp() {
  const { mayPay, form, ...found } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <>
      <ActionNotice notice={formNotice(last)} />
      <ListPage
        list={topUps}
        found={found}
        text="The balance pays for messages and plans. It does not expire."
        actions={
          mayPay && (
            <LinkButton to={href("/settings/selfcare/request/new")} icon={Landmark}>
              Report a bank payment
            </LinkButton>
          )
        }
        empty={{
          icon: Smartphone,
          title: "No top-ups yet",
          text: "Enter an amount and a phone number above, then enter your M-Pesa PIN on the phone.",
        }}
        filtered={nothingMatches("payment")}
      >
        <SelfcareTabs current="topup" />
        {mayPay ? <TopUpCard {...form} last={last} /> : <Closed to="pay" />}
      </ListPage>
    </>
  );
}
