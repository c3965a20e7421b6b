import { channels, priorities, statuses } from "../../../rules/ticket-labels";
import type { Handlers } from "../../kit/serve";
import type { TicketingContext } from "../context";
import type { ticketing } from "../contract";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { change, done } from "./change";
import { deleteDisposition, deleteType, listDispositions, listTypes, saveDisposition, saveType } from "./lists";

const numbered = (names: readonly string[]) => names.map((name, at) => ({ id: at + 1, name }));

/** The calls about the lists that a ticket is filed under: types, statuses, priorities, channels, dispositions. */
export function listHandlers(
  service: TicketingContext,
): Pick<
  Handlers<typeof ticketing.calls>,
  | "types"
  | "saveType"
  | "deleteType"
  | "statuses"
  | "priorities"
  | "channels"
  | "dispositions"
  | "saveDisposition"
  | "deleteDisposition"
> {
  const { read } = service;
  return {
    types: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => listTypes(trx, account)) },
    }),

    async saveType({ body }, context) {
      const saved = await change(
        service,
        context,
        "Ticket type saved",
        (unit) => saveType(unit, body.id, body.name),
        ({ name }) => `Type ${name}`,
      );
      return { status: 201, body: saved };
    },

    async deleteType({ params, query }, context) {
      const name = await change(
        service,
        context,
        "Ticket type deleted",
        (unit) => deleteType(unit, params.id, query.replace),
        (gone) => `Type ${gone}`,
      );
      return done(`${name} was deleted.`);
    },

    statuses: async () => ({ status: 200, body: { data: numbered(statuses) } }),

    priorities: async () => ({ status: 200, body: { data: [...priorities] } }),

    channels: async () => ({ status: 200, body: { data: [...channels] } }),

    dispositions: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => listDispositions(trx, account)) },
    }),

    async saveDisposition({ body }, context) {
      const saved = await change(
        service,
        context,
        "Disposition saved",
        (unit) => saveDisposition(unit, body),
        ({ name }) => `Disposition ${name}`,
      );
      return { status: 201, body: saved };
    },

    async deleteDisposition({ params, query }, context) {
      const work = (unit: UnitOfWork) => deleteDisposition(unit, params.id, query.replace);
      const name = await change(service, context, "Disposition deleted", work, (gone) => `Disposition ${gone}`);
      return done(`${name} was deleted.`);
    },
  };
}
