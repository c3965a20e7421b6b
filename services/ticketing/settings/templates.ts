import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { HoursInput } from "../contract.hours";
import { templateSets, type Wizard } from "../contract.settings";
import { type Policy, type PolicyForm, PolicyInput } from "../contract.sla";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { listHours, saveHours } from "./hours";
import { saveDisposition, saveType } from "./lists";
import { listPolicies, savePolicy } from "./policies";
import { listStages, rankStages, saveStage } from "./stages";
import {
  about,
  hourSets,
  policySets,
  type StageTemplate,
  stageSets,
  type TemplateSet,
  typeSets,
} from "./template-sets";

const TemplatesRow = z.object({ templates: z.array(z.string()) });

/** Each set template is worth 25 (R123). */
export async function loadWizard(trx: Trx, account: string): Promise<Wizard> {
  const settings = await checkedRow(
    trx,
    TemplatesRow,
    sql`select templates from ticketing.account_settings where customer_account = ${account}`,
  );
  const done = settings?.templates ?? [];
  return {
    progress: 25 * done.length,
    sets: templateSets.map((set) => ({ set, ...about[set], done: done.includes(set) })),
  };
}

type TemplateInput = { choice: string; time_zone?: string | undefined; country?: string | undefined };

/**
 * Sets a template. What people made or changed stays as it is, and is named in `kept`; only what a template
 * brought, untouched since, gives way to another. @throws HttpError 422
 */
export async function setTemplate(unit: UnitOfWork, set: TemplateSet, asked: TemplateInput): Promise<Wizard> {
  const { trx, account } = unit;
  const words = "Choose a template from the list.";
  if (!about[set].choices.some(({ key }) => key === asked.choice)) throw new HttpError(422, words, { choice: [words] });
  let kept: string[] = [];
  if (set === "stages") kept = await setStages(unit, stageSets[asked.choice] ?? []);
  if (set === "types") await setTypes(unit, asked.choice);
  if (set === "hours") await setHours(unit, asked);
  if (set === "policies") kept = await setPolicies(unit, asked.choice);
  await sql`
    update ticketing.account_settings set templates = array(select distinct unnest(templates || ${set}::text))
    where customer_account = ${account}`.execute(trx);
  return { ...(await loadWizard(trx, account)), kept };
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Whether a stage is as one of the templates makes it. */
function isTemplates(stage: StageTemplate): boolean {
  return Object.values(stageSets)
    .flat()
    .some((one) => {
      const alike = one.status === stage.status && one.colour === stage.colour && one.pauses === stage.pauses;
      return alike && one.name === stage.name;
    });
}

async function setStages(unit: UnitOfWork, wanted: readonly StageTemplate[]): Promise<string[]> {
  const { trx, account } = unit;
  const board = await checkedRow(
    trx,
    IdRow,
    sql`select id from ticketing.boards where customer_account = ${account} order by id limit 1`,
  );
  const known = await listStages(trx, account, { board: board?.id });
  const order: { id: number; done: boolean }[] = [];
  const kept: string[] = [];
  for (const template of wanted) {
    const old = known.find(({ name }) => same(name, template.name));
    if (old && !isTemplates(old)) kept.push(old.name);
    const { id, status } = old ?? (await saveStage(unit, { ...template, board_id: board?.id }));
    order.push({ id, done: status === "resolved" || status === "closed" });
  }
  const others = known.filter(({ id }) => !order.some((one) => one.id === id));
  for (const stage of others) {
    if (isTemplates(stage)) {
      const gone = await hasRows(
        trx,
        sql`
        delete from ticketing.stages s where customer_account = ${account} and id = ${stage.id}
          and not exists (select from ticketing.tickets t
            where t.customer_account = s.customer_account and t.stage_id = s.id) returning 1`,
      );
      if (gone) continue;
    }
    kept.push(stage.name);
    // Work that is not done stands before what is.
    const at = order.findIndex(({ done }) => done);
    order.splice(at < 0 ? order.length : at, 0, { id: stage.id, done: false });
  }
  await rankStages(
    unit,
    order.map(({ id }) => id),
  );
  return kept;
}

async function setHours(unit: UnitOfWork, asked: TemplateInput): Promise<void> {
  const own = (await listHours(unit.trx, unit.account)).find(({ is_default }) => is_default);
  const form = HoursInput.safeParse({
    week: hourSets[asked.choice],
    name: own?.name,
    time_zone: asked.time_zone ?? own?.time_zone,
    country: asked.country ?? own?.country ?? "KE",
  });
  if (!form.success)
    throw new HttpError(422, "Give a time zone and a country.", {
      time_zone: ["Give a time zone like Africa/Nairobi."],
    });
  await saveHours(unit, form.data);
}

async function setTypes(unit: UnitOfWork, choice: string): Promise<void> {
  const { trx, account } = unit;
  const { types = [], dispositions = {} } = typeSets[choice] ?? {};
  const has = async (table: "types" | "dispositions", name: string, parent: number | null) => {
    const same = table === "types" ? sql`true` : sql`parent_id is not distinct from ${parent}`;
    const [found] = await checkedRows(
      trx,
      IdRow,
      sql`
      select id from ${sql.table(`ticketing.${table}`)} where customer_account = ${account} and lower(name) = lower(${name}) and ${same}`,
    );
    return found?.id;
  };
  for (const name of types) if (!(await has("types", name, null))) await saveType(unit, undefined, name);
  for (const [name, items] of Object.entries(dispositions)) {
    const id = (await has("dispositions", name, null)) ?? (await saveDisposition(unit, { name })).id;
    for (const item of items)
      if (!(await has("dispositions", item, id))) await saveDisposition(unit, { parent_id: id, name: item });
  }
}

/** Whether a policy is as one of the templates makes it. */
function isTemplate(policy: Policy): boolean {
  const { priority_ids, first_minutes, next_minutes, resolution_minutes } = policy;
  const plain = policy.enabled && policy.operational_hours_id === null && policy.warn_minutes === null;
  const narrow = policy.type_ids.length + policy.group_ids.length + policy.disposition_ids.length > 0;
  const minutes = [...priority_ids, first_minutes, next_minutes, resolution_minutes].join();
  const templates = Object.values(policySets).flat();
  return plain && !narrow && templates.some(([priority, _, ...long]) => [priority, ...long].join() === minutes);
}

async function setPolicies(unit: UnitOfWork, choice: string): Promise<string[]> {
  const known = await listPolicies(unit.trx, unit.account);
  const kept: string[] = [];
  for (const [place, [priority, name, first, next, resolution]] of (policySets[choice] ?? []).entries()) {
    const old = known.find((policy) => same(policy.name, name));
    if (old && !isTemplate(old)) {
      kept.push(old.name);
      continue;
    }
    const form: PolicyForm = {
      id: old?.id,
      name,
      priority_ids: [priority],
      first_minutes: first,
      next_minutes: next,
      resolution_minutes: resolution,
      rank: place + 1,
    };
    await savePolicy(unit, PolicyInput.parse(form));
  }
  return kept;
}
