import { sql } from "kysely";
import { pipelineKinds, recordKinds, usualPipeline, usualStages } from "../rules/crm";
import { type ScoreRule, sumScore } from "../rules/crm-score";
import type { Trx } from "../services/kit/database";
import { addTasks } from "./crm-tasks";
import { addLeadForm } from "./lead-form";
import { addSales } from "./sales";
import { addScoreRules } from "./score-rules";

const account = "100001";
const aDay = 86_400_000;

type DemoLead = [
  name: string,
  company: string,
  source: string,
  thousands: number | null,
  stage: number,
  /** Days ago: added, moved into its stage, last touched. */
  added: number,
  moved: number,
  active: number,
];

/** Leads of a wholesaler, in all stages; some have waited for longer than their stage allows. */
const leads: DemoLead[] = [
  ["Naliaka Simiyu", "Simiyu Hotel, Kitale", "Web chat", 88, 0, 1, 1, 1],
  ["Kamande Ndung'u", "", "Facebook", 32, 0, 0, 0, 0],
  ["Zawadi Mwakio", "Voi Butchery", "SMS", 146, 0, 2, 2, 2],
  ["Peris Akinyi", "Akinyi Salon, Siaya", "Referral", 24, 0, 6, 6, 5],
  ["Musa Hassan", "Garissa Stores", "Web form", null, 0, 0, 0, 0],
  ["Abdi Noor", "Noor Wholesalers, Wajir", "WhatsApp", 640, 1, 15, 11, 9],
  ["Jane Wairimu", "St Anne Academy, Nyeri", "Email", 275, 1, 9, 6, 1],
  ["Ochieng Were", "Lakeside Cafe, Homa Bay", "Referral", 54, 1, 7, 3, 3],
  ["Grace Mumbua", "Machakos Bakers", "Showroom", 120, 1, 12, 4, 0],
  ["Ismail Omar", "Coast Hardware, Mombasa", "Referral", 410, 1, 4, 2, 2],
  ["Rotich Cheruiyot", "Baraka Agrovet, Eldoret", "Web chat", 396, 2, 20, 2, 0],
  ["Mercy Chepkemoi", "Kericho Dairy Sacco", "Call", 812, 2, 31, 5, 1],
  ["Juma Bakari", "Bakari Cold Store, Kilifi", "Referral", 228, 2, 44, 30, 18],
  ["Lydia Nekesa", "Bungoma Girls", "Email", 350, 2, 25, 8, 4],
  ["Halake Guyo", "Isiolo County Stores", "Call", 1_120, 3, 60, 6, 6],
  ["Lilian Muthoni", "Muthoni Bakers, Embu", "WhatsApp", 184, 3, 52, 7, 7],
  ["Victor Omondi", "Omondi Electricals, Siaya", "Email", 310, 3, 70, 14, 14],
  ["Daniel Kiptanui", "Iten Sports Camp", "Showroom", 95, 4, 48, 20, 20],
  ["Faith Atieno", "", "Facebook", 18, 4, 33, 15, 15],
];

const reasons = ["Bought elsewhere", "No budget this year"];

const day = (at: Date) => at.toISOString().slice(0, 10);

const notes = [
  "Called. Wants a quotation for delivery to the shop, with prices for 10 and 50 pieces.",
  "Sent the price list by email. Decides with the owner on Friday.",
];

type ScoredRow = { kind: "contact" | "deal" } & Record<"name" | "company" | "source" | "phone" | "email", string> & {
    stage_id: number;
    created_at: Date;
    active_at: Date;
    value_cents?: number | null;
  };
type DemoDeal = [name: string, company: string, what: string, thousands: number, place: number, moved: number];
/** `place` is a stage of deals, `moved` days ago. */
const deals: DemoDeal[] = [
  ["Salome Chebet", "Highlands Dairy", "Milk coolers for four branches", 840, 0, 2],
  ["Peter Kilonzo", "Kilonzo Hardware", "Shelves and counters", 215, 0, 9],
  ["Rehema Abdalla", "Coast Clinics", "Fridges for vaccines", 1250, 1, 4],
  ["Dennis Wekesa", "Webuye Farmers", "Solar pumps, first lot", 430, 1, 16],
  ["Grace Muthoni", "Muthoni Bakers", "Two ovens", 390, 2, 3],
  ["Yusuf Noor", "Noor Wholesale", "Cold room", 1780, 3, 11],
  ["Lucy Atieno", "Lakeview School", "Washing machines", 265, 3, 30],
  ["Brian Kiplagat", "Rift Motors", "Generators", 960, 4, 21],
];

