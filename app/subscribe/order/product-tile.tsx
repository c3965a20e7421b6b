import { Check } from "lucide-react";
import { showPartPrice } from "../../../rules/money";
import { productName } from "../../../rules/product-names";
import type { Plan, ProductTile } from "../../../services/billing/contract.products";
import { href } from "../../href";
import { tileStatus, wordsBeside } from "../../kit/money/labels";
import { Badge } from "../../kit/ui/badge";
import { LinkButton } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";
import { planPrice, plansFor, planVat } from "./plan-labels";

function PlanRow({ plan, tile, mayChoose }: { plan: Plan; tile: ProductTile; mayChoose: boolean }) {
  const held = tile.plan?.code === plan.code && tile.state === "active";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="font-medium">{plan.name}</p>
        <p className="num">{planPrice(plan)}</p>
        <p className="num text-sm text-quiet">{planVat(plan)}</p>
      </div>
      {held ? (
        <span className="text-sm text-quiet">Your plan</span>
      ) : (
        <LinkButton
          to={href("/subscribe/:product", { product: tile.product }, { plan: plan.code })}
          {...(mayChoose ? {} : { disabledReason: "You need the permission Manage settings." })}
        >
          Choose<span className="sr-only"> {`${productName(tile.product)}, ${plan.name}`}</span>
        </LinkButton>
      )}
      {plan.includes.length > 0 && (
        <ul className="col-span-2 grid gap-0.5 text-sm text-quiet">
          {plan.includes.map((line) => (
            <li key={line} className="flex gap-2">
              <Check size={14} strokeWidth={1.75} className="mt-[3px] shrink-0 text-good" aria-hidden="true" />
              {line}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** A product that has no plan: what is used is paid from the balance. */
function ByUse({ tile, mayAsk }: { tile: ProductTile; mayAsk: boolean }) {
  return (
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-4 border-t border-line pt-3">
      <div className="min-w-0">
        <p className="font-medium">By use</p>
        {tile.rates.map(({ what, unit, price }) => (
          <p key={what} className="num text-sm text-quiet">
            {what}: {showPartPrice(price)} a {unit}
          </p>
        ))}
      </div>
      {tile.state === "available" && (
        <LinkButton
          to={href("/subscribe/:product", { product: tile.product })}
          {...(mayAsk ? {} : { disabledReason: "You need the permission Manage settings." })}
        >
          Ask for it<span className="sr-only">: {productName(tile.product)}</span>
        </LinkButton>
      )}
    </div>
  );
}

type TileProps = {
  tile: ProductTile;
  period: Plan["period"];
  mayChoose: boolean;
  /** It was ticked when the account signed up. */
  requested: boolean;
};

/** A product on sale: what it is, its state for this account, its plans. */
export function Tile({ tile, period, mayChoose, requested }: TileProps) {
  const { kind, word } = tileStatus(tile);
  const words = wordsBeside(tile);
  return (
    <section className="card flex flex-col p-5 max-md:p-4" aria-labelledby={`product-${tile.product}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={`product-${tile.product}`} className="text-lg font-semibold">
          {productName(tile.product)}
        </h2>
        {requested && <Badge kind="brand">You chose this at sign-up</Badge>}
        <span className="ml-auto text-sm">
          <Status kind={kind}>{word}</Status>
        </span>
      </div>
      <p className="mt-1 text-sm text-quiet">{tile.about}</p>
      {words && <p className="mt-1 text-sm font-medium">{words}</p>}
      {mayChoose && tile.invoice_id !== null && (
        <p className="mt-1 text-sm">
          <Link className="link" to={href("/settings/selfcare/invoices/:id", { id: tile.invoice_id })}>
            Pay the open invoice
          </Link>
        </p>
      )}
      {tile.plans.length === 0 && !tile.coming && <ByUse tile={tile} mayAsk={mayChoose} />}
      {tile.plans.length > 0 && (
        <ul className="mt-2 divide-y divide-line border-t border-line">
          {plansFor(tile, period).map((plan) => (
            <PlanRow key={plan.code} plan={plan} tile={tile} mayChoose={mayChoose} />
          ))}
        </ul>
      )}
    </section>
  );
}
