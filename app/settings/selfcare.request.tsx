// /settings/selfcare/request - payments at the bank: the slips sent, and what became of them
import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Landmark, Plus } from "lucide-react";
import { brand } from "../../rules/brand";
import type { Payment } from "../../services/billing/contract.payments";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { mayPay } from "../kit/money/access";
import { slipStatus } from "../kit/money/labels";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { type Column, RowLink } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { MoneyFilters, NothingMatches } from "./selfcare.filters";
import { slipsOf } from "./selfcare.lists";
import { paymentColumns } from "./selfcare.payments";
import { SelfcareTabs } from "./selfcare.tabs";

const path = "/settings/selfcare/request";

export const meta: MetaFunction = () => [{ title: `Bank slips - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const slips = slipsOf(viewer);
  const search = searchOf(slips, url);
  const rows = expectStatus(await slips.rows(api, search), 200);
  return { rows, search, zone: viewer.time_zone, mayPay: mayPay(viewer) };
});

/** The states that a slip can have, as choices. */
const states = (["requested", "paid", "refused"] as const).map((value) => ({ value, label: slipStatus(value).word }));

function columnsIn(zone: string): Column<Payment>[] {
  return [
    {
      name: "slip",
      label: "Slip",
      wide: true,
      mobileOrder: 1,
      cell: ({ id, bank, reference }) => (
        <RowLink to={href("/settings/selfcare/topup/:id", { id })}>{`${bank} ${reference}`}</RowLink>
      ),
    },
    {
      name: "day",
      label: "Paid on",
      muted: true,
      mobileOrder: 3,
      cell: ({ paid_on }) => paid_on?.replaceAll("-", ".") ?? "–",
    },
    ...paymentColumns(slipStatus),
    {
      name: "decided",
      label: "Decided by",
      muted: true,
      hideOnSmall: true,
      cell: ({ decided_by, reason }) => [decided_by, reason].filter(Boolean).join(": ") || "–",
    },
    {
      name: "sent",
      label: "Sent",
      muted: true,
      mobileOrder: 5,
      cell: ({ asked_at }) => <DateTime at={asked_at} zone={zone} />,
    },
  ];
}

export default function BankSlips() {
  const { rows, search, zone, mayPay } = useLoaderData<typeof loader>();
  const filtered = Boolean(search.state || search.start_date || search.end_date);
  const send = mayPay && (
    <LinkButton to={href("/settings/selfcare/request/new")} variant="primary" icon={Plus} preventScrollReset>
      Send a bank slip
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Bank slips"
        text="Report a bank payment? Send the slip. The balance is updated when it is approved."
        actions={rows.total > 0 ? send : undefined}
      />
      <SelfcareTabs current="request" />
      <MoneyFilters
        path={href(path)}
        from={search.start_date}
        until={search.end_date}
        choices={[{ name: "state", label: "Status", choices: states, value: search.state }]}
      />
      <ListCard
        noun={["bank slip", "bank slips"]}
        rows={rows}
        columns={columnsIn(zone)}
        id={({ id }) => String(id)}
        csvHref={href("/settings/selfcare/request.csv")}
        empty={
          filtered ? (
            <NothingMatches path={href(path)} what="slip" />
          ) : (
            <EmptyState
              icon={Landmark}
              title="No bank slips yet"
              text="Send the slip of a bank payment here, and follow its approval."
              actions={send}
            />
          )
        }
      />
      <Outlet />
    </>
  );
}
