import { sql } from "kysely";
import type { Trx } from "../services/kit/database";

/** The skills of the demo, and who of an account has each, by the first part of the address. */
const skills = [
  { id: 1, name: "Billing", people: ["supervisor", "admin"] },
  { id: 2, name: "Swahili", people: ["supervisor", "agent"] },
];

/** Skills of the demo's people. No channel asks for one. */
export async function addSkills(trx: Trx, account: string): Promise<void> {
  for (const { id, name, people } of skills) {
    await sql`insert into identity.skills (customer_account, id, name) values (${account}, ${id}, ${name})`.execute(
      trx,
    );
    await sql`
      insert into identity.user_skills (customer_account, user_id, skill_id)
      select customer_account, id, ${id}::bigint from identity.users
      where customer_account = ${account} and split_part(email, '@', 1) = any(${people}::text[])`.execute(trx);
  }
  await sql`update identity.accounts set last_skill = ${skills.length} where customer_account = ${account}`.execute(
    trx,
  );
}
