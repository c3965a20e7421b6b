import { sql } from "kysely";
import { z } from "zod";
import { pointKey, pointRecordKinds } from "../../../rules/contact-points";
import { kindWords } from "../../../rules/crm";
import { readPoint } from "../../../rules/read-point";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { missing } from "../../kit/principal";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { PointMatch, pointCalls } from "../contract.points";
import { type RecordDetail, recordNeeds } from "../contract.records";
import { listJoined } from "../customer-links/store";
import { type CrmDeps, currentTime } from "../deps";
import { updatePairsOfSaved } from "../pairs/find";
import { recordsWith } from "../points/find";
import { addPoints, listAllPoints, listPoints, type NewPoint } from "../points/store";
import { mustMay, recordActor } from "../records/actor";
import { writeChanges } from "../records/changes";
import { writeRecordActivity } from "../records/deeds";
import type { RecordRow } from "../records/rows";
import { findRecord, loadRecord } from "../records/store";
import {
  addPoint,
  changeLabel,
  findFurther,
  makePrimary,
  noPoint,
  type PointChange,
  type PointHolder,
  removedPoint,
  wrongValue,
} from "./changes";

/** The calls about further numbers and addresses. Every change is in the record's history and in the activities. */
export function pointHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof pointCalls> {
  /** Makes a change of a record and answers the record as it is then. */
  function changing(
    caller: CallContext,
    find: (trx: Trx) => Promise<number>,
    change: (trx: Trx, record: RecordRow) => Promise<PointChange>,
  ): Promise<RecordDetail> {
    const { account } = caller;
    return inAccount(db, account, async (trx) => {
      const record = await lockReached(trx, caller, await find(trx));
      const { id, kind } = record;
      const { changes, what } = await change(trx, record);
      if (changes.length > 0) {
        await writeChanges(trx, account, kind, id, changes, recordActor(caller));
        await updatePairsOfSaved(trx, account, kind, id);
        await writeRecordActivity(trx, caller, kind, id, { deed: "changed", what });
      }
      return loadRecord(trx, account, kind, id, currentTime(deps));
    });
  }

  const ofPoint = (account: string, id: number) => (trx: Trx) => findRecordOfPoint(trx, account, id);

  return {
    async recordsWithPoint({ query }, caller) {
      const data = await readAccount(db, caller.account, async (trx) => {
        const found = await listMatches(trx, caller, query.points);
        if (query.joined === undefined || found.length > 0) return found;
        return listMatches(trx, caller, await listJoined(trx, caller.account, query.points));
      });
      return { status: 200, body: { data } };
    },
    async addContactPoint({ body: { id, value, label } }, caller) {
      const read = readPoint(value);
      if ("reason" in read) throw wrongValue(read.reason);
      const body = await changing(
        caller,
        async () => id,
        (trx, record) => addPoint(holderFor(trx, caller, record), { ...read, label }),
      );
      return { status: 201, body };
    },
    async labelContactPoint({ body: { id, value, label } }, caller) {
      const body = await changing(
        caller,
        async () => id,
        (trx, record) => changeLabel(holderFor(trx, caller, record), value, label),
      );
      return { status: 201, body };
    },
    async removeContactPoint({ params: { id } }, caller) {
      const { account } = caller;
      const body = await changing(caller, ofPoint(account, id), async (trx, record) => {
        const point = findFurther(await listPoints(trx, account, [record.id]), id);
        await sql`delete from crm.contact_points where customer_account = ${account} and id = ${id}`.execute(trx);
        return removedPoint(point);
      });
      return { status: 200, body };
    },
    async makePointPrimary({ params: { id } }, caller) {
      const { account } = caller;
      const body = await changing(caller, ofPoint(account, id), async (trx, record) => {
        const { kind, value, label } = findFurther(await listPoints(trx, account, [record.id]), id);
        return makePrimary(holderFor(trx, caller, record), { kind, value, label });
      });
      return { status: 201, body };
    },
  };
}

const KindRow = z.object({ kind: z.enum(pointRecordKinds) });

/** A lead or a contact, locked, to those who may change it. @throws HttpError 403, 404 */
async function lockReached(trx: Trx, caller: CallContext, id: number): Promise<RecordRow> {
  const { account } = caller;
  const found = await checkedRow(
    trx,
    KindRow,
    sql`select kind from crm.records
      where customer_account = ${account} and id = ${id} and kind = any(${texts(pointRecordKinds)})`,
  );
  if (!found) throw new HttpError(404, "There is no such lead or contact.");
  mustMay(caller, found.kind);
  return findRecord(trx, account, found.kind, id, true);
}

/** The numbers and addresses of a record that is locked. */
function holderFor(trx: Trx, caller: CallContext, record: RecordRow): PointHolder {
  const { account } = caller;
  const { id, kind, phone, email } = record;
  const add = (points: readonly NewPoint[]) => addPoints(trx, account, id, points, recordActor(caller).name);
  return {
    ...{ noun: kindWords[kind][0], phone, email, add },
    list: () => listAllPoints(trx, account, record),
    async setFirst(point) {
      await sql`update crm.records set ${sql.ref(point.kind)} = ${point.value}
        where customer_account = ${account} and id = ${id}`.execute(trx);
    },
    async setLabel(point) {
      await sql`update crm.contact_points set label = ${point.label}
        where customer_account = ${account} and record_id = ${id} and key = ${pointKey(point.value)}`.execute(trx);
      await add([point]);
    },
  };
}

const RecordIdRow = z.object({ record_id: z.number() });

/** @throws HttpError 404 */
async function findRecordOfPoint(trx: Trx, account: string, id: number): Promise<number> {
  const found = await checkedRow(
    trx,
    RecordIdRow,
    sql`select record_id from crm.contact_points where customer_account = ${account} and id = ${id}`,
  );
  return found?.record_id ?? noPoint();
}

const Match = z.object({
  id: z.number(),
  kind: z.enum(pointRecordKinds),
  name: z.string(),
  key: z.string(),
  is_primary: z.boolean(),
});

/** The records that have one of these, of the kinds that the caller may see; a converted lead is its contact. */
async function listMatches(trx: Trx, { account, who }: CallContext, keys: readonly string[]): Promise<PointMatch[]> {
  const kinds = pointRecordKinds.filter(
    (kind) => who?.kind !== "person" || missing(who, recordNeeds[kind]) === undefined,
  );
  if (keys.length === 0 || kinds.length === 0) return [];
  const phones = keys.filter((key) => !key.includes("@"));
  const emails = keys.filter((key) => key.includes("@"));
  return checkedRows(
    trx,
    Match,
    sql`with hit as materialized (${recordsWith(account, { phones, emails })})
      select l.id, l.kind, l.name, p.key, p.key in (l.phone, l.email_key) as is_primary from hit
      join crm.records l on l.customer_account = ${account} and l.id = hit.id
      cross join lateral (
        select unnest(array[l.phone, l.email_key]) as key
        union
        select key from crm.contact_points
        where customer_account = ${account} and record_id = l.id and not is_primary) p
      where l.kind = any(${texts(kinds)}) and l.converted_at is null and p.key = any(${texts(keys)})
      order by is_primary desc, l.kind, l.id, p.key limit 200`,
  );
}