/** The leads, contacts and deals of the demo, with their notes and the rules of their score. */
export async function fillLeads(trx: Trx, customer_account: string): Promise<void> {
  if (customer_account !== account) return;
  const pipelines = await trx
    .insertInto("crm.pipelines")
    .values(pipelineKinds.map((kind) => ({ kind, customer_account, name: usualPipeline, rank: 1 })))
    .returning(["id", "kind"])
    .execute();
  await trx.insertInto("crm.rotting_accounts").values({ customer_account }).execute();
  const stages = await trx
    .insertInto("crm.stages")
    .values(
      recordKinds.flatMap((kind) => {
        const pipeline_id = pipelines.find((one) => one.kind === kind)?.id ?? null;
        return usualStages[kind].map((stage, at) => ({ ...stage, kind, pipeline_id, customer_account, rank: at + 1 }));
      }),
    )
    .returning(["id", "kind", "name", "category"])
    .execute();
  const made = await addScoreRules(trx, customer_account);
  const people = await trx
    .selectFrom("identity.users")
    .select(["id", "name"])
    .where("customer_account", "=", customer_account)
    .where("email", "in", ["sales@savanna.test", "agent@savanna.test"])
    .orderBy("id")
    .execute();
  const leadStages = stages.filter(({ kind }) => kind === "lead");
  const now = Date.now();
  const ago = (days: number) => new Date(now - days * aDay - 2 * 3_600_000);
  const leadIds: number[] = [];
  for (const [at, lead] of leads.entries()) await addLead(at, lead);
  const added: number[] = [];
  const surroundings = { trx, customer_account, stages, made: made, people, now, ago };
  for (const [at, deal] of deals.entries()) added.push(...(await addDeal(surroundings, at, deal)));
  await addSales(surroundings, added);
  await addAppointments(surroundings, leadIds);
  await addTasks(surroundings, leadIds);
  await addLeadForm(surroundings, leadIds);

  async function addLead(at: number, lead: DemoLead): Promise<void> {
    const [name, company, source, thousands, place, added, moved, active] = lead;
    const stage = leadStages[place];
    const manager = people[at % 3] ?? null;
    if (!stage) return;
    const email = at % 4 === 3 ? "" : `${name.split(" ")[0]?.toLowerCase()}@example.co.ke`;
    const phone = `+2547${String(24_000_100 + at * 71)}`;
    const value_cents = thousands === null ? null : thousands * 100_000;
    const { name: stageName, category } = stage;
    const said = { name, company, source, phone, email, category };
    const days = { created: day(ago(added)), active: day(ago(active)), wrote: "" };
    const scored = { ...said, ...days, kind: "lead" as const, value: value_cents, stage: stageName, custom: {} };
    const { id } = await trx
      .insertInto("crm.records")
      .values({
        ...{ kind: "lead", customer_account, name, company, source, phone, email, value_cents },
        stage_id: stage.id,
        stage_at: ago(moved),
        active_at: ago(active),
        lost_reason: stage.category === "lost" ? (reasons[at % 2] ?? "") : "",
        sales_manager_id: manager && String(manager.id),
        sales_manager: manager?.name ?? "",
        score: sumScore(made, scored, day(new Date(now))),
        created_by: "Mercy Nduku",
        created_at: ago(added),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    leadIds.push(id);
    if (place > 0)
      await sql`
        insert into crm.changes (customer_account, record_id, at, by, field, before, after)
        values (${customer_account}, ${id}, ${ago(moved)}, 'Mercy Nduku', 'Stage', ${leadStages[0]?.name ?? ""}, ${stage.name})`.execute(
        trx,
      );
    if (place === 1 || place === 2)
      await trx
        .insertInto("crm.notes")
        .values({
          customer_account,
          record_id: id,
          text: notes[at % 2] ?? "",
          by: "Mercy Nduku",
          created_at: ago(active),
        })
        .execute();
  }
}

type Surroundings = {
  trx: Trx;
  customer_account: string;
  stages: readonly { id: number; kind: string; name: string; category: string }[];
  made: ScoreRule[];
  people: readonly { id: number; name: string }[];
  /** Milliseconds since 1970, when the demo is filled. */
  now: number;
  ago(days: number): Date;
};

/** A deal with the contact whose it is. */
async function addDeal(
  { trx, customer_account, stages, made, people, now, ago }: Surroundings,
  at: number,
  [name, company, what, thousands, place, moved]: DemoDeal,
): Promise<number[]> {
  const manager = people[at % 2] ?? null;
  const record = (kind: "contact" | "deal", stage: string) => ({
    ...{ kind, customer_account, company, source: "Referral" },
    // One of them has the number of a lead, which may be the same person.
    phone: name === "Yusuf Noor" ? `+2547${24_000_100 + 5 * 71}` : `+2547${25_000_100 + at * 71}`,
    email: `${name.split(" ")[0]?.toLowerCase()}@example.co.ke`,
    stage_id: stages.find((one) => one.kind === kind && one.name === stage)?.id ?? 0,
    stage_at: ago(moved),
    active_at: ago(moved),
    sales_manager_id: manager && String(manager.id),
    sales_manager: manager?.name ?? "",
    created_by: "Mercy Nduku",
    created_at: ago(moved + 20),
  });
  const scoreOf = (row: ScoredRow) => {
    const { kind, name, company, source, phone, email, stage_id, value_cents = null, created_at, active_at } = row;
    const { name: stage = "", category = "" } = stages.find(({ id }) => id === stage_id) ?? {};
    const days = { created: day(created_at), active: day(active_at), wrote: "" };
    const said = {
      ...days,
      kind,
      name,
      company,
      source,
      phone,
      email,
      stage,
      category,
      value: value_cents,
      custom: {},
    };
    return sumScore(made, said, day(new Date(now)));
  };
  const stage = usualStages.deal[place];
  const won = stage?.category === "won";
  const add = (values: ReturnType<typeof record> & { name: string; value_cents?: number }) =>
    trx
      .insertInto("crm.records")
      .values({ ...values, score: scoreOf(values) })
      .returning("id")
      .executeTakeFirstOrThrow();
  const contact = await add({ ...record("contact", won ? "Customer" : "Active"), name });
  const deal = await add({
    ...{ ...record("deal", stage?.name ?? ""), name: what, contact_id: contact.id, value_cents: thousands * 100_000 },
    expected_close: won
      ? null
      : ago(-12 * (at + 1))
          .toISOString()
          .slice(0, 10),
    ...(won ? { won_on: ago(moved).toISOString().slice(0, 10) } : {}),
    lost_reason: stage?.category === "lost" ? "Price" : "",
  } as ReturnType<typeof record> & { name: string });
  // A won deal is a sale.
  return won ? [deal.id] : [];
}

/** Two visits to come and one that took place. */
async function addAppointments(
  { trx, customer_account, people }: Surroundings,
  leads: readonly number[],
): Promise<void> {
  const hour = 3_600_000;
  const visits = [
    { title: "Visit with samples", place: "Kitale", inDays: 1 },
    { title: "Call about the quotation", place: "", inDays: 3 },
    { title: "First visit", place: "Nairobi office", inDays: -2 },
  ];
  for (const [at, { title, place, inDays }] of visits.entries()) {
    const [person] = people;
    const starts = new Date(Math.ceil(Date.now() / hour) * hour + inDays * aDay + at * hour);
    await trx
      .insertInto("crm.appointments")
      .values({
        ...{ customer_account, title, place, record_id: leads[at] ?? 0, starts_at: starts, remind_minutes: 60 },
        ends_at: new Date(starts.getTime() + hour / 2),
        state: inDays < 0 ? "done" : "scheduled",
        user_id: person ? String(person.id) : null,
        user_name: person?.name ?? "",
        by: "Mercy Nduku",
      })
      .execute();
  }
}
