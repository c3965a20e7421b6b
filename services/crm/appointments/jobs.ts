import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount } from "../../kit/database";
import type { Tasks } from "../../kit/jobs";
import { publishNotices } from "../../kit/notices";
import { checkedRow } from "../../kit/row-schema";

/** The job that reminds of an appointment. */
export const reminderTask = "crm.appointment-reminder";

const ReminderRow = z.object({
  id: z.number(),
  title: z.string(),
  user_id: z.string(),
  name: z.string(),
  starts_at: z.date(),
});

/** Reminds of an appointment, once: not of one that was moved, called off or is over. May run twice. */
export function appointmentTasks({ db }: Database, now: () => Date = () => new Date()): Tasks {
  return {
    async [reminderTask](payload) {
      const account = String(payload.account);
      await inAccount(db, account, async (trx) => {
        const due = await checkedRow(
          trx,
          ReminderRow,
          sql`update crm.appointments a set reminded_at = now() from crm.records l
            where a.customer_account = ${account} and a.id = ${Number(payload.id) || 0} and a.state = 'scheduled'
              and a.reminded_at is null and a.user_id is not null and a.starts_at > ${now()}::timestamptz
              and a.starts_at - a.remind_minutes * interval '1 minute' <= ${now()}::timestamptz
              and l.customer_account = a.customer_account and l.id = a.record_id
            returning a.id, a.title, a.user_id, l.name, a.starts_at`,
        );
        if (!due) return;
        await publishNotices(trx, account, [
          {
            ...{ kind: "appointment", subject: due.id, key: `appointment:${due.id}:${due.starts_at.toISOString()}` },
            users: [due.user_id],
            words: `${due.title}, with ${due.name}.`,
          },
        ]);
      });
    },
  };
}
