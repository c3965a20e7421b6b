import type { Handlers } from "../../kit/serve";
import type { TicketingContext } from "../context";
import type { ticketing } from "../contract";
import type { automationCalls } from "../contract.automations";
import { change, done } from "../settings/change";
import { knowPeople } from "../workspace/people";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { checkActions, peopleIn } from "./check";
import { deleteAutomation, dryRun, listAutomations, rankAutomations, runPage, saveAutomation } from "./store";

/** The rules, what they would do, and what they did. */
export function automationHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, keyof typeof automationCalls> {
  const { read, deps, database } = service;
  return {
    automations: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => listAutomations(trx, account)) },
    }),

    async saveAutomation({ body }, context) {
      const { account } = context;
      await knowPeople(database, deps.clientsOfAccount(account), account, peopleIn(body.actions));
      const saved = await change(
        service,
        context,
        "Automation saved",
        async (unit) => {
          await checkActions(unit.trx, account, body.actions);
          return saveAutomation(unit, body);
        },
        ({ name }) => `Rule ${name}`,
      );
      return { status: 201, body: saved };
    },

    async rankAutomations({ body }, context) {
      const work = (unit: UnitOfWork) => rankAutomations(unit, body.ids);
      const data = await change(service, context, "Automations ranked", work, (all) =>
        all.map(({ name }) => name).join(", "),
      );
      return { status: 201, body: { data } };
    },

    async deleteAutomation({ params }, context) {
      const name = await change(
        service,
        context,
        "Automation deleted",
        (unit) => deleteAutomation(unit, params.id),
        (gone) => `Rule ${gone}`,
      );
      return done(`${name} was deleted.`);
    },

    tryAutomation: async ({ body }, { account }) => ({
      status: 200,
      body: await read(account, (trx) => dryRun(trx, account, body, service.now())),
    }),

    automationRuns: async ({ query }, { account }) => ({
      status: 200,
      body: await read(account, (trx) => runPage(trx, account, query)),
    }),
  };
}
