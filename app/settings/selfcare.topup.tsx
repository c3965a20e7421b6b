// /settings/selfcare/topup - top up by M-Pesa, and the payments so far
import { type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Landmark, Smartphone } from "lucide-react";
import { brand } from "../../rules/brand";
import { showPhone } from "../../rules/phone";
import type { Payment } from "../../services/billing/contract.payments";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { formNotice } from "../kit/form-notice";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { mayPay } from "../kit/money/access";
import { Closed } from "../kit/money/closed";
import { keyOf } from "../kit/money/key.server";
import { paymentStatus, sourceNames } from "../kit/money/labels";
import { payingPhone } from "../kit/money/phone.server";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { type Column, RowLink } from "../kit/ui/table";
import { act, expectStatus, page } from "../shell/page.server";
import { choicesOf, MoneyFilters, NothingMatches } from "./selfcare.filters";
import { topUpsOf } from "./selfcare.lists";
import { paymentColumns } from "./selfcare.payments";
import { SelfcareTabs } from "./selfcare.tabs";
import { TopUpCard, TopUpForm } from "./selfcare.topup.form";

const path = "/settings/selfcare/topup";

export const meta: MetaFunction = () => [{ title: `Top up - ${brand.name}` }];

/** `?amount=` and `?phone=` fill the form: from an offer, or for another try. */
export const loader = page(path, async ({ api, url, viewer }) => {
  const topUps = topUpsOf(viewer);
  const search = searchOf(topUps, url);
  return {
    rows: expectStatus(await topUps.rows(api, search), 200),
    search,
    zone: viewer.time_zone,
    mayPay: mayPay(viewer),
    form: {
      amount: url.searchParams.get("amount")?.slice(0, 20) ?? "",
      phone: mayPay(viewer) ? await payingPhone(api, viewer, url) : "",
      payKey: crypto.randomUUID(),
    },
  };
});

export const action = act(path, TopUpForm, async ({ api, value, refuse }) => {
  const said = { phone: value.phone, amount_cents: value.amount };
  const answer = await api.billing.lipa({ body: { ...said, key: keyOf(value.key, said) } });
  if (answer.status === 201) return redirect(href("/settings/selfcare/topup/:id", { id: answer.body.id }));
  const { amount_cents, ...errors } = answer.body.errors ?? {};
  return refuse({ ...answer.body, errors: { ...errors, ...(amount_cents ? { amount: amount_cents } : {}) } });
});

function columnsIn(zone: string): Column<Payment>[] {
  return [
    {
      name: "asked",
      label: "Requested",
      mobileOrder: 1,
      cell: ({ id, asked_at }) => (
        <RowLink to={href("/settings/selfcare/topup/:id", { id })}>
          <DateTime at={asked_at} zone={zone} />
        </RowLink>
      ),
    },
    {
      name: "by",
      label: "Method",
      wide: true,
      muted: true,
      mobileOrder: 3,
      cell: ({ source, phone, bank }) =>
        [sourceNames[source], phone ? showPhone(phone) : bank].filter(Boolean).join(", "),
    },
    ...paymentColumns((state) => paymentStatus[state]),
    {
      name: "receipt",
      label: "Receipt",
      hideOnSmall: true,
      num: true,
      cell: ({ reference }) => reference || "–",
    },
    { name: "who", label: "Requested by", muted: true, mobileOrder: 5, cell: ({ asked_by }) => asked_by || "–" },
  ];
}

export default function TopUp() {
  const { rows, search, zone, mayPay, form } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const filtered = Boolean(search.state || search.source || search.start_date || search.end_date);
  return (
    <>
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title="Top up"
        text="The balance pays for messages and plans. It does not expire."
        actions={
          mayPay && (
            <LinkButton to={href("/settings/selfcare/request/new")} icon={Landmark}>
              Report a bank payment
            </LinkButton>
          )
        }
      />
      <SelfcareTabs current="topup" />
      {mayPay ? <TopUpCard {...form} last={last} /> : <Closed to="pay" />}
      <MoneyFilters
        path={href(path)}
        from={search.start_date}
        until={search.end_date}
        choices={[
          { name: "state", label: "Status", choices: choicesOf(paymentStatus), value: search.state },
          { name: "source", label: "Method", choices: choicesOf(sourceNames), value: search.source },
        ]}
      />
      <ListCard
        noun={["payment", "payments"]}
        rows={rows}
        columns={columnsIn(zone)}
        id={({ id }) => String(id)}
        csvHref={href("/settings/selfcare/topup.csv")}
        empty={
          filtered ? (
            <NothingMatches path={href(path)} what="payment" />
          ) : (
            <EmptyState
              icon={Smartphone}
              title="No top-ups yet"
              text="Enter an amount and a phone number above, then enter your M-Pesa PIN on the phone."
            />
          )
        }
      />
    </>
  );
}
