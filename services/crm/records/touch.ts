import { sql } from "kysely";
import type { RecordKind } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { bigints } from "../../kit/rows";
import { recordEvents } from "./changes";
import { listRules, scoreAgain } from "./scoring";

/** Something was done about these records, which the rules of the score may ask for. */
export async function touchRecords(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  await sql`update crm.records set active_at = now()
    where customer_account = ${account} and id = any(${bigints(ids)})`.execute(trx);
  await scoreTouched(trx, account, ids);
}

/** The same of one record, whose pages show it. */
export async function touchRecord(
  trx: Trx,
  account: string,
  { kind, id }: { kind: RecordKind; id: number },
  by: string | null,
): Promise<void> {
  await touchRecords(trx, account, [id]);
  await append(trx, account, recordEvents[kind], { id, by });
}

/** Scores records whose last activity is now. */
export async function scoreTouched(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  const rules = await listRules(trx, account);
  if (rules.some(({ property }) => property === "active")) await scoreAgain(trx, account, ids);
}
