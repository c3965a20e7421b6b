import type { Handlers } from "../../kit/serve";
import { mustBeOwn, type TicketingContext } from "../context";
import type { ticketing } from "../contract";
import { historyPage } from "../records/history";
import { customerPage } from "./list";
import { similarTickets } from "./similar";

/** The calls about what belongs beside a ticket: its history, similar ones, the customer's others. */
export function relatedHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, "history" | "similar" | "customerTickets"> {
  const { read, looking, mustSee } = service;
  return {
    async history({ params, query }, context) {
      const { account } = context;
      const page = await read(account, async (trx) => {
        await mustSee(trx, context, params.id);
        return historyPage(trx, account, params.id, query);
      });
      return { status: 200, body: page };
    },

    async similar({ params }, context) {
      const data = await read(context.account, async (trx) => {
        await mustSee(trx, context, params.id);
        return similarTickets(trx, await looking(trx, context), params.id);
      });
      return { status: 200, body: { data } };
    },

    async customerTickets({ query }, context) {
      mustBeOwn(context.account, query);
      const page = await read(context.account, async (trx) =>
        customerPage(trx, await looking(trx, context), query.id, query),
      );
      return { status: 200, body: page };
    },
  };
}
