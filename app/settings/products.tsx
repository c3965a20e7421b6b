// /settings/products - the products this account holds: plan, until when, whether it renews by itself
import { redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Package } from "lucide-react";
import { z } from "zod";
import { products as names } from "../../rules/access";
import { showDay } from "../../rules/format";
import { showKes } from "../../rules/money";
import { productName } from "../../rules/product-names";
import type { ProductTile } from "../../services/billing/contract.products";
import { mustSubscribe } from "../access";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { mayPay } from "../kit/money/access";
import { periodWords, tileStatus } from "../kit/money/labels";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { KeyValues } from "../kit/ui/description-list";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/settings/products";

export const meta = titled("Products");

export const loader = page(path, async ({ api, viewer }) => {
  if (mustSubscribe(viewer)) throw redirect(href("/subscribe"));
  const { data } = expectStatus(await api.billing.products({}), 200);
  return {
    held: data.filter(({ state, detail }) => state === "active" || detail === "suspended"),
    mayPay: mayPay(viewer),
    zone: viewer.time_zone,
  };
});

const Renewal = z.object({ product: z.enum(names), auto_renew: z.enum(["yes", "no"]) });

export const action = act(path, Renewal, async ({ api, value, refuse, from }) => {
  const auto_renew = value.auto_renew === "yes";
  const answer = await api.billing.renewal({ body: { product: value.product, auto_renew } });
  if (answer.status !== 201) return refuse(answer.body);
  const words = auto_renew ? "renews automatically from the balance" : "no longer renews automatically";
  return done(from, href(path), `${productName(value.product)} ${words}`);
});

function Held({ tile, mayPay, zone }: { tile: ProductTile; mayPay: boolean; zone: string }) {
  const working = useNavigation().state !== "idle";
  const { kind, word } = tileStatus(tile);
  const { plan } = tile;
  return (
    <section className="card flex flex-col p-5 max-md:p-4" aria-labelledby={`held-${tile.product}`}>
      <div className="mb-3 flex items-center gap-3">
        <h2 id={`held-${tile.product}`} className="font-semibold">
          {productName(tile.product)}
        </h2>
        <span className="ml-auto text-sm">
          <Status kind={kind}>{word}</Status>
        </span>
      </div>
      <KeyValues
        rows={[
          {
            label: "Plan",
            value: plan?.name ?? (tile.rates.length > 0 && tile.approval ? "By use" : "Given to this account"),
          },
          ...(plan ? [{ label: "Price", value: `${showKes(plan.total_cents)} ${periodWords[plan.period]}` }] : []),
          {
            label: tile.auto_renew ? "Renews on" : "Until",
            value: tile.active_until ? showDay(tile.active_until, zone) : "No end",
          },
        ]}
      />
      {tile.detail !== "active" && <p className="mt-3 text-sm">{tile.words}</p>}
      {mayPay && !tile.coming && (tile.plans.length > 0 || tile.active_until !== null) && (
        <div className="mt-auto flex flex-wrap gap-2 pt-4">
          {tile.plans.length > 0 && (
            <LinkButton to={href("/subscribe/:product", { product: tile.product })}>
              {plan ? "Change" : "Choose a plan"}
              <span className="sr-only">: {productName(tile.product)}</span>
            </LinkButton>
          )}
          {tile.active_until !== null && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="product" value={tile.product} />
              <input type="hidden" name="auto_renew" value={tile.auto_renew ? "no" : "yes"} />
              <Button variant="ghost" working={working}>
                {tile.auto_renew ? "Stop renewing" : "Renew automatically"}
                <span className="sr-only">: {productName(tile.product)}</span>
              </Button>
            </Form>
          )}
        </div>
      )}
    </section>
  );
}

export default function HeldProducts() {
  const { held, mayPay, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <>
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title="Products"
        text="The products of this account, and when each plan ends."
        actions={
          <LinkButton to={href("/subscribe")} variant="primary" icon={Package}>
            Products and plans
          </LinkButton>
        }
      />
      {held.length > 0 ? (
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {held.map((tile) => (
            <Held key={tile.product} tile={tile} mayPay={mayPay} zone={zone} />
          ))}
        </div>
      ) : (
        <section className="card">
          <EmptyState
            icon={Package}
            title="This account has no products yet"
            text="Choose one and pay by M-Pesa or invoice. Its menu appears as soon as it is paid."
            actions={
              <LinkButton to={href("/subscribe")} variant="primary">
                See products and plans
              </LinkButton>
            }
          />
        </section>
      )}
    </>
  );
}
