// /jibu/admin - the platform's people: product requests, bank slips and unmatched payments of all accounts
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { CircleCheck } from "lucide-react";
import { brand } from "../../rules/brand";
import { mayOpen } from "../access";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { Tabs } from "../kit/ui/tabs";
import { act, done, expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { columnsIn } from "./approvals.columns";
import { approvals, kindNames } from "./approvals.list";
import { Decision, DecisionForm } from "./decision";

const path = "/jibu/admin";

export const meta: MetaFunction = () => [{ title: `Administration - ${brand.name}` }];

/** `?decide=` opens one of this page's rows, at a URL of its own. */
export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(approvals, url);
  const rows = expectStatus(await approvals.rows(api, search), 200);
  const decide = Number(url.searchParams.get("decide"));
  return {
    rows,
    search,
    zone: viewer.time_zone,
    mayApprove: mayOpen(viewer, routeFor("/sms/settings/approveSender")),
    asked: rows.data.find(({ id, state }) => id === decide && state === "open"),
  };
});

export const action = act(path, DecisionForm, async ({ api, url, value, refuse, from }) => {
  const { id, kind, decision, reason, reference, amount } = value;
  const answer =
    kind === "product"
      ? await api.billing.updateProductRequest({ body: { id, decision, reason } })
      : await api.billing.decidePayment({
          params: { id },
          body: { decision, reason, reference, amount_cents: amount ?? null },
        });
  if (answer.status !== 201) {
    const { amount_cents, ...errors } = answer.body.errors ?? {};
    return refuse({ ...answer.body, errors: { ...errors, ...(amount_cents ? { amount: amount_cents } : {}) } });
  }
  const list = href(path) + withQuery(url.search, { decide: undefined, _routes: undefined }, true);
  return done(from, list, decision === "approve" ? "Approved" : "Refused");
});

export default function Administration() {
  const { rows, search, zone, asked, mayApprove } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const location = useLocation();
  const keep = withQuery(location.search, { decide: undefined }, true);
  const to = (state: string | undefined) => withQuery(location.search, { state, decide: undefined });
  const chips = [
    ...(search.kind
      ? [{ label: "Kind", value: kindNames[search.kind], remove: withQuery(location.search, { kind: undefined }) }]
      : []),
    ...(search.customer_account
      ? [
          {
            label: "Account",
            value: search.customer_account,
            remove: withQuery(location.search, { customer_account: undefined }),
          },
        ]
      : []),
  ];
  return (
    <>
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title="Administration"
        text="Requests from accounts, and payments that could not be matched."
        actions={mayApprove && <LinkButton to={href("/sms/settings/approveSender")}>Sender IDs</LinkButton>}
      />
      <Tabs
        label="State"
        tabs={[
          { label: "Waiting", to: to(undefined), current: search.state === "open" },
          { label: "Approved", to: to("approved"), current: search.state === "approved" },
          { label: "Refused", to: to("refused"), current: search.state === "refused" },
          { label: "All", to: to("all"), current: search.state === "all" },
        ]}
      />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "customer_account", label: "Account number", value: search.customer_account }}
        chips={chips}
        clear={href(path)}
        fields={[
          {
            kind: "choice",
            name: "kind",
            label: "Kind",
            choices: Object.entries(kindNames).map(([value, label]) => ({ value, label })),
            ...(search.kind ? { value: search.kind } : {}),
          },
        ]}
        places={["page", "after", "before", "decide"]}
      />
      {asked && <Decision key={asked.id} approval={asked} zone={zone} back={keep} last={last} />}
      <ListCard
        noun={["request", "requests"]}
        rows={rows}
        columns={columnsIn(zone)}
        id={({ id }) => String(id)}
        action={({ id, state, title }) =>
          state === "open" ? (
            <LinkButton to={withQuery(location.search, { decide: id }, true)} preventScrollReset>
              Decide<span className="sr-only">: {title}</span>
            </LinkButton>
          ) : null
        }
        csvHref={href("/jibu/admin.csv")}
        empty={
          chips.length > 0 ? (
            <EmptyState
              kind="filtered"
              title="Nothing matches these filters"
              text="No request fits all of them. Remove a filter to see more."
              actions={<LinkButton to={href(path)}>Clear the filters</LinkButton>}
            />
          ) : (
            <EmptyState
              icon={CircleCheck}
              title={search.state === "open" ? "Nothing waits" : "Nothing here yet"}
              text="Product requests, bank slips and unmatched payments of all accounts appear here."
            />
          )
        }
      />
    </>
  );
}
