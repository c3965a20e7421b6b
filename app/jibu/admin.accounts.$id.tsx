// /jibu/admin/accounts/:id - one account: its standing, money, people and products
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { showDate, showDay } from "../../rules/format";
import { showKes } from "../../rules/money";
import { productName } from "../../rules/product-names";
import type { AccountDetail } from "../../services/identity/contract.accounts";
import { href } from "../href";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { DescriptionList, type Fact } from "../kit/ui/description-list";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { expectStatus, page } from "../shell/page.server";
import { accountState, productState } from "./accounts/labels";

const path = "/jibu/admin/accounts/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.account.name ?? "Account");

export const loader = page(path, async ({ api, params, viewer }) => {
  const [found, waiting] = await Promise.all([
    api.identity.account({ params: { account: params.id } }),
    api.billing.approvals({ query: { customer_account: params.id, state: "open", per_page: 1 } }),
  ]);
  return {
    account: expectStatus(found, 200),
    waiting: waiting.status === 200 ? waiting.body.total : null,
    zone: viewer.time_zone,
  };
});

/** Who suspended it, when and why. */
function suspensionNote(account: AccountDetail, zone: string): string | undefined {
  if (account.suspended_at === null) return undefined;
  const by = account.suspended_by === "platform" ? brand.name : account.parent_name || "its reseller";
  const why = account.suspended_why ? `: ${account.suspended_why}` : "";
  return `By ${by} on ${showDate(account.suspended_at, zone)}${why}`;
}

function factsOf(account: AccountDetail, zone: string): Fact[] {
  const { kind, word } = accountState[account.state];
  const money = (cents: number | null) => (cents === null ? "Not available" : showKes(cents));
  return [
    { label: "Account", value: <span className="num">{account.number}</span> },
    { label: "State", value: <Status kind={kind}>{word}</Status>, note: suspensionNote(account, zone) },
    {
      label: "Balance",
      value: money(account.balance_cents),
      ...(account.held_cents ? { note: `${showKes(account.held_cents)} is set aside for work under way` } : {}),
    },
    {
      label: "People",
      value: account.people.toLocaleString("en-KE"),
      note: account.owners.map(({ name, email }) => `Owner: ${name}, ${email}`).join("\n"),
    },
    {
      label: "Last activity",
      value: account.last_activity_at ? showDate(account.last_activity_at, zone) : "No changes yet",
    },
    { label: "Opened", value: showDate(account.created_at, zone) },
    ...(account.parent
      ? [
          {
            label: "Reseller",
            value: (
              <Link className="link" to={href(path, { id: account.parent })}>
                {account.parent_name || account.parent}
              </Link>
            ),
          },
        ]
      : []),
    ...(account.children > 0
      ? [{ label: "Child accounts", value: account.children.toLocaleString("en-KE"), note: "They stop with it" }]
      : []),
    ...(account.phone ? [{ label: "Phone", value: account.phone }] : []),
    ...(account.requested_products.length > 0
      ? [{ label: "Requested products", value: account.requested_products.join(", ") }]
      : []),
  ];
}

function Products({ account, zone }: { account: AccountDetail; zone: string }) {
  return (
    <Card label="Products">
      <div className="card-head">
        <h2>Products</h2>
      </div>
      {account.products.length === 0 ? (
        <p className="px-5 py-3 text-quiet max-md:px-4">No products and no requests.</p>
      ) : (
        <ul className="divide-y divide-line">
          {account.products.map(({ product, state, plan, active_until }) => (
            <li key={product} className="flex min-h-11 flex-wrap items-center gap-x-3 px-5 py-2 max-md:px-4">
              <span className="min-w-0 flex-1 font-medium">{productName(product)}</span>
              <span className="text-sm text-quiet">
                {[plan, active_until ? `until ${showDay(active_until, zone)}` : ""].filter(Boolean).join(", ")}
              </span>
              <span className="text-sm">
                <Status kind={productState(state).kind}>{productState(state).word}</Status>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export default function Account() {
  const { account, waiting, zone } = useLoaderData<typeof loader>();
  const id = account.number;
  const lifted = account.suspended_by === "platform" || account.suspended_by === "";
  return (
    <div className="max-w-[760px]">
      <PageHeader
        title={account.name}
        back={{ label: "Accounts", to: href("/jibu/admin/accounts") }}
        actions={
          <>
            {waiting ? (
              <LinkButton to={href("/jibu/admin", undefined, { customer_account: id })}>
                {waiting === 1 ? "1 request waits" : `${waiting} requests wait`}
              </LinkButton>
            ) : null}
            {account.state === "active" ? (
              <LinkButton
                to={href("/jibu/admin/accounts/:id/suspend", { id })}
                {...(account.platform ? { disabledReason: "The platform's own account can't be suspended." } : {})}
              >
                Suspend
              </LinkButton>
            ) : (
              <LinkButton
                to={href("/jibu/admin/accounts/:id/resume", { id })}
                variant="primary"
                {...(lifted ? {} : { disabledReason: "Its reseller suspended it and must lift the suspension." })}
              >
                Resume
              </LinkButton>
            )}
          </>
        }
      />
      <div className="grid gap-4">
        <DescriptionList facts={factsOf(account, zone)} />
        <Products account={account} zone={zone} />
      </div>
    </div>
  );
}
