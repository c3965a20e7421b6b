import { sql } from "kysely";
import type { z } from "zod";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { InboxSkills } from "../contract.skills";
import { findSkill } from "../records/skills";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** The skill that each of these channels asks for from now on; what waits already is not changed. @throws HttpError 422 */
export async function setInboxSkills(
  { trx, account }: UnitOfWork,
  inboxSkills: z.infer<typeof InboxSkills>,
): Promise<void> {
  for (const [at, { inbox_id, skill_id }] of inboxSkills.entries()) {
    const refuse = (field: string, words: string) =>
      new HttpError(422, "Please correct the marked fields.", { [`inbox_skills[${at}].${field}`]: [words] });
    if (skill_id !== null && !(await findSkill(trx, account, skill_id))) throw refuse("skill_id", "Choose a skill.");
    const set = await checkedRow(
      trx,
      IdRow,
      sql`update chat.inboxes set skill_id = ${skill_id} where customer_account = ${account} and id = ${inbox_id} returning id`,
    );
    if (!set) throw refuse("inbox_id", "Choose a channel.");
  }
}
