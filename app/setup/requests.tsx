// /setup/requests - what the account has asked for, and what became of it

import { type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Package } from "lucide-react";
import { productName } from "../../rules/product-names";
import type { ProductTile } from "../../services/billing/contract.products";
import { mustSubscribe } from "../access";
import { brand } from "../brand";
import { href } from "../href";
import { statusOf } from "../kit/money/words";
import { LinkButton } from "../kit/ui/button";
import { Empty } from "../kit/ui/empty";
import { PageHead } from "../kit/ui/page-head";
import { Status } from "../kit/ui/status";
import { type Column, RowLink, Table } from "../kit/ui/table";
import { When } from "../kit/when";
import { need, page } from "../shell/page.server";

export const meta: MetaFunction = () => [{ title: `Requests - ${brand.name}` }];

export const loader = page("/setup/requests", async ({ ask, viewer }) => {
  if (mustSubscribe(viewer)) throw redirect(href("/subscribe"));
  const { data } = need(await ask.billing.products({}), 200);
  const asked = data.filter(({ requested_at, state }) => requested_at !== null || state === "requested");
  return { asked, zone: viewer.time_zone };
});

function columnsIn(zone: string): Column<ProductTile>[] {
  return [
    {
      name: "product",
      label: "Product",
      cardOrder: 1,
      cell: ({ product }) => <RowLink to={href("/subscribe/:product", { product })}>{productName(product)}</RowLink>,
    },
    { name: "words", label: "Outcome", wide: true, cardOrder: 3, cell: ({ words }) => words },
    {
      name: "state",
      label: "State",
      toRight: true,
      cardOrder: 2,
      cell: (tile) => <Status kind={statusOf(tile).kind}>{statusOf(tile).word}</Status>,
    },
    { name: "by", label: "Requested by", quiet: true, cardOrder: 4, cell: ({ requested_by }) => requested_by || "–" },
    {
      name: "at",
      label: "Requested",
      quiet: true,
      cardOrder: 5,
      cell: ({ requested_at }) => (requested_at ? <When at={requested_at} zone={zone} /> : "–"),
    },
  ];
}

export default function Requests() {
  const { asked, zone } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Requests"
        text="Requested products. We answer within one working day."
        back={{ label: "Apps", to: href("/setup") }}
        actions={<LinkButton to={href("/settings/selfcare/request")}>Bank slips</LinkButton>}
      />
      <section className="card" aria-label="Requests">
        {asked.length > 0 ? (
          <Table label="Requests" columns={columnsIn(zone)} rows={asked} id={({ product }) => product} />
        ) : (
          <Empty
            icon={Package}
            title="No requests yet"
            text="Some products, such as payments, need approval. Request them on their page and follow the request here."
            actions={
              <LinkButton to={href("/setup")} kind="main">
                See the apps
              </LinkButton>
            }
          />
        )}
      </section>
    </>
  );
}
