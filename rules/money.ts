/** Money is whole cents; a bigint where a column may pass 2^53. Shillings never appear as fractions inside. */
export type Cents = number | bigint;

/** Price of one part in 1/10,000 of a shilling, since parts cost less than a cent steps allow: 3500 is KES 0.35. */
export type PartPrice = number;

/** A part's price in KES, as calls say it. */
export function partUnits(kes: number): PartPrice {
  return Math.round(kes * 10_000);
}

/** "KES 1,204.50"; a debt is "-KES 1,204.50". Takes whole cents. */
export function showKes(cents: Cents): string {
  const whole = wholeCents(cents);
  return `${whole < 0n ? "-" : ""}KES ${twoDecimals(whole < 0n ? -whole : whole)}`;
}

/** The balance in the topbar: zero or not a number shows 0, any other the raw cents as shillings (R054). */
export function showBalance(raw: unknown): string {
  const cents = numeric(raw);
  if (cents === undefined || cents === 0n) return "0";
  return `${cents < 0n ? "-" : ""}${twoDecimals(cents < 0n ? -cents : cents)}`;
}

function numeric(raw: unknown): bigint | undefined {
  if (typeof raw === "bigint") return raw;
  if (typeof raw === "number") return Number.isFinite(raw) ? BigInt(Math.round(raw)) : undefined;
  if (typeof raw !== "string") return undefined;
  const text = raw.trim();
  if (/^-?\d{1,30}$/.test(text)) return BigInt(text);
  return /^-?\d{1,15}\.\d{1,15}$/.test(text) ? BigInt(Math.round(Number(text))) : undefined;
}

function twoDecimals(cents: bigint): string {
  const shillings = String(cents / 100n).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${shillings}.${String(cents % 100n).padStart(2, "0")}`;
}

function wholeCents(cents: Cents): bigint {
  if (typeof cents === "number" && !Number.isSafeInteger(cents)) throw new RangeError(`Not whole cents: ${cents}`);
  return BigInt(cents);
}

/** A line of a blast: so many parts at one price. */
export type PricedParts = { parts: number; price: PartPrice };

/**
 * Cents for a whole blast. The exact sum of all parts, over every network and price, is rounded half up once, at
 * the end: 3 parts at KES 0.35 cost KES 1.05, and 100,000 single parts at KES 0.3333 cost KES 33,330.00.
 */
export function blastCents(lines: Iterable<PricedParts>): number {
  let sum = 0n;
  for (const { parts, price } of lines) sum += count(parts) * count(price);
  const cents = Number((sum + 50n) / 100n);
  if (!Number.isSafeInteger(cents)) throw new RangeError("The cost is too large");
  return cents;
}

/** Cents for `parts` at one price, by the rule of `blastCents`: never sum the rounded costs of single messages. */
export function costCents(parts: number, price: PartPrice): number {
  return blastCents([{ parts, price }]);
}

function count(value: number): bigint {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a whole number: ${value}`);
  return BigInt(value);
}

/** "KES 0.35", and with all four decimals only where they are needed: "KES 0.3333". */
export function showPartPrice(price: PartPrice): string {
  const parts = count(price);
  const fraction = String(parts % 10_000n)
    .padStart(4, "0")
    .replace(/0{1,2}$/, "");
  return `KES ${String(parts / 10_000n).replace(/\B(?=(?:\d{3})+$)/g, ",")}.${fraction}`;
}

/** Cents in an amount as people type it ("1,204.50", "KES 1204.5", "Ksh 300/="), or null when it is not an amount. */
export function parseKes(typed: string): number | null {
  if (typed.length > 60) return null;
  const text = typed
    .trim()
    .replace(/^(?:kes|kshs?|ksh\.)\s*/i, "")
    .replace(/\s*\/[=-]$/, "");
  const match = /^(\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const cents = Number((match[1] ?? "").replaceAll(",", "")) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? cents : null;
}
