import { setImmediate as turn } from "node:timers/promises";
import { normalisePhone } from "../rules/phone";
import type { Trx } from "../services/kit/database";
import { addDaily, type DailyChange } from "../services/messaging/blasts/figures";
import { tally } from "../services/messaging/blasts/tally";
import { type MadeBlast, type MessageOutcome, writeBlasts, writeYear, type Year } from "./history.write";
import type { DemoGroup } from "./messaging";
import type { DemoPerson } from "./people";
import type { DemoBusiness } from "./texts";

/** Messages that the database takes in while the next are made. */
const batch = 4_000;

const partPrice = 8_000;
const oneDay = 86_400_000;
const dayIn = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" });

const networks = new Map<string, string>();
/** The network as the service itself reads it from the number. */
function networkOf(msisdn: string): string {
  const known = networks.get(msisdn);
  if (known !== undefined) return known;
  const phone = normalisePhone(msisdn);
  const network = phone.ok && !phone.foreign ? (phone.network ?? "") : "";
  networks.set(msisdn, network);
  return network;
}

/** A year until yesterday: blasts every few days, their receipts and cost, top-ups, and what people answered. */
export async function history(
  trx: Trx,
  account: string,
  business: DemoBusiness,
  groups: DemoGroup[],
  code: string,
  random: () => number,
): Promise<void> {
  const days: DailyChange[] = [];
  const year: Year = { money: [], inbox: [], blacklist: new Map() };
  const yesterday = Math.floor(Date.now() / oneDay) * oneDay - oneDay;
  let made: MadeBlast[] = [];
  let writing = Promise.resolve();
  const write = () => {
    const blasts = made;
    made = [];
    writing = writing.then(() => writeBlasts(trx, account, blasts));
    // Told when it is waited for.
    writing.catch(() => undefined);
  };
  for (let back = 360; back >= 0; back--) {
    const at = new Date(
      yesterday - back * oneDay + (6 + Math.floor(random() * 7)) * 3_600_000 + Math.floor(random() * 3_600_000),
    );
    if (back % 60 === 30) year.money.push({ at, toppedUp: 1_500_000 });
    const often = back < 14 ? 0.6 : account === "100001" ? 0.27 : 0.18;
    // The dashboard's last day is never empty.
    const last = back === 0;
    const sent =
      random() < often || last
        ? blast(account, business, groups, at, random, new Set(year.blacklist.keys()))
        : undefined;
    if (sent) {
      days.push(...daily(sent));
      made.push(sent);
      year.money.push(sent.charge);
    }
    if (random() < (back < 14 ? 0.8 : 0.4) || last) days.push(answer(year, business, groups, code, at, random));
    if (made.reduce((sum, { rows }) => sum + rows.length, 0) > batch) write();
    await turn();
  }
  write();
  await writing;
  await writeYear(trx, account, year);
  await addDaily(trx, account, days);
}

function blast(
  account: string,
  business: DemoBusiness,
  groups: DemoGroup[],
  at: Date,
  random: () => number,
  stopped: ReadonlySet<string>,
): MadeBlast | undefined {
  const message = business.messages[Math.floor(random() * business.messages.length)];
  const group = message && groups[message.group];
  const [sender = "", kind = ""] = (message && business.senders[message.sender]) ?? [];
  if (!message || !group) return undefined;
  const promotional = kind === "promotional";
  const counted = tally({ body: message.body, missing: {}, promotional, partPrice });
  const rows = counted.take(group.members.map(personOf), stopped);
  const price = counted.price(0);
  const { recipients, parts, cost_cents } = price;
  const month = new Intl.DateTimeFormat("en-KE", { month: "long", timeZone: "Africa/Nairobi" }).format(at);
  const key = `demo-${at.getTime()}`;
  return {
    rows,
    outcomes: rows.map(() => outcomeFor(random())),
    charge: { at, id: 0, cents: cost_cents, title: message.name },
    blast: {
      customer_account: account,
      key,
      form_hash: Buffer.from("demo"),
      kind: "bulk",
      name: `${message.name}, ${month}`,
      sender,
      promotional,
      groups: JSON.stringify([{ id: group.groupId, name: group.name }]),
      body: promotional ? `${message.body} STOP*456*9*5#` : message.body,
      status: "sent",
      part_price: partPrice,
      price: JSON.stringify(price),
      ...{ recipients, parts, cost_cents },
      created_by: account === "100001" ? "Wanjiru Maina" : "Achieng Odhiambo",
      created_at: new Date(at.getTime() - 120_000),
      started_at: at,
      finished_at: new Date(at.getTime() + 90_000),
    },
  };
}

function daily({ charge, rows, outcomes }: MadeBlast): DailyChange[] {
  const day = dayIn.format(charge.at);
  return rows.map(({ msisdn, parts }, i) => ({
    day,
    network: networkOf(msisdn),
    sent: 1,
    delivered: outcomes[i]?.status === "delivered" ? 1 : 0,
    failed: outcomes[i]?.status === "delivered" ? 0 : 1,
    units: parts * partPrice,
  }));
}

function personOf({ msisdn, name, town, balance, due, points }: DemoPerson) {
  return { msisdn, name, fields: { first_name: name.split(" ")[0] ?? name, town, balance, due_date: due, points } };
}

function outcomeFor(chance: number): MessageOutcome {
  if (chance < 0.965) return { status: "delivered", reason: "" };
  if (chance < 0.985) return { status: "failed", reason: "Number not in service" };
  return { status: "expired", reason: "Phone off or out of reach" };
}

function answer(
  { inbox, blacklist }: Year,
  business: DemoBusiness,
  groups: DemoGroup[],
  code: string,
  at: Date,
  random: () => number,
): DailyChange {
  const members = groups[Math.floor(random() * groups.length)]?.members ?? [];
  const person = members[Math.floor(random() * members.length)] as DemoPerson;
  const text = business.answers[Math.floor(random() * business.answers.length)] as string;
  const received_at = new Date(at.getTime() + 3_600_000);
  const { msisdn, name } = person;
  const keyword = text === "STOP" ? "STOP" : "";
  inbox.push({ msisdn, name, sent_to: code, text, keyword, read: random() < 0.9, received_at });
  if (keyword && !blacklist.has(msisdn)) blacklist.set(msisdn, received_at);
  return { day: dayIn.format(received_at), network: networkOf(msisdn), received: 1 };
}
