import type { ActionOn } from "../../../rules/audit";
import { kindWords } from "../../../rules/crm";
import {
  comparisonInput,
  customId,
  fieldInUse,
  operatorsForField,
  readComparison,
} from "../../../rules/crm-field-conditions";
import { operatorsFor, propertyNames, type ScoreRule, sayRule, scoreProperties } from "../../../rules/crm-score";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { LeadScoreRule } from "../contract.settings";
import type { CrmDeps } from "../deps";
import { listRules, markDated, previewScores, rescore } from "../records/scoring";
import { listFields } from "../values/store";

type Calls =
  | "scoreProperties"
  | "leadScoreRules"
  | "previewLeadScoreRule"
  | "createLeadScoreRule"
  | "updateLeadScoreRule"
  | "deleteLeadScoreRule";

/** More could not be read by anybody. */
const maxRules = 100;

/** A rule as people see it: amounts and the labels of choices in place of cents and ids. */
function asRule({ field, ...rule }: ScoreRule): LeadScoreRule {
  return { ...rule, value: field ? comparisonInput(field, rule) : rule.value, words: sayRule({ ...rule, field }) };
}

type RuleForm = Omit<ScoreRule, "id" | "field">;

/** A rule in the form in which it is kept, with its custom field. @throws HttpError 422 */
async function readRule(trx: Trx, account: string, form: RuleForm): Promise<Omit<ScoreRule, "id">> {
  if (customId(form.property) === undefined) return form;
  const refuse = (at: keyof RuleForm, words: string) => new HttpError(422, words, { [at]: [words] });
  const field = fieldInUse(await listFields(trx, account, undefined), form.property);
  if (!field) throw refuse("property", "There is no such field. Choose another one.");
  const operators = operatorsForField(field);
  if (!operators.includes(form.operator))
    throw refuse("operator", `This can't be asked of ${field.name}. Choose one of these: ${operators.join(", ")}.`);
  const read = readComparison(field, form);
  if ("reason" in read) throw refuse("value", read.reason);
  return { ...form, value: read.value, field };
}

/** The rules of the score. Each change scores every record again. */
export function scoreHandlers(database: Database, deps: CrmDeps): Pick<Handlers<typeof crm.calls>, Calls> {
  const { db } = database;
  function changing(caller: CallContext, action: ActionOn<"score rule">, change: (trx: Trx) => Promise<ScoreRule>) {
    const { account } = caller;
    return inAccount(db, account, async (trx) => {
      const rule = await change(trx);
      await markDated(trx, account, [rule]);
      await rescore(trx, account);
      const description = `${sayRule(rule)}: ${rule.points} points.`;
      const subject = { subject: "score rule", subject_id: String(rule.id) } as const;
      await recordActivity(trx, account, activityActor(caller), { action, ...subject, description });
      return asRule(rule);
    });
  }

  return {
    async scoreProperties(_, { account }) {
      const own = scoreProperties.map((id) => ({ id, name: propertyNames[id], operators: [...operatorsFor(id)] }));
      const fields = await readAccount(db, account, (trx) => listFields(trx, account, undefined));
      const custom = fields
        .filter(({ archived }) => !archived)
        .map((field) => ({
          id: `custom.${field.id}` as const,
          name: `${field.name} (${kindWords[field.kind][1]})`,
          operators: operatorsForField(field),
        }));
      return { status: 200, body: { data: [...own, ...custom] } };
    },
    async leadScoreRules(_, { account }) {
      const rules = await readAccount(db, account, (trx) => listRules(trx, account));
      return { status: 200, body: { data: rules.map(asRule) } };
    },
    async previewLeadScoreRule({ query: { rule, ...form } }, { account }) {
      const rules = await readAccount(db, account, async (trx) => {
        const others = (await listRules(trx, account)).filter(({ id }) => id !== rule);
        return [...others, { ...(await readRule(trx, account, form)), id: rule ?? 0 }];
      });
      return { status: 200, body: await previewScores(database, deps, account, rules) };
    },
    async createLeadScoreRule({ body }, caller) {
      const { account } = caller;
      const made = await changing(caller, "Score rule added", async (trx) => {
        if ((await listRules(trx, account)).length >= maxRules)
          throw new HttpError(422, `An account has at most ${maxRules} rules.`);
        const { field, ...kept } = await readRule(trx, account, body);
        const { id } = await trx
          .insertInto("crm.score_rules")
          .values({ ...kept, customer_account: account })
          .returning("id")
          .executeTakeFirstOrThrow();
        return { ...kept, id, field };
      });
      return { status: 201, body: made };
    },
    async updateLeadScoreRule({ params: { id }, body }, caller) {
      const { account } = caller;
      const changed = await changing(caller, "Score rule changed", async (trx) => {
        await mustBeRule(trx, account, id);
        const { field, ...kept } = await readRule(trx, account, body);
        await trx
          .updateTable("crm.score_rules")
          .set(kept)
          .where("customer_account", "=", account)
          .where("id", "=", id)
          .execute();
        return { ...kept, id, field };
      });
      return { status: 201, body: changed };
    },
    async deleteLeadScoreRule({ params: { id } }, caller) {
      const { account } = caller;
      await changing(caller, "Score rule deleted", async (trx) => {
        const rule = await mustBeRule(trx, account, id);
        await trx.deleteFrom("crm.score_rules").where("customer_account", "=", account).where("id", "=", id).execute();
        return rule;
      });
      return { status: 201, body: { status: 201, message: "The rule was deleted." } };
    },
  };
}

/** @throws HttpError 404 */
async function mustBeRule(trx: Trx, account: string, id: number): Promise<ScoreRule> {
  const found = (await listRules(trx, account)).find((rule) => rule.id === id);
  if (!found) throw new HttpError(404, "There is no such rule.");
  return found;
}
