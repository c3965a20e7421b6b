import { sql } from "kysely";
import { z } from "zod";
import { gridCell, isDone, mayMove, whyNot } from "../../../rules/ticket-labels";
import { checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { loadRules, type StageRow } from "../clocks/rules";
import { type TicketField, ticketFields } from "../contract.forms";
import { lockTicket } from "../records/lock";
import type { TicketRow } from "../records/tickets";
import type { EventName, UnitOfWork } from "../workspace/unit-of-work";
import { followDisposition } from "./dispositions";
import { updateSearchTerms } from "./search-terms";
import { staleFields, VersionConflict } from "./version-conflict";
import { type Change, writeTickets } from "./write";

const noStage = "Choose a stage from the list.";

/**
 * Changes fields of a ticket, whose stage and status follow each other. Answers the fields that were changed.
 * @throws VersionConflict when somebody changed one of them since `version`, be it one that only follows; HttpError 404, 409, 422
 */
export async function applyChange(
  unit: UnitOfWork,
  id: number,
  asked: Change,
  version?: number,
): Promise<TicketField[]> {
  const { trx, account } = unit;
  const before = await lockTicket(unit, id);
  const given = await followDisposition(trx, account, asked, before);
  const wanted = differing(before, given);
  const rules = await loadRules(trx, account);
  follow(before, wanted, [...rules.stages.values()]);
  await followGrid(unit, before, given, wanted);
  const fields = ticketFields.filter((field) => field in wanted);
  if (fields.length === 0) return [];
  // What follows from the change is written as well, so it is judged as well.
  if (version !== undefined && version < before.version) {
    const conflicts = await staleFields(trx, account, before, wanted, version);
    if (conflicts.length > 0) throw new VersionConflict(id, conflicts);
  }
  const status = wanted.status ?? before.status;
  if (!mayMove(before.status, status))
    throw new HttpError(422, whyNot(before.status, status) ?? "", { status: [whyNot(before.status, status) ?? ""] });
  await writeTickets(unit, [id], wanted, { rules });
  if (fields.some((field) => field === "subject" || field.startsWith("customer_")))
    await updateSearchTerms(unit, { ...before, ...wanted });
  return fields;
}

/** What of the given is not so already; empty texts of ids are none. */
function differing(before: TicketRow, given: Change): Change {
  const wanted: Change = {};
  for (const field of ticketFields) {
    if (!(field in given) || given[field] === undefined) continue;
    const nullable = before[field] === null || field === "customer_id" || field === "contact_id";
    const value = given[field] === "" && nullable ? null : (given[field] ?? null);
    if (value !== before[field]) Object.assign(wanted, { [field]: value });
  }
  return wanted;
}

/** A new stage brings its status; a new status looks for a stage of its own on the same board. */
function follow(before: TicketRow, wanted: Change, stages: readonly StageRow[]): void {
  const stage = stages.find(({ id }) => id === (wanted.stage_id ?? before.stage_id));
  if (!stage) throw new HttpError(422, noStage, { stage_id: [noStage] });
  if (wanted.stage_id !== undefined) {
    if (wanted.status === undefined && stage.status !== before.status) wanted.status = stage.status;
    if (wanted.status === stage.status || wanted.status === undefined) return;
  }
  if (wanted.status === undefined || wanted.status === stage.status) return;
  const fitting = stages.find(({ board_id, status }) => board_id === stage.board_id && status === wanted.status);
  if (fitting && fitting.id !== before.stage_id) wanted.stage_id = fitting.id;
}

/** Urgency and impact give the priority, unless somebody names another in the same breath. */
async function followGrid(
  { trx, account }: UnitOfWork,
  before: TicketRow,
  given: Change,
  wanted: Change,
): Promise<void> {
  if (given.priority_id !== undefined || (wanted.urgency_id === undefined && wanted.impact_id === undefined)) return;
  const urgency = wanted.urgency_id === undefined ? before.urgency_id : wanted.urgency_id;
  const impact = wanted.impact_id === undefined ? before.impact_id : wanted.impact_id;
  const priority = await findPriority({ trx, account }, urgency, impact);
  if (priority && priority !== before.priority_id) wanted.priority_id = priority;
}

const PriorityIdRow = z.object({ priority_id: z.number() });

export async function findPriority(
  { trx, account }: Pick<UnitOfWork, "trx" | "account">,
  urgency: unknown,
  impact: unknown,
): Promise<number | undefined> {
  const isLevel = (level: unknown) => level === 1 || level === 2 || level === 3;
  if (!isLevel(urgency) || !isLevel(impact)) return undefined;
  const cell = gridCell(Number(urgency), Number(impact));
  const [found] = await checkedRows(
    trx,
    PriorityIdRow,
    sql`select priority_id from ticketing.priority_grid where customer_account = ${account} and cell = ${cell}`,
  );
  return found?.priority_id;
}

/** What happened, for the rules that listen. */
export function changeEvents(before: TicketRow, after: TicketRow, fields: readonly TicketField[]): EventName[] {
  if (fields.length === 0) return [];
  const events: EventName[] = [];
  if (isDone(before.status) && !isDone(after.status)) events.push("reopened");
  if (fields.includes("status")) events.push("status changed");
  if (fields.includes("stage_id")) events.push("stage changed");
  if (fields.includes("priority_id")) events.push("priority changed");
  return [...events, "updated"];
}
