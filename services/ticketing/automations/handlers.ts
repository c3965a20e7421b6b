import type { Handlers } from "../../kit/serve";
import type { Bench } from "../bench";
import type { ticketing } from "../contract";
import type { automationCalls } from "../contract.automations";
import type { Act } from "../desk/act";
import { knowPeople } from "../desk/people";
import { change, done } from "../settings/handlers";
import { checkActions, peopleIn } from "./check";
import { automationsOf, deleteAutomation, dryRun, rankAutomations, runPage, saveAutomation } from "./store";

/** The rules, what they would do, and what they did. */
export function automationHandlers(bench: Bench): Pick<Handlers<typeof ticketing.calls>, keyof typeof automationCalls> {
  const { read, deps, database } = bench;
  return {
    automations: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => automationsOf(trx, account)) },
    }),

    async saveAutomation({ body }, asking) {
      const { account } = asking;
      await knowPeople(database, deps.askAs(account), account, peopleIn(body.actions));
      const saved = await change(
        bench,
        asking,
        "Automation saved",
        async (act) => {
          await checkActions(act.trx, account, body.actions);
          return saveAutomation(act, body);
        },
        ({ name }) => `Rule ${name}`,
      );
      return { status: 201, body: saved };
    },

    async rankAutomations({ body }, asking) {
      const work = (act: Act) => rankAutomations(act, body.ids);
      const data = await change(bench, asking, "Automations ranked", work, (all) =>
        all.map(({ name }) => name).join(", "),
      );
      return { status: 201, body: { data } };
    },

    async deleteAutomation({ params }, asking) {
      const name = await change(
        bench,
        asking,
        "Automation deleted",
        (act) => deleteAutomation(act, params.id),
        (gone) => `Rule ${gone}`,
      );
      return done(`${name} was deleted.`);
    },

    tryAutomation: async ({ body }, { account }) => ({
      status: 200,
      body: await read(account, (trx) => dryRun(trx, account, body, bench.now())),
    }),

    automationRuns: async ({ query }, { account }) => ({
      status: 200,
      body: await read(account, (trx) => runPage(trx, account, query)),
    }),
  };
}
