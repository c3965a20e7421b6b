import { sql } from "kysely";
import { maxSteps } from "../../../rules/sequences";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { hasRows, json } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import { completeStep } from "../channels/terms";
import type { crm } from "../contract";
import type { SequenceStepForm } from "../contract.sequences";
import type { CrmDeps } from "../deps";
import { leaveStep } from "./steps";
import { findSequence, listSteps, lockSequence, lockStep } from "./store";
import { tellOfSequence } from "./tell";

type StepCall = "addSequenceStep" | "updateSequenceStep" | "deleteSequenceStep" | "rankSequenceSteps";

/** The calls of the steps of a sequence. */
export function stepHandlers({ db }: Database, deps: CrmDeps): Pick<Handlers<typeof crm.calls>, StepCall> {
  return {
    async addSequenceStep({ params: { id }, body }, caller) {
      const { account } = caller;
      await readAccount(db, account, (trx) => findSequence(trx, account, id));
      const step = cleaned(await completeStep(deps, caller, body));
      const added = await inAccount(db, account, async (trx) => {
        const { name } = await lockSequence(trx, account, id);
        const before = await listSteps(trx, account, id);
        if (before.length >= maxSteps) throw new HttpError(422, `A sequence has at most ${maxSteps} steps.`);
        const { kind, wait_days, wait_hours, sender, subject, body: words, due_days, template_id, variables } = step;
        const made = await checkedRow(
          trx,
          IdRow,
          sql`insert into crm.sequence_steps (customer_account, sequence_id, rank, kind, wait_days, wait_hours, sender,
              subject, body, due_days, template_id, variables)
            select ${account}, ${id}::bigint, coalesce(max(rank), 0) + 1, ${kind}, ${wait_days}::int, ${wait_hours}::int, ${sender}, ${subject},
              ${words}, ${due_days}::int, ${template_id}::bigint, ${json(variables)}
            from crm.sequence_steps where customer_account = ${account} and sequence_id = ${id} returning id`,
        );
        await tellOfSequence(trx, caller, id, "Sequence changed", `A step was added to the sequence ${name}.`);
        return { ...step, id: made?.id ?? 0 };
      });
      return { status: 201, body: added };
    },

    async updateSequenceStep({ params: { id }, body }, caller) {
      const { account } = caller;
      await readAccount(db, account, (trx) => mustHaveStep(trx, account, id));
      const step = cleaned(await completeStep(deps, caller, body));
      const changed = await inAccount(db, account, async (trx) => {
        const before = await lockStep(trx, account, id);
        if (before.kind !== body.kind)
          throw new HttpError(422, "The kind of a step stays.", { kind: ["The kind of a step stays."] });
        const { wait_days, wait_hours, sender, subject, body: words, due_days, template_id, variables } = step;
        await sql`
          update crm.sequence_steps set wait_days = ${wait_days}, wait_hours = ${wait_hours}, sender = ${sender},
            subject = ${subject}, body = ${words}, due_days = ${due_days}, template_id = ${template_id},
            variables = ${json(variables)}
          where customer_account = ${account} and id = ${id}`.execute(trx);
        await tellOfSequence(
          trx,
          caller,
          before.sequence_id,
          "Sequence changed",
          `Step ${id} of a sequence was changed.`,
        );
        return { ...step, id };
      });
      return { status: 201, body: changed };
    },

    async deleteSequenceStep({ params: { id } }, caller) {
      const { account } = caller;
      await inAccount(db, account, async (trx) => {
        const { sequence_id } = await lockStep(trx, account, id);
        await leaveStep(trx, account, { id, sequence: sequence_id });
        await sql`delete from crm.sequence_steps where customer_account = ${account} and id = ${id}`.execute(trx);
        await tellOfSequence(trx, caller, sequence_id, "Sequence changed", `Step ${id} of a sequence was deleted.`);
      });
      return { status: 201, body: { status: 201, message: "The step was deleted." } };
    },

    async rankSequenceSteps({ params: { id }, body: { steps } }, caller) {
      const { account } = caller;
      await inAccount(db, account, async (trx) => {
        const { name } = await lockSequence(trx, account, id);
        const there = (await listSteps(trx, account, id)).map((step) => step.id);
        if (there.length !== steps.length || !there.every((one) => steps.includes(one)))
          throw new HttpError(409, "Someone has added or deleted a step. Look at the steps again.");
        await sql`
          update crm.sequence_steps t set rank = x.rank from jsonb_to_recordset(
            ${json(steps.map((step, at) => ({ step, rank: at + 1 })))}) x (step bigint, rank int)
          where t.customer_account = ${account} and t.id = x.step`.execute(trx);
        await tellOfSequence(
          trx,
          caller,
          id,
          "Sequence changed",
          `The steps of the sequence ${name} have another order.`,
        );
      });
      return { status: 201, body: { status: 201, message: "The order is saved." } };
    },
  };
}

/** What a step of a kind does not have is kept as nothing. */
function cleaned({ kind, ...step }: SequenceStepForm): SequenceStepForm {
  const sender = kind === "email" ? step.sender.toLowerCase() : kind === "task" ? "" : step.sender;
  return {
    ...step,
    kind,
    sender,
    subject: kind === "email" || kind === "whatsapp" ? step.subject : "",
    due_days: kind === "task" ? step.due_days : 0,
    template_id: kind === "whatsapp" ? step.template_id : null,
    variables: kind === "whatsapp" ? step.variables : {},
  };
}

/** @throws HttpError 404 */
async function mustHaveStep(trx: Trx, account: string, id: number): Promise<void> {
  const found = await hasRows(
    trx,
    sql`select 1 from crm.sequence_steps where customer_account = ${account} and id = ${id}`,
  );
  if (!found) throw new HttpError(404, "There is no such step. Someone may have deleted it.");
}
