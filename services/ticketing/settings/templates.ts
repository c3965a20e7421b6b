import { sql } from "kysely";
import type { z } from "zod";
import type { Trx } from "../../kit/database";
import { Refused } from "../../kit/serve";
import type { Stage } from "../contract.boards";
import { HoursInput } from "../contract.hours";
import { templateSets, type Wizard } from "../contract.settings";
import { type PolicyForm, PolicyInput } from "../contract.sla";
import { type Act, row, rows } from "../desk/act";
import { officeWeek } from "../desk/seed";
import { saveHours } from "./hours";
import { saveDisposition, saveType } from "./lists";
import { policiesOf, savePolicy } from "./policies";
import { rankStages, saveStage, stagesOf } from "./stages";

type Set = (typeof templateSets)[number];
type StageTemplate = Pick<Stage, "name" | "status" | "colour"> & { pauses?: boolean };
const stage = (name: string, status: Stage["status"], colour: Stage["colour"]): StageTemplate => ({
  name,
  status,
  colour,
});

const stageSets: Record<string, readonly StageTemplate[]> = {
  desk: [
    stage("New", "new", "blue"),
    stage("In progress", "open", "teal"),
    stage("Waiting for customer", "pending", "amber"),
    stage("Resolved", "resolved", "green"),
    stage("Closed", "closed", "grey"),
  ],
  escalation: [
    stage("New", "new", "blue"),
    stage("First line", "open", "teal"),
    stage("Second line", "open", "violet"),
    stage("Waiting for customer", "pending", "amber"),
    stage("Waiting for supplier", "pending", "amber"),
    stage("Resolved", "resolved", "green"),
    stage("Closed", "closed", "grey"),
  ],
};
const typeSets: Record<string, { types: string[]; dispositions: Record<string, string[]> }> = {
  retail: {
    types: ["Question", "Request", "Incident", "Complaint", "Return"],
    dispositions: {
      Delivery: ["Late", "Wrong item", "Damaged"],
      Payment: ["Not received", "Charged twice", "Refund"],
      Product: ["Faulty", "Missing part", "How to use"],
    },
  },
  services: {
    types: ["Question", "Request", "Incident", "Complaint"],
    dispositions: {
      Account: ["Sign-in", "Details to change", "Close account"],
      Billing: ["Invoice", "Payment not received"],
      Service: ["Down", "Slow", "New request"],
    },
  },
};
const open = (from: string, to: string) => [{ from, to }];
const hourSets: Record<string, z.input<typeof HoursInput>["week"]> = {
  office: officeWeek,
  shop: [1, 2, 3, 4, 5, 6, 7].map((day) =>
    day <= 5 ? open("08:00", "18:00") : day === 6 ? open("09:00", "14:00") : [],
  ),
  always: [1, 2, 3, 4, 5, 6, 7].map(() => open("00:00", "24:00")),
};
/** First response, next response and resolution in minutes for each priority, the most pressing first. */
const policySets: Record<string, [priority: number, name: string, first: number, next: number, resolution: number][]> =
  {
    standard: [
      [5, "Urgent", 30, 60, 240],
      [4, "High", 60, 120, 480],
      [3, "Medium", 240, 480, 1440],
      [2, "Low", 480, 960, 2880],
      [1, "Planned", 960, 1440, 4800],
    ],
    brisk: [
      [5, "Urgent", 15, 30, 120],
      [4, "High", 30, 60, 240],
      [3, "Medium", 120, 240, 480],
      [2, "Low", 240, 480, 1440],
      [1, "Planned", 480, 960, 2400],
    ],
  };

const about: Record<Set, { name: string; description: string; choices: Wizard["sets"][number]["choices"] }> = {
  stages: {
    name: "Stages",
    description: "The columns that a ticket goes through.",
    choices: [
      { key: "desk", name: "Help desk", description: "New, in progress, waiting for customer, resolved, closed" },
      { key: "escalation", name: "Two lines", description: "First and second line, waiting for customer or supplier" },
    ],
  },
  types: {
    name: "Types and dispositions",
    description: "What a ticket is, and what it was about.",
    choices: [
      { key: "retail", name: "Shop", description: "Delivery, payment, product" },
      { key: "services", name: "Services", description: "Account, billing, service" },
    ],
  },
  hours: {
    name: "Business hours and holidays",
    description: "When the clocks run.",
    choices: [
      { key: "office", name: "Office", description: "Monday to Friday, 8 to 17, an hour for lunch" },
      { key: "shop", name: "Shop", description: "Monday to Friday 8 to 18, Saturday 9 to 14" },
      { key: "always", name: "Around the clock", description: "Every hour of every day" },
    ],
  },
  policies: {
    name: "Policies",
    description: "How soon a ticket of each priority is answered and resolved.",
    choices: [
      { key: "standard", name: "Standard", description: "Urgent in half an hour, resolved in four" },
      { key: "brisk", name: "Brisk", description: "Half of that" },
    ],
  },
};

