import { z } from "zod";
import { statuses } from "../../rules/ticket-labels";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { boarding, Colour, Count, choosing, ids, setting, text } from "./contract.fields";
import { explaining, ticketFilters } from "./contract.filters";
import { Conflict, Ticket } from "./contract.schemas";

const oneId = z.object({ id });
const account = z.object({ account: z.string().max(64).optional().catch(undefined) });
const name = (what: string) => text.min(1, `Give the ${what} a name.`).max(100, "A name has at most 100 characters.");
/** What takes the place of the one that goes; needed while tickets use it (statement 17). */
const replacing = z.object({ replace: z.coerce.number().int().positive().optional().catch(undefined) });

export const Stage = z.object({
  id: z.number().int(),
  name: z.string(),
  board_id: z.number().int(),
  rank: Count,
  /** The status that a ticket has in this stage. */
  status: z.enum(statuses),
  /** The clocks stand still here. */
  pauses: z.boolean(),
  colour: Colour,
  /** Tickets that stand in it. */
  tickets: Count,
});
export type Stage = z.infer<typeof Stage>;

const stageFields = {
  name: name("stage"),
  board_id: id.optional(),
  status: z.enum(statuses).default("open"),
  pauses: z.boolean().optional(),
  colour: Colour.default("grey"),
};

export const Board = z.object({ id: z.number().int(), name: z.string(), stages: z.array(Stage) });
export type Board = z.infer<typeof Board>;

/** Boards, their stages and cards. */
export const boardCalls = {
  createStage: {
    method: "POST",
    path: "/stages",
    summary: "Add a stage, or change one (with id)",
    needs: setting,
    writes: true,
    body: z.strictObject({ id: id.optional(), ...stageFields }),
    answers: { 201: Stage },
  },
  stages: {
    method: "GET",
    path: "/stages",
    summary: "The stages by board and rank",
    needs: choosing,
    query: account.extend({ board: z.coerce.number().int().positive().optional().catch(undefined) }),
    answers: { 200: z.object({ data: z.array(Stage) }) },
  },
  deleteStage: {
    method: "GET",
    path: "/stages/{id}/delete",
    summary: "Delete a stage; one with tickets asks for another in its place",
    needs: setting,
    writes: true,
    params: oneId,
    query: replacing,
    answers: { 201: DoneAnswer },
  },
  rankStages: {
    method: "POST",
    path: "/update-stages",
    summary: "The stages of a board in their new order",
    needs: setting,
    writes: true,
    body: z.strictObject({ stages: ids.pipe(z.array(z.number()).min(1, "Name the stages in their order.")) }),
    answers: { 201: z.object({ data: z.array(Stage) }) },
  },
  boards: {
    method: "GET",
    path: "/ticket-boards",
    summary: "The boards with their stages and counts",
    needs: choosing,
    answers: { 200: z.object({ data: z.array(Board) }) },
  },
  saveBoard: {
    method: "POST",
    path: "/ticket-boards",
    summary: "Add a board, or rename one (with id)",
    needs: setting,
    writes: true,
    body: z.strictObject({ id: id.optional(), name: name("board") }),
    answers: { 201: Board },
  },
  deleteBoard: {
    method: "GET",
    path: "/ticket-boards/{id}/delete",
    summary: "Delete a board that has no stages any more",
    needs: setting,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  cards: {
    method: "GET",
    path: "/ticket-boards/{id}/cards",
    summary: "A board: the first 200 tickets of each stage in their order, by the filters of the list",
    needs: boarding,
    params: oneId,
    query: z.object({
      ...ticketFilters,
      ...explaining,
      per_stage: z.coerce.number().int().min(1).max(200).catch(200).default(200),
    }),
    answers: {
      200: z.object({
        id: z.number().int(),
        name: z.string(),
        stages: z.array(Stage.extend({ total: Count, total_capped: z.boolean(), cards: z.array(Ticket) })),
      }),
    },
  },
  moveCard: {
    method: "POST",
    path: "/ticket-boards/move",
    summary: "Move a ticket to a stage, before or after another ticket, or to its top or end",
    needs: boarding,
    writes: true,
    body: z.strictObject({
      ticket_id: id,
      stage_id: id,
      before_id: id.optional(),
      after_id: id.optional(),
      place: z.enum(["top", "end"]).default("end"),
      version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    }),
    answers: { 201: z.object({ status: z.literal(201), message: z.string(), ticket: Ticket }), 409: Conflict },
  },
} as const satisfies Record<string, Call>;
