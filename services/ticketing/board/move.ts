import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import { z } from "zod";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { lockTicket } from "../records/lock";
import { applyChange, changeEvents } from "../tickets/apply";
import type { UnitOfWork } from "../workspace/unit-of-work";

type Place = { before_id?: number | undefined; after_id?: number | undefined; place: "top" | "end" };
const Card = z.object({ id: z.number(), rank: z.string() });
type Card = z.infer<typeof Card>;

/** A key longer than this is a sign that its part of the stage should be spread out again. */
const longestRank = 64;

/**
 * Moves a ticket to a stage and to a place in it. The stage is locked meanwhile, so of many moves to one place each
 * gets a place of its own. @throws HttpError 404, 422; VersionConflict when the stage was changed since `version`
 */
export async function moveCard(
  unit: UnitOfWork,
  ticket: number,
  stage: number,
  to: Place,
  version?: number,
): Promise<void> {
  const { trx, account } = unit;
  const locked = await hasRows(
    trx,
    sql`select 1 from ticketing.stages where customer_account = ${account} and id = ${stage} for no key update`,
  );
  if (!locked)
    throw new HttpError(422, "Choose a stage from the list.", { stage_id: ["Choose a stage from the list."] });
  const before = await lockTicket(unit, ticket);
  const fields = await applyChange(unit, ticket, { stage_id: stage }, version);
  const rank = await rankFor(unit, ticket, stage, to);
  await sql`
    update ticketing.tickets set rank = ${rank} where customer_account = ${account} and id = ${ticket}`.execute(trx);
  unit.changed.add(ticket);
  if (fields.length > 0) await unit.wake(unit, ticket, changeEvents(before, await lockTicket(unit, ticket), fields));
}

async function rankFor(unit: UnitOfWork, ticket: number, stage: number, to: Place): Promise<string> {
  for (const again of [false, true]) {
    const [lower, upper] = await neighbours(unit, ticket, stage, to);
    if (lower === null || upper === null || lower < upper) {
      const rank = between(lower, upper);
      if (rank.length <= longestRank || again) return rank;
    }
    await spread(unit, stage);
  }
  throw new Error("a stage has no room for a card");
}

/**
 * A key between two. At the ends it stays beside the neighbour's whole number and takes none itself: whole numbers are
 * the keys that new tickets bring with them.
 */
function between(lower: string | null, upper: string | null): string {
  if (lower !== null && upper === null) return generateKeyBetween(lower, generateKeyBetween(lower, null));
  if (lower === null && upper !== null) return generateKeyBetween(generateKeyBetween(null, upper), upper);
  return generateKeyBetween(lower, upper);
}

/** The keys of the cards on either side of the wanted place; null at an end. */
async function neighbours({ trx, account }: UnitOfWork, ticket: number, stage: number, to: Place) {
  const live = sql`customer_account = ${account} and stage_id = ${stage} and id <> ${ticket}
    and deleted_at is null and merged_into is null`;
  const card = async (id: number): Promise<Card> => {
    const found = await checkedRow(trx, Card, sql`select id, rank from ticketing.tickets where ${live} and id = ${id}`);
    if (!found) throw new HttpError(409, "The card beside that place has been moved. Look again.");
    return found;
  };
  const next = async ({ rank, id }: Card) =>
    (
      await checkedRow(
        trx,
        Card,
        sql`
      select id, rank from ticketing.tickets where ${live} and (rank, id) > (${rank}, ${id}::bigint) order by rank, id limit 1`,
      )
    )?.rank ?? null;
  const last = async ({ rank, id }: Card) =>
    (
      await checkedRow(
        trx,
        Card,
        sql`
      select id, rank from ticketing.tickets where ${live} and (rank, id) < (${rank}, ${id}::bigint) order by rank desc, id desc limit 1`,
      )
    )?.rank ?? null;
  if (to.before_id !== undefined) {
    const upper = await card(to.before_id);
    return [await last(upper), upper.rank] as const;
  }
  if (to.after_id !== undefined) {
    const lower = await card(to.after_id);
    return [lower.rank, await next(lower)] as const;
  }
  const first = to.place === "top";
  const end = await checkedRow(
    trx,
    Card,
    first
      ? sql`select id, rank from ticketing.tickets where ${live} order by rank, id limit 1`
      : sql`select id, rank from ticketing.tickets where ${live} order by rank desc, id desc limit 1`,
  );
  return first ? ([null, end?.rank ?? null] as const) : ([end?.rank ?? null, null] as const);
}

/** Gives the cards of a stage new keys in the order they stand: two had one key, or keys had grown long. */
async function spread({ trx, account }: UnitOfWork, stage: number): Promise<void> {
  const cards = await checkedRows(
    trx,
    Card,
    sql`
    select id, rank from ticketing.tickets
    where customer_account = ${account} and stage_id = ${stage} and deleted_at is null and merged_into is null
    order by rank, id for update`,
  );
  const keys = generateNKeysBetween(null, null, cards.length);
  await sql`
    update ticketing.tickets t set rank = g.rank
    from unnest(${cards.map(({ id }) => id)}::bigint[], ${keys}::text[]) as g (id, rank)
    where t.customer_account = ${account} and t.id = g.id`.execute(trx);
}
