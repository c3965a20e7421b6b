// /subscribe - the products with their plans; the first page of an account that has none yet (Q012)
import type { MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { LayoutDashboard, LogOut } from "lucide-react";
import { brand } from "../brand";
import { href } from "../href";
import { mayPay } from "../kit/money/access";
import { Button, LinkButton } from "../kit/ui/button";
import { Empty } from "../kit/ui/empty";
import { PageHead } from "../kit/ui/page-head";
import { Tabs } from "../kit/ui/tabs";
import { need, page } from "../shell/page.server";
import { Tile } from "./tile";

export const meta: MetaFunction = () => [{ title: `Products and plans - ${brand.name}` }];

export const loader = page("/subscribe", async ({ ask, url, viewer }) => {
  const { data } = need(await ask.billing.products({}), 200);
  return {
    tiles: data,
    period: url.searchParams.get("period") === "year" ? ("year" as const) : ("month" as const),
    first: viewer.products.length === 0,
    name: viewer.account_name,
    mayPay: mayPay(viewer),
  };
});

export default function Subscribe() {
  const { tiles, period, first, name, mayPay } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-[1180px]">
      <PageHead
        title={first ? `What will ${name} use first?` : "Products and plans"}
        text="Prices are in KES with VAT. Pay by M-Pesa or ask for an invoice; the product's menu is there as soon as it is paid."
        actions={
          first ? (
            <>
              <LinkButton to={href("/settings/selfcare")}>Money</LinkButton>
              <Form method="post" action={href("/logout")}>
                <Button icon={LogOut}>Sign out</Button>
              </Form>
            </>
          ) : (
            <LinkButton to={href("/dashboard")} icon={LayoutDashboard}>
              Dashboard
            </LinkButton>
          )
        }
      />
      {!mayPay && (
        <p className="mb-4 text-quiet" role="status">
          You can look at the plans. To choose one you need the permission Manage settings: an Owner can give it to you.
        </p>
      )}
      <Tabs
        label="Paid by"
        tabs={[
          { label: "Monthly", to: href("/subscribe"), current: period === "month" },
          { label: "Yearly", to: href("/subscribe", undefined, { period: "year" }), current: period === "year" },
        ]}
      />
      {tiles.length > 0 ? (
        <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {tiles.map((tile) => (
            <Tile key={tile.product} tile={tile} period={period} mayChoose={mayPay} />
          ))}
        </div>
      ) : (
        <section className="card">
          <Empty title="There is nothing on sale just now" text="Load the page again in a moment." />
        </section>
      )}
    </div>
  );
}
