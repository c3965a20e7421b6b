import { problem } from "../../kit/contract";
import { keyedQueue } from "../../kit/keyed-queue";
import type { Handlers } from "../../kit/serve";
import { answered, type TicketingContext } from "../context";
import type { ticketing } from "../contract";
import { parseFilters, withNames } from "../tickets/list";
import { boardCards } from "./cards";
import { moveCard } from "./move";

/** The cards of a board, and their moves. */
export function moveHandlers(service: TicketingContext): Pick<Handlers<typeof ticketing.calls>, "cards" | "moveCard"> {
  const { read, write, looking } = service;
  const inTurn = keyedQueue();
  return {
    async cards({ params, query }, context) {
      const wanted = { most: query.per_stage, explain: query.explain !== undefined };
      const board = await read(context.account, async (trx) =>
        boardCards(trx, await looking(trx, context, true), params.id, parseFilters(query, {}), wanted),
      );
      return board ? { status: 200, body: board } : problem(404, "There is no such board.");
    },

    async moveCard({ body }, context) {
      const { account } = context;
      const work = inTurn(`${account} ${body.stage_id}`, () =>
        write(context, async (unit) => {
          await moveCard(unit, body.ticket_id, body.stage_id, body, body.version);
          return undefined;
        }),
      );
      const lost = await answered(service, account, work);
      if (lost?.status === 409) return lost;
      const [ticket] = await read(account, (trx) => withNames(trx, { account, now: service.now() }, [body.ticket_id]));
      if (!ticket) return problem(404, "There is no such ticket.");
      return { status: 201, body: { status: 201, message: `#${ticket.id} is in ${ticket.stages[0]?.name}.`, ticket } };
    },
  };
}
