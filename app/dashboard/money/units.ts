import { commas } from "../../../rules/format";

/** How many units so many shillings buy, the price in 1/10,000 KES: "1,250 parts", "666 times 30 seconds". */
export function unitsFor(shillings: number, { unit, price }: { unit: string; price: number }): string {
  return `${commas(Math.floor((shillings * 10_000) / price))} ${plural(unit)}`;
}

/** An amount as the unit, such as KES 100 or 30 started seconds, has no plural. */
function plural(unit: string): string {
  const amount = unit.replace(/^started /, "");
  return /^(?:KES|\d)/.test(amount) ? `times ${amount}` : `${unit}s`;
}
