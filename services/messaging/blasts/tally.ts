import { carrierFooter, withFooter } from "../../../rules/keywords";
import { compile, type EmptyFieldChoice, type MergedText, mergeFields, type Values } from "../../../rules/merge";
import { costCents } from "../../../rules/money";
import { countParts, isGsm, messageText, smarten } from "../../../rules/segments";
import type { Price } from "../contract.price";
import { networkFor } from "./networks";
import type { PriceOf } from "./prices";

/** Somebody who may get the message. `fields` are the merge fields the group keeps of them. */
export type Person = { msisdn: string; name: string; fields: Record<string, string> };

/** A message to be written; `text` and `part_price` are null when they are the blast's own. */
export type Row = {
  seq: number;
  msisdn: string;
  name: string;
  text: string | null;
  parts: number;
  part_price: number | null;
};

export type BlastCounts = {
  body: string;
  missing: Record<string, EmptyFieldChoice>;
  promotional: boolean;
  /** What promotional texts end with; the carrier's own words when left out. */
  footer?: string;
  /** Of a part to Kenya, in 1/10,000 KES. */
  partPrice: number;
  /** The price for each number; the one for Kenya when left out. */
  priceOf?: PriceOf;
  /** Networks that have not approved the sender ID. */
  notOn?: readonly string[];
};

/** Why some of a batch are left out on purpose. */
export type LeftOut = ReadonlyMap<Person, LeftOutReason>;
export type LeftOutReason = "excluded" | "recent" | "unmatched";

/** The masks of a message have a bit for each part. */
const maxParts = 30;
const sampleSize = 5;

/** The text every recipient gets when it has no merge field: what the counter showed, and the footer. */
export function ownText({ body, ...draft }: Pick<BlastCounts, "body" | "promotional" | "footer">): string {
  return withFooter(messageText(body), blastFooter(draft));
}

/** What is added to each text; empty for what is not promotional. */
export function blastFooter({
  promotional,
  footer = carrierFooter,
}: Pick<BlastCounts, "promotional" | "footer">): string {
  return promotional ? footer : "";
}

export type Tally = ReturnType<typeof tally>;

/**
 * Runs the merge on recipient after recipient and counts: who gets it, who does not and why, the parts, the price.
 * Nothing is estimated. A field without a decision leaves out the recipients that have no value for it.
 */
