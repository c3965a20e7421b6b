import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { type TicketField, ticketFields } from "../contract.forms";
import type { Conflict } from "../contract.schemas";
import { fieldNames, wordsFor } from "../records/history";
import type { TicketRow } from "../records/tickets";
import type { Change } from "./write";

type FieldConflict = Conflict["conflicts"][number];

/** Somebody else changed the same field since it was read. Thrown, so that nothing of the save stays. */
export class VersionConflict extends Error {
  constructor(
    readonly ticket: number,
    readonly conflicts: FieldConflict[],
  ) {
    super("This ticket was changed in the meantime.");
  }
}

const StaleFieldRow = z.object({ field: z.enum(ticketFields), after: z.string(), by: z.string(), at: z.date() });

/** The wanted fields that were changed since the version, with who did it last and when. */
export async function staleFields(
  trx: Trx,
  account: string,
  ticket: TicketRow,
  wanted: Change,
  version: number,
): Promise<FieldConflict[]> {
  const fields = Object.keys(wanted) as TicketField[];
  const changed = await checkedRows(
    trx,
    StaleFieldRow,
    sql`
    select distinct on (field) field, after, by, at from ticketing.history
    where customer_account = ${account} and ticket_id = ${ticket.id} and version > ${version} and field = any(${texts(fields)})
    order by field, id desc`,
  );
  const clashes: FieldConflict[] = [];
  for (const { field, after, by, at } of changed)
    clashes.push({
      field,
      yours: (await wordsFor(trx, account, field, wanted[field])) ?? "",
      theirs: after,
      by,
      at: at.toISOString(),
    });
  return clashes;
}

export function conflictErrors(clashes: readonly FieldConflict[]): Record<string, string[]> {
  return Object.fromEntries(
    clashes.map(({ field, by, theirs }) => [
      field,
      [`${by} changed the ${fieldNames[field as TicketField]} to “${theirs.slice(0, 100)}”.`],
    ]),
  );
}
