import { Check, Wallet } from "lucide-react";
import { showPartPrice } from "../../../rules/money";
import { productName } from "../../../rules/product-names";
import type { Plan, ProductTile } from "../../../services/billing/contract.products";
import { href } from "../../href";
import { wordsBeside } from "../../kit/money/labels";
import { LinkButton } from "../../kit/ui/button";
import { DescriptionList } from "../../kit/ui/description-list";
import { planPrice, planVat } from "./plan-labels";

/** What is bought. */
export function PlanFacts({ tile, plan }: { tile: ProductTile; plan: Plan | undefined }) {
  return (
    <div className="mb-4">
      <DescriptionList
        facts={[
          { label: "Product", value: productName(tile.product), note: tile.about },
          ...(plan
            ? [
                { label: "Plan", value: plan.name, change: href("/subscribe/:product", { product: tile.product }) },
                { label: "Price", value: planPrice(plan), note: planVat(plan) },
                ...(plan.includes.length > 0 ? [{ label: "Includes", value: <Included lines={plan.includes} /> }] : []),
              ]
            : []),
          ...tile.rates.map(({ what, unit, price }) => ({
            label: what,
            value: `${showPartPrice(price)} a ${unit}`,
            note: "From the balance, incl. VAT",
          })),
          ...(wordsBeside(tile) ? [{ label: "Now", value: wordsBeside(tile) }] : []),
        ]}
      />
    </div>
  );
}

function Included({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="grid gap-0.5">
      {lines.map((line) => (
        <li key={line} className="flex gap-2">
          <Check size={14} strokeWidth={1.75} className="mt-[3px] shrink-0 text-good" aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
  );
}

/** No plan is chosen yet. */
export function ChoosePlan({ tile }: { tile: ProductTile }) {
  if (tile.plans.length === 0)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-quiet">There is no plan to choose: what is used is paid from the balance.</p>
        <LinkButton to={href("/settings/selfcare/topup")} icon={Wallet}>
          Top up
        </LinkButton>
      </div>
    );
  return (
    <ul className="card divide-y divide-line">
      {tile.plans.map((plan) => (
        <li key={plan.code} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 max-md:px-4">
          <div className="min-w-0 flex-1">
            <p className="font-medium">{plan.name}</p>
            <p className="num text-sm text-quiet">
              {planPrice(plan)}, {planVat(plan)}
            </p>
          </div>
          <LinkButton to={href("/subscribe/:product", { product: tile.product }, { plan: plan.code })}>
            Choose<span className="sr-only"> {plan.name}</span>
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}
