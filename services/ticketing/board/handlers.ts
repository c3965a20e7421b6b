import { problem } from "../../kit/contract";
import { keyedQueue } from "../../kit/keyed-queue";
import type { Handlers } from "../../kit/serve";
import { answered, type Bench } from "../bench";
import type { ticketing } from "../contract";
import { filtersOf, withNames } from "../tickets/list";
import { boardCards } from "./cards";
import { moveCard } from "./move";

/** The cards of a board, and their moves. */
export function moveHandlers(bench: Bench): Pick<Handlers<typeof ticketing.calls>, "cards" | "moveCard"> {
  const { read, write, looking } = bench;
  const inTurn = keyedQueue();
  return {
    async cards({ params, query }, asking) {
      const wanted = { most: query.per_stage, explain: query.explain !== undefined };
      const board = await read(asking.account, async (trx) =>
        boardCards(trx, await looking(trx, asking, true), params.id, filtersOf(query, {}), wanted),
      );
      return board ? { status: 200, body: board } : problem(404, "There is no such board.");
    },

    async moveCard({ body }, asking) {
      const { account } = asking;
      const work = inTurn(`${account} ${body.stage_id}`, () =>
        write(asking, async (act) => {
          await moveCard(act, body.ticket_id, body.stage_id, body, body.version);
          return undefined;
        }),
      );
      const lost = await answered(bench, account, work);
      if (lost?.status === 409) return lost;
      const [ticket] = await read(account, (trx) => withNames(trx, { account, now: bench.now() }, [body.ticket_id]));
      if (!ticket) return problem(404, "There is no such ticket.");
      return { status: 201, body: { status: 201, message: `#${ticket.id} is in ${ticket.stages[0]?.name}.`, ticket } };
    },
  };
}
