import { partUnits, showKes, showPartPrice } from "../../rules/money";
import type { Price } from "../../services/messaging/contract.price";

type Line = Price["lines"][number];

const regions = new Intl.DisplayNames("en", { type: "region" });

/** "Kenya", "Safaricom", "United Kingdom", "Other countries". */
export function destinationName(destination: string): string {
  if (destination === "abroad") return "Other countries";
  return /^[A-Z]{2}$/.test(destination) ? (regions.of(destination) ?? destination) : destination;
}

function isAbroad({ destination }: Line): boolean {
  return destination === "abroad" || (/^[A-Z]{2}$/.test(destination) && destination !== "KE");
}

const unitsOf = ({ part_price }: Pick<Line, "part_price">) => partUnits(part_price);

/** "KES 0.80 a part", or "from KES 0.80 a part" when the destinations have several prices. */
export function eachPart({ part_price, lines }: Pick<Price, "part_price" | "lines">, unit = "part"): string {
  const prices = new Set(lines.length > 0 ? lines.map(unitsOf) : [unitsOf({ part_price })]);
  return `${prices.size > 1 ? "from " : ""}${showPartPrice(Math.min(...prices))} per ${unit}`;
}

/** A line for each destination when one of them has a price of its own; none when all cost the same. */
export function priceLines({ lines }: Pick<Price, "lines">): { label: string; value: string }[] {
  if (lines.every(({ destination }) => destination === "KE")) return [];
  return lines.map((line) => ({
    label: `${destinationName(line.destination)}, ${line.parts.toLocaleString("en-KE")} ${line.parts === 1 ? "part" : "parts"} at ${showPartPrice(unitsOf(line))}`,
    value: showKes(Math.round((line.parts * unitsOf(line)) / 100)),
  }));
}

/** "United Kingdom 1, KES 8.00 a part": a line for each country. Nothing when no number is abroad. */
export function abroadWords({ foreign, lines }: Pick<Price, "foreign" | "lines">): string | undefined {
  if (foreign === 0) return undefined;
  const places = lines
    .filter(isAbroad)
    .map(
      (line) =>
        `${destinationName(line.destination)} ${line.recipients.toLocaleString("en-KE")}, ${showPartPrice(unitsOf(line))} per part`,
    );
  return places.length === 0 ? "Numbers abroad" : places.join("\n");
}
