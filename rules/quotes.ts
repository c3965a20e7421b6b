/** Where a quote is. One that was sent and whose last day is over is expired; that is worked out, not written. */
export const quoteStates = ["draft", "sent", "accepted", "declined", "expired"] as const;
export type QuoteState = (typeof quoteStates)[number];

export const quoteStateNames: Record<QuoteState, string> = {
  draft: "Draft",
  sent: "Sent",
  accepted: "Accepted",
  declined: "Declined",
  expired: "Expired",
};

/** Kenya: 16 % (VAT Act 2013, section 5), zero-rated (second schedule), exempt (first schedule). */
export const vatKinds = ["standard", "zero", "exempt"] as const;
export type VatKind = (typeof vatKinds)[number];
/** Per cent. */
export const vatPercent: Record<VatKind, number> = { standard: 16, zero: 0, exempt: 0 };
export const vatNames: Record<VatKind, string> = { standard: "VAT 16 %", zero: "VAT 0 %", exempt: "Exempt from VAT" };

/** Whether VAT comes on top of the prices, or is in them. */
export const vatModes = ["added", "included"] as const;
export type VatMode = (typeof vatModes)[number];
export const vatModeNames: Record<VatMode, string> = {
  added: "VAT is added to the prices",
  included: "Prices include VAT",
};

/** Cents that a line may come to: with its VAT it can still be counted exactly. */
export const maxLineCents = 1e13;

type PricedLine = { quantity: number; price_cents: number; vat: VatKind };
/** Cents: without VAT, the VAT, and both. */
export type Amounts = { net_cents: number; vat_cents: number; total_cents: number };

/** What a line comes to, in whole cents; half a cent of VAT is rounded up. */
export function lineAmounts({ quantity, price_cents, vat }: PricedLine, mode: VatMode): Amounts {
  const given = quantity * price_cents;
  const percent = vatPercent[vat];
  if (mode === "added") {
    const vat_cents = divideRounded(given * percent, 100);
    return { net_cents: given, vat_cents, total_cents: given + vat_cents };
  }
  const vat_cents = divideRounded(given * percent, 100 + percent);
  return { net_cents: given - vat_cents, vat_cents, total_cents: given };
}

/** Of whole numbers that are not negative. */
function divideRounded(amount: number, by: number): number {
  const rest = amount % by;
  return (amount - rest) / by + (rest * 2 >= by ? 1 : 0);
}

/** What a quote comes to: the sum of its lines, and of those of each kind of VAT that occurs. */
export function quoteTotals(
  lines: readonly (Amounts & { vat: VatKind })[],
): Amounts & { rates: (Amounts & { vat: VatKind })[] } {
  const rates = vatKinds.flatMap((vat) => {
    const of = lines.filter((line) => line.vat === vat);
    return of.length === 0 ? [] : [{ vat, ...sum(of) }];
  });
  return { ...sum(lines), rates };
}

function sum(lines: readonly Amounts[]): Amounts {
  const total = { net_cents: 0, vat_cents: 0, total_cents: 0 };
  for (const { net_cents, vat_cents, total_cents } of lines) {
    total.net_cents += net_cents;
    total.vat_cents += vat_cents;
    total.total_cents += total_cents;
  }
  return total;
}

type NamedLine = PricedLine & Amounts & { product_id: number | null; name: string };
type SoldLine = { product_id: number | null; name: string; quantity: number; price_cents: number };

/**
 * The lines of the sale that a quote becomes: they come to its total. VAT that is added to the prices is a line of its
 * own. @param listed the products that are still there
 */
export function saleLines(lines: readonly NamedLine[], mode: VatMode, listed: readonly number[]): SoldLine[] {
  const sold = lines.map(({ product_id, name, quantity, price_cents }) => ({
    product_id: product_id !== null && listed.includes(product_id) ? product_id : null,
    ...{ name, quantity, price_cents },
  }));
  const vat = sum(lines).vat_cents;
  if (mode === "included" || vat === 0) return sold;
  return [...sold, { product_id: null, name: vatNames.standard, quantity: 1, price_cents: vat }];
}

/** What one sends with the link, in a message of one's own. */
export function quoteMessage(quote: { number: number; seller: string; total: string; until: string }, link: string) {
  return `Quote ${quote.number} from ${quote.seller}: ${quote.total}, valid until ${quote.until}. See it, and accept or decline it, here: ${link}`;
}
