import { commas } from "../../../rules/format";
import type { Blast } from "../../../services/messaging/contract.blasts";
import type { Price } from "../../../services/messaging/contract.price";

/** "1 message", "1,204 messages". */
export function some(count: number, one: string, many = `${one}s`): string {
  return `${commas(count)} ${count === 1 ? one : many}`;
}

type Line = { label: string; count: number };

/** Who is left out, and why; opted out and duplicates also when they are none. */
export function leftOut(price: Price): Line[] {
  const more = [
    { label: "In a group left out", count: price.excluded },
    { label: "Written to lately", count: price.recent },
    { label: "Without the values asked for", count: price.unmatched },
    { label: "Can't be messaged", count: price.invalid },
    { label: "No value", count: price.missing_value },
  ];
  return [
    { label: "Opted out", count: price.opted_out },
    { label: "Duplicates", count: price.duplicates },
    ...more.filter(({ count }) => count > 0),
  ];
}

/** "1,236 contacts, less 19 opted out and 13 duplicates." */
export function saySum(price: Price, kind: Blast["kind"], recipient = "number"): string {
  const less = [
    [price.opted_out, "opted out"],
    [price.duplicates, price.duplicates === 1 ? "duplicate" : "duplicates"],
    [price.excluded, "in a group left out"],
    [price.recent, "written to lately"],
    [price.unmatched, "without the values asked for"],
    [price.invalid, "that can't be messaged"],
    [price.missing_value, "without a value for a merge field"],
  ] as const;
  const said = less.filter(([count]) => count > 0).map(([count, words]) => `${commas(count)} ${words}`);
  const whole = some(
    price.in_groups,
    kind === "bulk" ? "contact" : recipient,
    ...(recipient === "address" && kind !== "bulk" ? ["addresses"] : []),
  );
  return said.length === 0 ? `${whole}, no one is left out.` : `${whole}, less ${listed(said)}.`;
}

/** "2 numbers on Airtel and 1 on Telkom, where SAVANNA is not approved, may not get it."; undefined when all are. */
export function sayUnapproved({ unapproved }: Pick<Price, "unapproved">, sender: string): string | undefined {
  if (unapproved.length === 0) return undefined;
  const where = unapproved.map(({ network, recipients }, index) =>
    index === 0 ? `${some(recipients, "number")} on ${network}` : `${commas(recipients)} on ${network}`,
  );
  return `${listed(where)}, where ${sender} is not approved, may not get it.`;
}

/** "a, b and c" */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** "1,187 messages of 1 part, 17 of 2 parts" */
export function sayParts(price: Pick<Price, "by_parts">, unit = "part"): string {
  return price.by_parts
    .map(({ parts, recipients }, index) => {
      const each = some(parts, unit);
      return index === 0 ? `${some(recipients, "message")} of ${each}` : `${commas(recipients)} of ${each}`;
    })
    .join(", ");
}

/** "KES 976.80" is said by rules/money; this says whether the account can pay it: cents that lack, or 0. */
export function lacking(costCents: number, balanceCents: number): number {
  return Math.max(0, costCents - balanceCents);
}
