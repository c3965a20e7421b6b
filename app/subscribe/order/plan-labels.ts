import type { Product } from "../../../rules/access";
import { showKes } from "../../../rules/money";
import type { Plan, ProductTile } from "../../../services/billing/contract.products";
import { href } from "../../href";
import { periodWords } from "../../kit/money/labels";

/** "KES 2,900.00 a month"; a plan without a fixed price says so. */
export function planPrice(plan: Plan): string {
  return plan.total_cents === 0 ? "No fixed price" : `${showKes(plan.total_cents)} ${periodWords[plan.period]}`;
}

/** "incl. KES 400.00 VAT". */
export function planVat(plan: Plan): string {
  return plan.total_cents === 0 ? "You pay for what you use" : `incl. ${showKes(plan.vat_cents)} VAT`;
}

/** The plans to show for a choice of period: those of the period, or all where a product has none of it. */
export function plansFor(tile: ProductTile, period: Plan["period"]): Plan[] {
  const some = tile.plans.filter((plan) => plan.period === period);
  return some.length > 0 ? some : tile.plans;
}

/** The product of that name, with the plan of that code if there is one. */
export function chosen(
  tiles: readonly ProductTile[],
  product: string,
  code: string | null,
): { tile: ProductTile; plan: Plan | undefined } | undefined {
  const tile = tiles.find((one) => one.product === product);
  return tile && { tile, plan: tile.plans.find((plan) => plan.code === code) };
}

const startPages: Partial<Record<Product, string>> = {
  SMS: href("/settings/selfcare/topup"),
  Chats: href("/chat/setup"),
  Ticketing: href("/ticketing/dashboard"),
  Voice: href("/voice/settings/numbers/:id", { id: "new" }),
  Whatsapp: href("/whatsapp/inboxes/addNumber"),
  Email: href("/email/domains"),
  Surveys: href("/survey"),
  Reseller: href("/reseller"),
};

/** Where one begins with a product that was just paid: SMS are paid from the balance, so its first page is the top-up. */
export function startPage(product: Product): string {
  return startPages[product] ?? href("/dashboard");
}

/** Whether the platform looks at a request before anything can be paid. */
export function asksFirst({ approval, detail }: ProductTile): boolean {
  return approval && (detail === "available" || detail === "refused" || detail === "requested");
}
