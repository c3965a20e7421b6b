import { CircleCheck, CircleDashed, Package } from "lucide-react";
import { showDay } from "../../../rules/format";
import { showKes, showPartPrice } from "../../../rules/money";
import { productName } from "../../../rules/product-names";
import { href } from "../../href";
import { periodWords, tileStatus, wordsBeside } from "../../kit/money/labels";
import { LinkButton } from "../../kit/ui/button";
import { DescriptionList } from "../../kit/ui/description-list";
import { PageHeader } from "../../kit/ui/page-header";
import { Status } from "../../kit/ui/status";
import type { Need } from "./needs.server";
import type { loadSetup } from "./setup.server";

type SetupPageProps = Awaited<ReturnType<typeof loadSetup>>;

/** The one thing to do next about a product. */
function Next({ tile, mayPay }: Pick<SetupPageProps, "tile" | "mayPay">) {
  if (tile.coming) return null;
  const why = mayPay ? {} : { why: "You need the permission Manage settings." };
  const choose = href("/subscribe/:product", { product: tile.product });
  if (tile.invoice_id !== null)
    return (
      <LinkButton to={href("/settings/selfcare/invoices/:id", { id: tile.invoice_id })} variant="primary" {...why}>
        Pay the invoice
      </LinkButton>
    );
  if (tile.detail === "requested") return <LinkButton to={href("/setup/requests")}>Your requests</LinkButton>;
  if (tile.detail === "grace" || tile.detail === "suspended")
    return (
      <LinkButton to={choose} variant="primary" {...why}>
        Pay and continue
      </LinkButton>
    );
  if (tile.state === "active")
    return tile.plans.length > 0 ? (
      <LinkButton to={choose} icon={Package} {...why}>
        Change the plan
      </LinkButton>
    ) : null;
  return (
    <LinkButton to={choose} variant="primary" icon={Package} {...why}>
      {tile.approval && tile.detail !== "approved" ? "Ask for it" : "Choose a plan"}
    </LinkButton>
  );
}

function NeedRow({ need }: { need: Need }) {
  const Icon = need.done ? CircleCheck : CircleDashed;
  const state = need.done === null ? "Not available right now" : need.done ? "Done" : "To do";
  return (
    <li className="flex min-h-11 items-center gap-3 px-5 py-2 max-md:px-4">
      <Icon
        size={16}
        strokeWidth={1.75}
        className={`shrink-0 ${need.done ? "text-good" : "text-quiet"}`}
        aria-hidden="true"
      />
      <span className="min-w-0 flex-1">{need.what}</span>
      <span className="text-sm whitespace-nowrap text-quiet">{state}</span>
      {need.to && !need.done && (
        <LinkButton to={need.to}>
          Set up<span className="sr-only">: {need.what}</span>
        </LinkButton>
      )}
    </li>
  );
}

/** One product: what it is, what state it is in for this account, and what it needs to work. */
export function SetupPage({ tile, needs, mayPay, zone }: SetupPageProps) {
  const { kind, word } = tileStatus(tile);
  const { plan } = tile;
  return (
    <div className="max-w-[760px]">
      <PageHeader
        title={productName(tile.product)}
        text={tile.about}
        back={{ label: "Apps", to: href("/setup") }}
        actions={<Next tile={tile} mayPay={mayPay} />}
      />
      <div className="grid gap-4">
        <DescriptionList
          facts={[
            { label: "State", value: <Status kind={kind}>{word}</Status>, note: wordsBeside(tile) },
            ...(plan
              ? [
                  {
                    label: "Plan",
                    value: plan.name,
                    note: `${showKes(plan.total_cents)} ${periodWords[plan.period]}, incl. VAT`,
                  },
                ]
              : []),
            ...(tile.active_until
              ? [
                  {
                    label: tile.auto_renew ? "Renews on" : "Ends on",
                    value: showDay(tile.active_until, zone),
                    change: href("/settings/products"),
                  },
                ]
              : []),
            ...tile.rates.map(({ what, unit, price }) => ({
              label: what,
              value: `${showPartPrice(price)} a ${unit}`,
              note: "From the balance, incl. VAT",
            })),
          ]}
        />
        <section className="card" aria-labelledby="needs">
          <div className="card-head">
            <h2 id="needs">Requirements</h2>
          </div>
          {needs.length > 0 ? (
            <ul className="divide-y divide-line">
              {needs.map((need) => (
                <NeedRow key={need.what} need={need} />
              ))}
            </ul>
          ) : (
            <p className="px-5 py-3 text-quiet max-md:px-4">
              {tile.coming
                ? "Nothing yet: we are building it."
                : tile.plans.length > 0
                  ? "Nothing: it works as soon as the plan is paid."
                  : "Nothing: it works as soon as it is approved."}
            </p>
          )}
        </section>
      </div>
    </div>
  );
}
