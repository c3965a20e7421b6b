import type { Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { TicketingContext } from "../context";
import type { ticketing } from "../contract";
import { colleagues, keepPeople } from "../workspace/people";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { change } from "./change";
import { loadChoices } from "./choices";
import { loadWizard, setTemplate } from "./templates";
import { viewCounts } from "./views";

/** The calls about what the pages of ticketing begin with: the choices of every menu, counts of views, the template wizard. */
export function settingHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, "choices" | "viewCounts" | "wizard" | "setTemplate"> {
  const { read, looking, deps, database } = service;
  return {
    async choices(_, { account }) {
      const [people, body] = await Promise.all([
        colleagues(deps.clientsOfAccount(account), account),
        read(account, (trx) => loadChoices(trx, account)),
      ]);
      // Somebody who joined, or has another name, is in the menus at once.
      const changed = await keepPeople(database, account, people);
      return { status: 200, body: changed ? await read(account, (trx) => loadChoices(trx, account)) : body };
    },

    async viewCounts({ body }, context) {
      const count = async (trx: Trx) => viewCounts(trx, await looking(trx, context), body.queries);
      return { status: 200, body: { counts: await read(context.account, count) } };
    },

    wizard: async (_, { account }) => ({ status: 200, body: await read(account, (trx) => loadWizard(trx, account)) }),

    async setTemplate({ params, body }, context) {
      const work = (unit: UnitOfWork) => setTemplate(unit, params.set, body);
      const told = () => `Template ${params.set}: ${body.choice}`;
      return { status: 201, body: await change(service, context, "Ticket template set", work, told) };
    },
  };
}
