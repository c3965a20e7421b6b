import { sql } from "kysely";
import { z } from "zod";
import { ringsAt } from "../../../rules/crm-tasks";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { publishNotices } from "../../kit/notices";
import { checkedRow } from "../../kit/row-schema";
import type { Task } from "../contract.tasks";

/** The job that tells a person that a task of theirs is due. */
export const dueTask = "crm.task-due";

const DueTask = z.object({ id: z.number(), title: z.string(), user_id: z.string(), due_at: z.date() });

/** Tells of a task that is due, once: not of one that was moved since this was queued, or is done. May run twice. */
export function taskJobs({ db }: Database): Tasks {
  return {
    async [dueTask](payload) {
      const account = String(payload.account);
      await inAccount(db, account, async (trx) => {
        const due = await checkedRow(
          trx,
          DueTask,
          sql`update crm.tasks set told_at = now()
            where customer_account = ${account} and id = ${Number(payload.id) || 0} and done_at is null
              and told_at is null and user_id is not null and due_at = ${String(payload.due_at)}::timestamptz
            returning id, title, user_id, due_at`,
        );
        if (!due) return;
        await publishNotices(trx, account, [
          {
            ...{ kind: "task due", subject: due.id, key: `task:${due.id}:${due.due_at.toISOString()}` },
            users: [due.user_id],
            words: `${due.title} is due.`,
          },
        ]);
      });
    },
  };
}

/** The job at its moment. One whose moment is over already tells of nothing: it stands among what is late. */
export async function tellLater(
  trx: Trx,
  account: string,
  { id, due_at, due_on }: Pick<Task, "id" | "due_at" | "due_on">,
  now: Date,
): Promise<void> {
  const at = ringsAt({ due: new Date(due_at), due_on });
  if (at <= now) return;
  await sendLater(trx, dueTask, { account, id, due_at }, { at, key: `${dueTask} ${account} ${id}` });
}
