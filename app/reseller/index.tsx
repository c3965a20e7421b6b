// /reseller - the child accounts
import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Plus, Store } from "lucide-react";
import { brand } from "../../rules/brand";
import { showKes } from "../../rules/money";
import { type Child, childStates } from "../../services/identity/contract.reseller";
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
import { ChildMenu } from "./child-menu";
import { children } from "./children.list";
import { childState, marginWords } from "./labels";
import { ResellerTabs } from "./tabs";

export const meta: MetaFunction = () => [{ title: `Child accounts - ${brand.name}` }];

export const loader = page("/reseller", async ({ api, url, viewer }) => {
  const search = searchOf(children, url);
  return { rows: expectStatus(await children.rows(api, search), 200), search, zone: viewer.time_zone };
});

const columns = (zone: string): Column<Child>[] => [
  {
    name: "name",
    label: "Name",
    wide: true,
    mobileOrder: 1,
    cell: ({ number, name }) => <RowLink to={href("/reseller/accounts/:id", { id: number })}>{name}</RowLink>,
  },
  { name: "number", label: "Account", mobileOrder: 3, num: true, cell: ({ number }) => number },
  {
    name: "state",
    label: "State",
    alignEnd: true,
    mobileOrder: 2,
    cell: ({ state }) => <Status kind={childState[state].kind}>{childState[state].word}</Status>,
  },
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
    name: "margin",
    label: "Margin per part",
    align: "right",
    hideOnSmall: true,
    num: true,
    cell: ({ margin }) => (margin === null ? "Not available" : marginWords(margin)),
  },
  {
    name: "products",
    label: "Products",
    muted: true,
    mobileOrder: 5,
    cell: ({ products }) => products.slice(0, 4).join(", ") + (products.length > 4 ? ` +${products.length - 4}` : ""),
  },
  {
    name: "opened",
    label: "Opened",
    muted: true,
    hideOnSmall: true,
    cell: (child) => <DateTime at={child.created_at} zone={zone} />,
  },
];

export default function Children() {
  const { rows, search, zone } = useLoaderData<typeof loader>();
  const location = useLocation();
  const filtered = search.q !== "" || search.state !== undefined;
  const chips = search.state
    ? [
        {
          label: "State",
          value: childState[search.state].word,
          remove: withQuery(location.search, { state: undefined }),
        },
      ]
    : [];
  return (
    <>
      <PageHeader
        title="Reseller"
        text="Accounts of your own customers, each with its people, balance and price."
        actions={
          <LinkButton to={`${href("/reseller/new")}${location.search}`} variant="primary" icon={Plus}>
            New account
          </LinkButton>
        }
      />
      <ResellerTabs now="/reseller" />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Name or account number", value: search.q }}
        chips={chips}
        clear={href("/reseller")}
        fields={[
          {
            kind: "choice",
            name: "state",
            label: "State",
            choices: childStates.map((value) => ({ value, label: childState[value].word })),
            ...(search.state ? { value: search.state } : {}),
          },
        ]}
      />
      <ListCard
        noun={["child account", "child accounts"]}
        rows={rows}
        columns={columns(zone)}
        id={({ number }) => number}
        action={(child) => <ChildMenu child={child} />}
        csvHref={href("/reseller.csv")}
        empty={
          filtered ? (
            <EmptyState
              kind="filtered"
              title="Nothing matches these filters"
              text="No child account has that name, number or state. Remove a filter to see more."
              actions={<LinkButton to={href("/reseller")}>Clear the filters</LinkButton>}
            />
          ) : (
            <EmptyState
              icon={Store}
              title="No child accounts yet"
              text="Open one for a customer: its owner gets an invitation by email, and you set the price of its messages."
              actions={
                <LinkButton to={href("/reseller/new")} variant="primary" icon={Plus}>
                  New account
                </LinkButton>
              }
            />
          )
        }
      />
      <Outlet />
    </>
  );
}