/** Each set template is worth 25 (R123). */
export async function wizardOf(trx: Trx, account: string): Promise<Wizard> {
  const desk = await row<{ templates: string[] }>(
    trx,
    sql`select templates from ticketing.desks where customer_account = ${account}`,
  );
  const done = desk?.templates ?? [];
  return {
    progress: 25 * done.length,
    sets: templateSets.map((set) => ({ set, ...about[set], done: done.includes(set) })),
  };
}

type Asked = { choice: string; time_zone?: string | undefined; country?: string | undefined };

/** Sets a template; what the desk has already stays, unless it is the template's own. @throws Refused 422 */
export async function setTemplate(act: Act, set: Set, asked: Asked): Promise<Wizard> {
  const { trx, account } = act;
  const words = "Choose a template from the list.";
  if (!about[set].choices.some(({ key }) => key === asked.choice)) throw new Refused(422, words, { choice: [words] });
  if (set === "stages") await setStages(act, stageSets[asked.choice] ?? []);
  if (set === "types") await setTypes(act, asked.choice);
  if (set === "hours") {
    const form = HoursInput.safeParse({
      week: hourSets[asked.choice],
      time_zone: asked.time_zone ?? "Africa/Nairobi",
      country: asked.country ?? "KE",
    });
    if (!form.success)
      throw new Refused(422, "Give a time zone and a country.", {
        time_zone: ["Give a time zone like Africa/Nairobi."],
      });
    await saveHours(act, form.data);
  }
  if (set === "policies") await setPolicies(act, asked.choice);
  await sql`
    update ticketing.desks set templates = array(select distinct unnest(templates || ${set}::text))
    where customer_account = ${account}`.execute(trx);
  return wizardOf(trx, account);
}

async function setStages(act: Act, wanted: readonly StageTemplate[]): Promise<void> {
  const { trx, account } = act;
  const board = await row<{ id: number }>(
    trx,
    sql`select id from ticketing.boards where customer_account = ${account} order by id limit 1`,
  );
  const known = await stagesOf(trx, account, { board: board?.id });
  const order: number[] = [];
  for (const template of wanted) {
    const old = known.find(({ name }) => name.toLowerCase() === template.name.toLowerCase());
    // A stage that has tickets keeps its status: a template moves nobody.
    const status = old && old.tickets > 0 ? old.status : template.status;
    order.push((await saveStage(act, { ...template, status, id: old?.id, board_id: board?.id })).id);
  }
  await rankStages(act, order);
  await sql`
    delete from ticketing.stages s where customer_account = ${account} and board_id = ${board?.id ?? 0}
      and id <> all(${order}::bigint[]) and not exists (select from ticketing.tickets t
        where t.customer_account = s.customer_account and t.stage_id = s.id)`.execute(trx);
}

async function setTypes(act: Act, choice: string): Promise<void> {
  const { trx, account } = act;
  const { types = [], dispositions = {} } = typeSets[choice] ?? {};
  const has = async (table: "types" | "dispositions", name: string, parent: number | null) => {
    const same = table === "types" ? sql`true` : sql`parent_id is not distinct from ${parent}`;
    const [found] = await rows<{ id: number }>(
      trx,
      sql`
      select id from ${sql.table(`ticketing.${table}`)} where customer_account = ${account} and lower(name) = lower(${name}) and ${same}`,
    );
    return found?.id;
  };
  for (const name of types) if (!(await has("types", name, null))) await saveType(act, undefined, name);
  for (const [name, items] of Object.entries(dispositions)) {
    const id = (await has("dispositions", name, null)) ?? (await saveDisposition(act, { name })).id;
    for (const item of items)
      if (!(await has("dispositions", item, id))) await saveDisposition(act, { parent_id: id, name: item });
  }
}

async function setPolicies(act: Act, choice: string): Promise<void> {
  const known = await policiesOf(act.trx, act.account);
  for (const [place, [priority, name, first, next, resolution]] of (policySets[choice] ?? []).entries()) {
    const old = known.find((policy) => policy.name.toLowerCase() === name.toLowerCase());
    const form: PolicyForm = {
      id: old?.id,
      name,
      priority_ids: [priority],
      first_minutes: first,
      next_minutes: next,
      resolution_minutes: resolution,
      rank: place + 1,
    };
    await savePolicy(act, PolicyInput.parse(form));
  }
}
