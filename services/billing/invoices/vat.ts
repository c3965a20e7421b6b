import type { InvoiceLine } from "../contract.invoices";
import { vatRates } from "../price-list";

/** The rate of a day (YYYY-MM-DD, Nairobi) in basis points. */
export function vatRateOn(day: string): number {
  return vatRates.findLast(({ from }) => from <= day)?.rate ?? 0;
}

export function nairobiDay(at: Date): string {
  return new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
}

/** VAT on an amount before VAT, in cents, half up. */
export function vatOn(net: number, rate: number): number {
  return Math.sign(net) * Math.floor((Math.abs(net) * rate + 5_000) / 10_000);
}

/** The VAT inside an amount that has it already, in cents, half up. */
export function vatIn(gross: number, rate: number): number {
  const whole = 10_000 + rate;
  return Math.sign(gross) * Math.floor((Math.abs(gross) * rate * 2 + whole) / (whole * 2));
}

export type Totals = {
  lines: InvoiceLine[];
  net_cents: number;
  vat_rate: number;
  vat_cents: number;
  total_cents: number;
};

/** An invoice of lines priced before VAT. VAT is rounded once, on the sum. */
export function plusVat(lines: { description: string; quantity: number; unit_cents: number }[], rate: number): Totals {
  const priced = lines.map((line) => ({ ...line, net_cents: Math.round(line.quantity * line.unit_cents) }));
  const net_cents = priced.reduce((sum, line) => sum + line.net_cents, 0);
  const vat_cents = vatOn(net_cents, rate);
  return { lines: priced, net_cents, vat_rate: rate, vat_cents, total_cents: net_cents + vat_cents };
}

/** An invoice of amounts that were charged with VAT: what was charged is its total, to the cent. */
export function withVatInside(lines: { description: string; gross_cents: number }[], rate: number): Totals {
  const total_cents = lines.reduce((sum, line) => sum + line.gross_cents, 0);
  const vat_cents = vatIn(total_cents, rate);
  const net_cents = total_cents - vat_cents;
  let left = net_cents;
  const priced = lines.map(({ description, gross_cents }, i) => {
    const net = i === lines.length - 1 ? left : gross_cents - vatIn(gross_cents, rate);
    left -= net;
    return { description, quantity: 1, unit_cents: net, net_cents: net };
  });
  return { lines: priced, net_cents, vat_rate: rate, vat_cents, total_cents };
}
