import { sql } from "kysely";
import { z } from "zod";
import type { RowKind } from "../../../rules/file-import";
import type { TargetState } from "../../../rules/outbound";
import { Mapping } from "../../kit/contact-file/columns";
import { maxRefused } from "../../kit/contact-file/load";
import { ToldRow } from "../../kit/contact-file/shapes";
import type { Trx } from "../../kit/database";
import { byNumber, byTime, newestFirst } from "../../kit/ordering";
import { count, type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { TargetGroup } from "../contract.targets";
import { asTarget, TargetRow, targetColumns, targetTables } from "./store";

const GroupRow = TargetGroup.extend({
  deletedAt: z.date().nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
});
type GroupRow = z.infer<typeof GroupRow>;

const groupColumns = sql.raw(`g.id, g.name, g.template, g.priority, g.active, g.deleted_at as "deletedAt", g.state,
  g.file_name as "fileName", g.bytes, g.columns, g.rows_read as "rowsRead", g.added, g.repeated, g.refused, g.message,
  g.created_by as "createdBy", g.created_at as "createdAt", g.finished_at as "finishedAt"`);

function asGroup(found: GroupRow): TargetGroup {
  return {
    ...found,
    deletedAt: found.deletedAt?.toISOString() ?? null,
    createdAt: found.createdAt.toISOString(),
    finishedAt: found.finishedAt?.toISOString() ?? null,
  };
}

/** A list of numbers to call. @throws HttpError 404 */
export async function mustFindGroup(trx: Trx, account: string, id: number): Promise<TargetGroup> {
  const found = await checkedRow(
    trx,
    GroupRow,
    sql`select ${groupColumns} from voice.target_groups g where g.customer_account = ${account} and g.id = ${id}`,
  );
  if (!found) throw new HttpError(404, "There is no such list.");
  return asGroup(found);
}

/** Lists of numbers to call, newest first; the deleted ones instead where `trash` says so. */
export async function groupPage(trx: Trx, account: string, query: PageQuery, trash: boolean) {
  const page = await pageOfRows(trx, query, {
    schema: GroupRow,
    select: groupColumns,
    from: sql`voice.target_groups g where g.customer_account = ${account}
      and (g.deleted_at is not null) = ${trash}`,
    order: newestFirst,
  });
  return { ...page, data: page.data.map(asGroup) };
}

type TargetQuery = PageQuery & { q: string; state?: TargetState | undefined; group?: number | undefined };

/** Numbers to call, the last changed first. */
export async function targetPage(trx: Trx, account: string, query: TargetQuery) {
  const digits = query.q.replace(/\D/g, "").replace(/^(254|0)/, "");
  const page = await pageOfRows(trx, query, {
    schema: TargetRow,
    select: targetColumns,
    from: sql`${targetTables} where t.customer_account = ${account} and g.deleted_at is null
      and (${query.group ?? null}::bigint is null or t.group_id = ${query.group ?? null})
      and (${query.state ?? null}::text is null or t.state = ${query.state ?? null})
      and (${query.q} = '' or t.phone_number like ${`%${digits || "none"}%`})`,
    order: byTime("t.changed_at", "t.id"),
  });
  return { ...page, data: page.data.map(asTarget) };
}

const byLine = byNumber("line", true);

/** Rows of a list's file that are not called, in the order of the file. */
export async function rowPage(
  trx: Trx,
  account: string,
  id: number,
  query: PageQuery & { kind?: RowKind | undefined },
) {
  const kind = query.kind ?? null;
  const from = sql`voice.target_rows where customer_account = ${account} and group_id = ${id}
    and (${kind}::text is null or kind = ${kind})`;
  const total = count(trx, from, { cap: maxRefused + 1 });
  return pageOfRows(trx, query, {
    schema: ToldRow,
    ...{ select: sql`line, kind, reason, cells`, from, order: byLine, total },
    batched: false,
  });
}

/** A list as the reading of its file needs it. */
const GroupImport = z.object({
  id: z.number(),
  state: TargetGroup.shape.state,
  attempts: z.number(),
  name: z.string(),
  file_name: z.string(),
  file_path: z.string(),
  mapping: Mapping,
  user_id: z.string().nullable(),
  created_by: z.string(),
});
export type GroupImport = z.infer<typeof GroupImport>;

/** The list with its row locked until the commit. */
export function lockGroup(trx: Trx, account: string, id: number): Promise<GroupImport | undefined> {
  return checkedRow(
    trx,
    GroupImport,
    sql`select id, state, attempts, name, file_name, file_path, mapping, user_id, created_by
      from voice.target_groups where customer_account = ${account} and id = ${id} for update`,
  );
}
