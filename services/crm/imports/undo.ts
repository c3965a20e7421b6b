import { sql } from "kysely";
import { z } from "zod";
import { undoHours } from "../../../rules/crm-import";
import { activityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { type CallContext, HttpError } from "../../kit/serve";
import { linkByCompany, removeUnused, unlink } from "../organisation-links/link";
import { recordActor } from "../records/actor";
import { recordEvents } from "../records/changes";
import { scoreAgain } from "../records/scoring";
import { restoreImported } from "./points";
import { type ImportRow, lockImport, moveTo, undoUntil } from "./store";
import { removeUnusedTags, restoreImportedTags } from "./tags";

/**
 * The inverse of an import: records it made go, and those it changed say again what they said before. What somebody has
 * worked on since, by a change, a note, an appointment, a sequence, a sale or a conversion, is left alone and counted.
 * @throws HttpError 404, 409
 */
export async function undoImport(trx: Trx, caller: CallContext, id: number, now: Date): Promise<void> {
  const { account } = caller;
  await sql`set local statement_timeout = 0`.execute(trx);
  const file = await lockImport(trx, account, id);
  const until = undoUntil(file);
  await moveTo(trx, account, file, "undo");
  if (until === undefined || now > until)
    throw new HttpError(409, `An import can be undone for ${undoHours} hours. This one is older.`);
  const made = await removeMade(trx, account, file);
  const changed = await restoreChanged(trx, account, file, recordActor(caller).name);
  if (file.kind === "contact") await removeUnused(trx, account, sql`o.import_id = ${id}`);
  await removeUnusedTags(trx, account, id);
  const left = made.left + changed.left;
  await sql`update crm.imports set left_alone = ${left} where customer_account = ${account} and id = ${id}`.execute(
    trx,
  );
  await recordActivity(trx, account, activityActor(caller), {
    ...{ action: "Import of records undone", subject: "crm import", subject_id: String(id) },
    description: `${file.file_name}: ${made.gone} removed, ${changed.restored} changed back, ${left} left alone.`,
  });
  await append(trx, account, recordEvents[file.kind], { id: 0, by: recordActor(caller).id });
}

const LeftRow = z.object({ left: z.number() });

async function removeMade(trx: Trx, account: string, { id }: ImportRow): Promise<{ gone: number; left: number }> {
  const mine = sql`l.customer_account = ${account} and l.import_id = ${id}`;
  const named = (table: string, column: string) =>
    sql`not exists (select from ${sql.table(`crm.${table}`)} o
      where o.customer_account = l.customer_account and o.${sql.ref(column)} = l.id)`;
  const gone = await sql`
    delete from crm.records l where ${mine} and l.version = 1 and l.converted_at is null
      and ${named("notes", "record_id")} and ${named("logged_calls", "record_id")}
      and ${named("appointments", "record_id")} and ${named("tasks", "record_id")}
      and ${named("sequence_people", "record_id")}
      and ${named("quotes", "contact_id")} and ${named("quotes", "deal_id")}
      and ${named("sales", "contact_id")} and ${named("sales", "deal_id")} and ${named("records", "contact_id")}
      and ${named("conversions", "contact_id")} and ${named("import_replaced", "record_id")}`.execute(trx);
  const stays = await checkedRow(trx, LeftRow, sql`select count(*)::int as left from crm.records l where ${mine}`);
  return { gone: Number(gone.numAffectedRows ?? 0n), left: stays?.left ?? 0 };
}

const AllRow = z.object({ all: z.number() });

async function restoreChanged(trx: Trx, account: string, { id }: ImportRow, by: string) {
  const kept = sql`r.customer_account = ${account} and r.import_id = ${id}`;
  const renamed = await checkedRows(
    trx,
    IdRow,
    sql`select l.id from crm.import_replaced r
      join crm.records l on l.customer_account = r.customer_account and l.id = r.record_id and l.version = r.version
      where ${kept} and l.kind = 'contact' and r.before->>'company' <> l.company`,
  );
  const restored = await checkedRows(
    trx,
    IdRow,
    sql`update crm.records l set name = b.name, company = b.company, phone = b.phone, email = b.email, source = b.source,
        value_cents = b.value_cents, currency = b.currency, expected_close = b.expected_close,
        custom = coalesce(b.custom, l.custom), score = coalesce(b.score, l.score), version = l.version + 1,
        active_at = now()
      from crm.import_replaced r cross join lateral jsonb_to_record(r.before) as b (name text, company text, phone text,
        email text, source text, value_cents bigint, currency text, expected_close date, custom jsonb, score int)
      where ${kept} and l.customer_account = r.customer_account and l.id = r.record_id and l.version = r.version
      returning l.id`,
  );
  const ids = restored.map((one) => one.id);
  await restoreImported(trx, account, id, ids);
  await restoreImportedTags(trx, account, id, ids);
  // Their company is another one again, and so is their organisation.
  const left = renamed.map((one) => one.id);
  await unlink(trx, account, left);
  await linkByCompany(trx, account, left, { by });
  await sql`
    insert into crm.changes (customer_account, record_id, by, field, before, after)
    select ${account}, given.id, ${by}, 'Import', 'imported', 'undone' from unnest(${ids}::bigint[]) given (id)`.execute(
    trx,
  );
  await scoreAgain(trx, account, ids);
  const all = await checkedRow(trx, AllRow, sql`select count(*)::int as all from crm.import_replaced r where ${kept}`);
  await sql`delete from crm.import_replaced r where ${kept}`.execute(trx);
  return { restored: ids.length, left: (all?.all ?? 0) - ids.length };
}
