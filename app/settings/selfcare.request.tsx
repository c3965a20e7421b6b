// /settings/selfcare/request - payments at the bank: the slips sent, and what became of them
import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Landmark, Plus } from "lucide-react";
import type { Payment } from "../../services/billing/contract.payments";
import { brand } from "../brand";
import { href } from "../href";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { mayPay } from "../kit/money/access";
import { slipStatus } from "../kit/money/words";
import { LinkButton } from "../kit/ui/button";
import { Empty } from "../kit/ui/empty";
import { PageHead } from "../kit/ui/page-head";
import { type Column, RowLink } from "../kit/ui/table";
import { When } from "../kit/when";
import { need, page } from "../shell/page.server";
import { MoneyFilters, NothingMatches } from "./selfcare.filters";
import { slipsOf } from "./selfcare.lists";
import { paymentColumns } from "./selfcare.payments";
import { SelfcareTabs } from "./selfcare.tabs";

const path = "/settings/selfcare/request";

export const meta: MetaFunction = () => [{ title: `Bank slips - ${brand.name}` }];

export const loader = page(path, async ({ ask, url, viewer }) => {
  const slips = slipsOf(viewer);
  const search = searchOf(slips, url);
  const rows = need(await slips.rows(ask, search), 200);
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
      cardOrder: 1,
      cell: ({ id, bank, reference }) => (
        <RowLink to={href("/settings/selfcare/topup/:id", { id })}>{`${bank} ${reference}`}</RowLink>
      ),
    },
    {
      name: "day",
      label: "Paid on",
      quiet: true,
      cardOrder: 3,
      cell: ({ paid_on }) => paid_on?.replaceAll("-", ".") ?? "–",
    },
    ...paymentColumns(slipStatus),
    {
      name: "decided",
      label: "Decided by",
      quiet: true,
      drop: true,
      cell: ({ decided_by, reason }) => [decided_by, reason].filter(Boolean).join(": ") || "–",
    },
    {
      name: "sent",
      label: "Sent",
      quiet: true,
      cardOrder: 5,
      cell: ({ asked_at }) => <When at={asked_at} zone={zone} />,
    },
  ];
}

export default function BankSlips() {
  const { rows, search, zone, mayPay } = useLoaderData<typeof loader>();
  const filtered = Boolean(search.state || search.start_date || search.end_date);
  const send = mayPay && (
    <LinkButton to={href("/settings/selfcare/request/new")} kind="main" icon={Plus} preventScrollReset>
      Send a bank slip
    </LinkButton>
  );
  return (
    <>
      <PageHead
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
            <Empty
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
