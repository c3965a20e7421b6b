import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { bigints, json } from "../../kit/rows";
import { updatePairs } from "../pairs/find";
import { addPoints, listAllPoints, type NewPoint, pointsAsJson, pointsFromJson, restorePoints } from "../points/store";
import type { RecordRow } from "./rows";

/** A new contact has all numbers and addresses of its lead. */
export async function copyPoints(trx: Trx, account: string, lead: RecordRow, contact: number, by: string) {
  const points = await listAllPoints(trx, account, lead);
  if (points.length === 0) return;
  await addPoints(trx, account, contact, points, by);
  await updatePairs(trx, account, "contact", [contact]);
}

/** What a contact has after a lead is added to it, and what it had before. */
type PointsToCarry = { points: readonly NewPoint[]; before: unknown };

const PointsRow = z.object({ points: z.unknown() });

/**
 * The numbers and addresses of a contact and those that come to it with a lead. Whoever leaves the contact its number
 * leaves out all numbers of the lead, unless both have the same first one.
 */
export async function listPointsToCarry(
  trx: Trx,
  account: string,
  { contact, lead }: { contact: RecordRow; lead: RecordRow },
  take: readonly string[],
): Promise<PointsToCarry> {
  const kept = await checkedRow(trx, PointsRow, sql`select ${pointsAsJson(account, bigints([contact.id]))} as points`);
  const theirs = await listAllPoints(trx, account, lead);
  const carried = theirs.filter(({ kind }) => take.includes(kind) || lead[kind] === contact[kind]);
  return { points: [...(await listAllPoints(trx, account, contact)), ...carried], before: kept?.points ?? [] };
}

/** Gives a contact back what it had before a conversion; one before there were further numbers says nothing of them. */
export async function returnPoints(trx: Trx, account: string, contact: number, before: unknown): Promise<void> {
  if (before === undefined) return;
  await restorePoints(trx, account, [contact], pointsFromJson(json(before), sql``));
}
