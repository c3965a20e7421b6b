import { type Condition, isMeant } from "../../../rules/audience";
import { parseEmail } from "../../../rules/email";
import type { EmptyFieldChoice, Values } from "../../../rules/merge";
import { costCents } from "../../../rules/money";
import type { Price } from "../../messaging/contract.price";

/** Somebody who may get the mail. */
export type MailContact = { address: string; name: string; phone: string; fields: Record<string, string> };

/** A recipient to be written, with the values that the content uses. */
export type RecipientDraft = { seq: number; address: string; name: string; fields: Record<string, string> };

export type TallyDraft = {
  /** The merge fields of the content. */
  fields: readonly string[];
  /** Those that have no default of their own everywhere: without a value there is something to decide. */
  open: readonly string[];
  missing: Record<string, EmptyFieldChoice>;
  conditions: readonly Condition[];
  /** In 1/10,000 KES. */
  mailPrice: number;
  /** What a sample reads like. */
  sample(fields: Record<string, string>): string;
};

type KnownAddresses = { optedOut: ReadonlySet<string>; recent: ReadonlySet<string>; excluded: ReadonlySet<string> };

const sampleSize = 5;

/** The group's own fields win over what is known of everybody. */
export function mergeValues({ address, name, phone, fields }: MailContact): Values {
  const words = name.trim().split(/\s+/);
  const common = { name, first_name: words[0], last_name: words.length > 1 ? words.at(-1) : "" };
  return { ...common, email: address, phone, ...fields };
}

/** A member of a group as somebody who may get the mail; undefined without an address that can be written to. */
export function toMailContact(member: {
  email: string | null;
  name: string;
  msisdn: string | null;
  fields: Record<string, string>;
}): MailContact | undefined {
  const address = member.email === null ? undefined : parseEmail(member.email);
  if (!address) return undefined;
  return { address, name: member.name, phone: member.msisdn ?? "", fields: member.fields };
}

/**
 * Counts recipient after recipient: who gets it, who does not and why. Nothing is estimated. A field without a decision
 * leaves out the recipients that have no value for it.
 */
export function tally(draft: TallyDraft) {
  const seen = new Set<string>();
  const missing = new Map<string, number>();
  const samples: Price["samples"] = [];
  const counts = { in_groups: 0, opted_out: 0, duplicates: 0, invalid: 0, missing_value: 0, recipients: 0 };
  const left = { excluded: 0, recent: 0, unmatched: 0 };
  let asked = 0;

  function take(people: readonly MailContact[], known: KnownAddresses): RecipientDraft[] {
    const rows: RecipientDraft[] = [];
    for (const person of people) {
      counts.in_groups++;
      const row = judge(person, known);
      if (row) rows.push(row);
    }
    return rows;
  }

  function judge(person: MailContact, { optedOut, recent, excluded }: KnownAddresses): RecipientDraft | undefined {
    const { address } = person;
    const once = (count: () => void) => {
      seen.add(address);
      count();
      return undefined;
    };
    if (seen.has(address)) {
      counts.duplicates++;
      return undefined;
    }
    if (optedOut.has(address)) return once(() => counts.opted_out++);
    if (excluded.has(address)) return once(() => left.excluded++);
    if (recent.has(address)) return once(() => left.recent++);
    const values = mergeValues(person);
    // In another group the person may have other values.
    if (!isMeant(draft.conditions, values)) {
      left.unmatched++;
      return undefined;
    }
    return write(person, values);
  }

  function write({ address, name }: MailContact, values: Values): RecipientDraft | undefined {
    asked++;
    const fields: Record<string, string> = {};
    for (const field of draft.fields) {
      const value = Object.hasOwn(values, field) ? values[field]?.trim() : "";
      if (value) fields[field] = value;
    }
    const lacking = draft.open.filter((field) => fields[field] === undefined);
    for (const field of lacking) missing.set(field, (missing.get(field) ?? 0) + 1);
    if (lacking.some((field) => (draft.missing[field] ?? "skip") === "skip")) {
      counts.missing_value++;
      return undefined;
    }
    seen.add(address);
    counts.recipients++;
    if (samples.length < sampleSize) samples.push({ msisdn: address, name, text: draft.sample(fields), parts: 1 });
    return { seq: counts.recipients, address, name, fields };
  }

  /** @param balance what the account has left, in cents */
  function price(balance: number): Price {
    const { recipients } = counts;
    const cost = costCents(recipients, draft.mailPrice);
    const each = draft.mailPrice / 10_000;
    return {
      ...counts,
      ...left,
      unapproved: [],
      foreign: 0,
      parts: recipients,
      // A mail has no parts.
      by_parts: [],
      encoding: "GSM-7",
      part_price: each,
      lines: recipients > 0 ? [{ destination: "KE", recipients, parts: recipients, part_price: each }] : [],
      cost_cents: cost,
      balance_cents: balance,
      balance_after_cents: balance - cost,
      smart_saving_cents: 0,
      missing_fields: [...missing].map(([field, people]) => ({ field, recipients: people })),
      unknown_fields: draft.open.filter((field) => asked > 0 && missing.get(field) === asked),
      samples,
      forecast: null,
    };
  }

  return {
    take,
    price,
    /** Members of the groups without an address that can be written to. */
    invalid(people: number): void {
      counts.in_groups += people;
      counts.invalid += people;
    },
  };
}
