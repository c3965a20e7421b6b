import type { ActionOn } from "../../../rules/audit";
import { operatorsFor, propertyNames, sayRule, scoreProperties } from "../../../rules/crm";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { LeadScoreRule } from "../contract.settings";
import { listRules, previewScores, rescore } from "../records/scoring";

type Calls =
  | "scoreProperties"
  | "leadScoreRules"
  | "previewLeadScoreRule"
  | "createLeadScoreRule"
  | "updateLeadScoreRule"
  | "deleteLeadScoreRule";

const columns = ["id", "property", "operator", "value", "points"] as const;
/** More could not be read by anybody. */
const maxRules = 100;

/** The rules of the score. Each change scores every record again. */
export function scoreHandlers({ db }: Database): Pick<Handlers<typeof crm.calls>, Calls> {
  function changing(caller: CallContext, action: ActionOn<"score rule">, change: (trx: Trx) => Promise<unknown>) {
    const { account } = caller;
    return inAccount(db, account, async (trx) => {
      const rule = (await change(trx)) as LeadScoreRule | undefined;
      if (!rule) throw new HttpError(404, "There is no such rule.");
      await rescore(trx, account);
      const description = `${sayRule(rule)}: ${rule.points} points.`;
      const subject = { subject: "score rule", subject_id: String(rule.id) } as const;
      await recordActivity(trx, account, activityActor(caller), { action, ...subject, description });
      return rule;
    });
  }

  return {
    async scoreProperties() {
      const data = scoreProperties.map((id) => ({ id, name: propertyNames[id], operators: [...operatorsFor(id)] }));
      return { status: 200, body: { data } };
    },
    async leadScoreRules(_, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listRules(trx, account)) } };
    },
    async previewLeadScoreRule({ query: { rule, ...form } }, { account }) {
      const body = await readAccount(db, account, async (trx) => {
        const others = (await listRules(trx, account)).filter(({ id }) => id !== rule);
        return previewScores(trx, account, [...others, { ...form, id: rule ?? 0 }]);
      });
      return { status: 200, body };
    },
    async createLeadScoreRule({ body }, caller) {
      const made = await changing(caller, "Score rule added", async (trx) => {
        if ((await listRules(trx, caller.account)).length >= maxRules)
          throw new HttpError(422, `An account has at most ${maxRules} rules.`);
        return trx
          .insertInto("crm.score_rules")
          .values({ ...body, customer_account: caller.account })
          .returning(columns)
          .executeTakeFirst();
      });
      return { status: 201, body: made };
    },
    async updateLeadScoreRule({ params, body }, caller) {
      const changed = await changing(caller, "Score rule changed", (trx) =>
        trx
          .updateTable("crm.score_rules")
          .set(body)
          .where("customer_account", "=", caller.account)
          .where("id", "=", params.id)
          .returning(columns)
          .executeTakeFirst(),
      );
      return { status: 201, body: changed };
    },
    async deleteLeadScoreRule({ params }, caller) {
      await changing(caller, "Score rule deleted", (trx) =>
        trx
          .deleteFrom("crm.score_rules")
          .where("customer_account", "=", caller.account)
          .where("id", "=", params.id)
          .returning(columns)
          .executeTakeFirst(),
      );
      return { status: 201, body: { status: 201, message: "The rule was deleted." } };
    },
  };
}
