// /setup/requests - what the account has asked for, and what became of it
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Package } from "lucide-react";
import { productName } from "../../rules/product-names";
import type { ProductTile } from "../../services/billing/contract.products";
import { mustSubscribe } from "../access";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { mayLook } from "../kit/money/access";
import { tileStatus } from "../kit/money/labels";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { type Column, RowLink, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";

export const meta = titled("Requests");

export const loader = page("/setup/requests", async ({ api, viewer }) => {
  if (mustSubscribe(viewer)) throw redirect(href("/subscribe"));
  const { data } = expectStatus(await api.billing.products({}), 200);
  const asked = data.filter(({ requested_at, state }) => requested_at !== null || state === "requested");
  return { asked, zone: viewer.time_zone, mayLook: mayLook(viewer) };
});

function columnsIn(zone: string): Column<ProductTile>[] {
  return [
    {
      name: "product",
      label: "Product",
      mobileOrder: 1,
      cell: ({ product }) => <RowLink to={href("/subscribe/:product", { product })}>{productName(product)}</RowLink>,
    },
    { name: "words", label: "Outcome", wide: true, mobileOrder: 3, cell: ({ words }) => words },
    {
      name: "state",
      label: "State",
      alignEnd: true,
      mobileOrder: 2,
      cell: (tile) => <Status kind={tileStatus(tile).kind}>{tileStatus(tile).word}</Status>,
    },
    { name: "by", label: "Requested by", muted: true, mobileOrder: 4, cell: ({ requested_by }) => requested_by || "–" },
    {
      name: "at",
      label: "Requested",
      muted: true,
      mobileOrder: 5,
      cell: ({ requested_at }) => (requested_at ? <DateTime at={requested_at} zone={zone} /> : "–"),
    },
  ];
}

export default function Requests() {
  const { asked, zone, mayLook } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Requests"
        text="Requested products. We answer within one working day."
        back={{ label: "Apps", to: href("/setup") }}
        actions={mayLook && <LinkButton to={href("/settings/selfcare/request")}>Bank slips</LinkButton>}
      />
      <section className="card" aria-label="Requests">
        {asked.length > 0 ? (
          <Table label="Requests" columns={columnsIn(zone)} rows={asked} id={({ product }) => product} />
        ) : (
          <EmptyState
            icon={Package}
            title="No requests yet"
            text="Some products, such as payments, need approval. Request them on their page and follow the request here."
            actions={
              <LinkButton to={href("/setup")} variant="primary">
                See the apps
              </LinkButton>
            }
          />
        )}
      </section>
    </>
  );
}
