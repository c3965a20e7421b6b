import type { Handlers } from "../../kit/serve";
import { mustBeOwn, type TicketingContext } from "../context";
import type { ticketing } from "../contract";
import type { boardCalls } from "../contract.boards";
import { change, done } from "./change";
import { deleteBoard, deleteStage, listBoards, listStages, rankStages, saveBoard, saveStage } from "./stages";

/** The calls about boards and their stages; those about cards are the board's own. */
export function boardHandlers(
  service: TicketingContext,
): Omit<Pick<Handlers<typeof ticketing.calls>, keyof typeof boardCalls>, "cards" | "moveCard"> {
  const { read } = service;
  return {
    async createStage({ body }, context) {
      return {
        status: 201,
        body: await change(
          service,
          context,
          "Stage saved",
          (unit) => saveStage(unit, body),
          ({ name }) => `Stage ${name}`,
        ),
      };
    },

    async stages({ query }, { account }) {
      mustBeOwn(account, query);
      const data = await read(account, (trx) => listStages(trx, account, { board: query.board }));
      return { status: 200, body: { data } };
    },

    async deleteStage({ params, query }, context) {
      const name = await change(
        service,
        context,
        "Stage deleted",
        (unit) => deleteStage(unit, params.id, query.replace),
        (gone) => `Stage ${gone}`,
      );
      return done(`${name} was deleted.`);
    },

    async rankStages({ body }, context) {
      const data = await change(
        service,
        context,
        "Stages ranked",
        (unit) => rankStages(unit, body.stages),
        (all) => all.map(({ name }) => name).join(", "),
      );
      return { status: 201, body: { data } };
    },

    boards: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => listBoards(trx, account)) },
    }),

    async saveBoard({ body }, context) {
      return {
        status: 201,
        body: await change(
          service,
          context,
          "Board saved",
          (unit) => saveBoard(unit, body.id, body.name),
          ({ name }) => `Board ${name}`,
        ),
      };
    },

    async deleteBoard({ params }, context) {
      const name = await change(
        service,
        context,
        "Board deleted",
        (unit) => deleteBoard(unit, params.id),
        (gone) => `Board ${gone}`,
      );
      return done(`${name} was deleted.`);
    },
  };
}
