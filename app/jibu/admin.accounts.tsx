// /jibu/admin/accounts - all accounts, for the people who run the platform
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Building2 } from "lucide-react";
import { brand } from "../../rules/brand";
import { showKes } from "../../rules/money";
import { accountStates, type PlatformAccount } from "../../services/identity/contract.accounts";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { type Column, RowLink } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { accountState, productWords } from "./accounts.labels";
import { accounts } from "./accounts.list";

const path = "/jibu/admin/accounts";

export const meta: MetaFunction = () => [{ title: `Accounts - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(accounts, url);
  return { rows: expectStatus(await accounts.rows(api, search), 200), search, zone: viewer.time_zone };
});

function few(products: PlatformAccount["products"]): string {
  const rest = products.length > 3 ? ` +${products.length - 3}` : "";
  return products.slice(0, 3).map(productWords).join(", ") + rest || "–";
}

const columns = (zone: string): Column<PlatformAccount>[] => [
  {
    name: "name",
    label: "Name",
    wide: true,
    mobileOrder: 1,
    cell: ({ number, name }) => <RowLink to={href("/jibu/admin/accounts/:id", { id: number })}>{name}</RowLink>,
  },
  { name: "number", label: "Account", mobileOrder: 3, num: true, cell: ({ number }) => number },
  {
    name: "state",
    label: "State",
    alignEnd: true,
    mobileOrder: 2,
    cell: ({ state }) => <Status kind={accountState[state].kind}>{accountState[state].word}</Status>,
  },
  { name: "products", label: "Products", muted: true, mobileOrder: 5, cell: ({ products }) => few(products) },
  {
    name: "balance",
    label: "Balance (KES)",
    align: "right",
    alignEnd: true,
    cardLabel: "KES",
    mobileOrder: 4,
    cell: ({ balance_cents: cents }) => (cents === null ? "Not available" : showKes(cents).replace("KES ", "")),
  },
  {
    name: "people",
    label: "People",
    align: "right",
    hideOnSmall: true,
    num: true,
    cell: ({ people }) => people.toLocaleString("en-KE"),
  },
  {
    name: "opened",
    label: "Opened",
    muted: true,
    hideOnSmall: true,
    cell: ({ created_at }) => <DateTime at={created_at} zone={zone} />,
  },
];

export default function Accounts() {
  const { rows, search, zone } = useLoaderData<typeof loader>();
  const location = useLocation();
  const { state } = search;
  const chips = state
    ? [{ label: "State", value: accountState[state].word, remove: withQuery(location.search, { state: undefined }) }]
    : [];
  return (
    <>
      <PageHeader title="Accounts" text="All accounts on the platform, newest first." />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Name or account number", value: search.q }}
        chips={chips}
        clear={href(path)}
        fields={[
          {
            kind: "choice",
            name: "state",
            label: "State",
            choices: accountStates.map((value) => ({ value, label: accountState[value].word })),
            ...(state ? { value: state } : {}),
          },
        ]}
      />
      <ListCard
        noun={["account", "accounts"]}
        rows={rows}
        columns={columns(zone)}
        id={({ number }) => number}
        csvHref={href("/jibu/admin/accounts.csv")}
        empty={
          search.q !== "" || state ? (
            <EmptyState
              kind="filtered"
              title="Nothing matches these filters"
              text="No account has that name, number or state. Remove a filter to see more."
              actions={<LinkButton to={href(path)}>Clear the filters</LinkButton>}
            />
          ) : (
            <EmptyState
              icon={Building2}
              title="No accounts yet"
              text="Accounts are listed here as soon as they sign up."
            />
          )
        }
      />
    </>
  );
}