export function tally(draft: BlastCounts) {
  const fields = mergeFields(draft.body);
  const common = ownText(draft);
  const merge = compile(messageText(draft.body), { fields: draft.missing, otherwise: "skip" });
  const seen = new Set<string>();
  const byParts = new Map<number, number>();
  const missing = new Map<string, number>();
  const lines = destinationLines();
  const priceOf = draft.priceOf ?? (() => ({ destination: "KE", partPrice: draft.partPrice }));
  const samples: Price["samples"] = [];
  const counts = { in_groups: 0, opted_out: 0, duplicates: 0, invalid: 0, missing_value: 0, foreign: 0, recipients: 0 };
  const left = { excluded: 0, recent: 0, unmatched: 0 };
  const unapproved = countNetworks(draft.notOn ?? []);
  let asked = 0;
  let parts = 0;
  let units = 0;
  let smartUnits = 0;
  let gsm = 0;

  function take(people: readonly Person[], optedOut: ReadonlySet<string>, leftOut?: LeftOut): Row[] {
    const rows: Row[] = [];
    for (const person of people) {
      counts.in_groups++;
      if (seen.has(person.msisdn)) counts.duplicates++;
      else if (optedOut.has(person.msisdn)) {
        seen.add(person.msisdn);
        counts.opted_out++;
      } else if (leftOut?.has(person)) {
        const reason = leftOut.get(person) ?? "unmatched";
        left[reason]++;
        // In another group the person may have other values.
        if (reason !== "unmatched") seen.add(person.msisdn);
      } else {
        const row = write(person);
        if (row) rows.push(row);
      }
    }
    return rows;
  }

  function write(person: Person): Row | undefined {
    let text = common;
    if (fields.length > 0) {
      asked++;
      const merged: MergedText = merge(mergeValues(person));
      for (const field of merged.missing) missing.set(field, (missing.get(field) ?? 0) + 1);
      if (merged.skip) {
        counts.missing_value++;
        return undefined;
      }
      text = withFooter(merged.text, blastFooter(draft));
    }
    const needed = text.trim() === "" ? 0 : countParts(text);
    if (needed < 1 || needed > maxParts) {
      counts.invalid++;
      return undefined;
    }
    seen.add(person.msisdn);
    const { msisdn, name } = person;
    const partPrice = add(person, text, needed);
    return {
      ...{ seq: counts.recipients, msisdn, name, parts: needed },
      text: text === common ? null : text,
      part_price: partPrice === draft.partPrice ? null : partPrice,
    };
  }

  /** Answers the price of a part. */
  function add({ msisdn, name }: Person, text: string, needed: number): number {
    const { destination, partPrice } = priceOf(msisdn);
    lines.add(destination, needed, partPrice);
    counts.recipients++;
    if (!msisdn.startsWith("+254")) counts.foreign++;
    unapproved.add(msisdn);
    parts += needed;
    units += needed * partPrice;
    byParts.set(needed, (byParts.get(needed) ?? 0) + 1);
    if (isGsm(text)) {
      gsm++;
      smartUnits += needed * partPrice;
    } else smartUnits += Math.min(needed, countParts(smarten(text))) * partPrice;
    if (samples.length < sampleSize) samples.push({ msisdn, name, text, parts: needed });
    return partPrice;
  }

  /** @param balance what the account has left, in cents */
  function price(balance: number): Price {
    const cost = costCents(1, units);
    return {
      ...counts,
      ...left,
      unapproved: unapproved.all(),
      parts,
      by_parts: [...byParts].sort(([a], [b]) => a - b).map(([each, recipients]) => ({ parts: each, recipients })),
      encoding: gsm === counts.recipients ? "GSM-7" : gsm === 0 ? "UCS-2" : "mixed",
      part_price: draft.partPrice / 10_000,
      lines: lines.all(),
      cost_cents: cost,
      balance_cents: balance,
      balance_after_cents: balance - cost,
      smart_saving_cents: cost - costCents(1, smartUnits),
      missing_fields: [...missing].map(([field, recipients]) => ({ field, recipients })),
      unknown_fields: fields.filter((field) => asked > 0 && missing.get(field) === asked),
      samples,
      forecast: null,
    };
  }

  return {
    take,
    price,
    /** Members of the groups without a number. */
    invalid(people: number): void {
      counts.in_groups += people;
      counts.invalid += people;
    },
    recipients: () => counts.recipients,
  };
}

/** Recipients, parts and price by destination; most recipients first. */
function destinationLines() {
  const lines = new Map<string, Price["lines"][number]>();
  return {
    add(destination: string, parts: number, partPrice: number): void {
      const line = lines.get(destination) ?? { destination, recipients: 0, parts: 0, part_price: partPrice / 10_000 };
      lines.set(destination, { ...line, recipients: line.recipients + 1, parts: line.parts + parts });
    },
    all: () => [...lines.values()].sort((a, b) => b.recipients - a.recipients),
  };
}

/** Recipients on some networks; nothing is looked up when there are none. */
function countNetworks(networks: readonly string[]) {
  const counts = new Map(networks.map((network) => [network, 0]));
  return {
    add(msisdn: string): void {
      if (counts.size === 0) return;
      const network = networkFor(msisdn);
      const before = counts.get(network);
      if (before !== undefined) counts.set(network, before + 1);
    },
    all: () => [...counts].flatMap(([network, recipients]) => (recipients > 0 ? [{ network, recipients }] : [])),
  };
}

/** The group's own fields win over what is known of everybody. */
export function mergeValues({ msisdn, name, fields }: Person): Values {
  const words = name.trim().split(/\s+/);
  return { name, first_name: words[0], last_name: words.length > 1 ? words.at(-1) : "", phone: msisdn, ...fields };
}
