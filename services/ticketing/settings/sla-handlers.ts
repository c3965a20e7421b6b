import { impactLevels, urgencyLevels } from "../../../rules/ticket-labels";
import type { Handlers } from "../../kit/serve";
import { whatIf } from "../clocks/what-if";
import type { TicketingContext } from "../context";
import type { ticketing } from "../contract";
import type { DispositionSetup, slaCalls } from "../contract.sla";
import { knowPeople } from "../workspace/people";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { change, done } from "./change";
import {
  deletePolicy,
  listPolicies,
  listSetups,
  loadPriorityGrid,
  saveGrid,
  savePolicy,
  setUpDisposition,
  supposedPolicy,
} from "./policies";

/** The calls about policies, the priority grid, and what dispositions bring with them. */
export function slaHandlers(service: TicketingContext): Pick<Handlers<typeof ticketing.calls>, keyof typeof slaCalls> {
  const { read, deps, database } = service;
  return {
    urgencyLevels: async () => ({ status: 200, body: { data: [...urgencyLevels] } }),
    impactLevels: async () => ({ status: 200, body: { data: [...impactLevels] } }),

    policies: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => listPolicies(trx, account)) },
    }),

    async savePolicy({ body }, context) {
      const saved = await change(
        service,
        context,
        "Policy saved",
        (unit) => savePolicy(unit, body),
        ({ name }) => `Policy ${name}`,
      );
      return { status: 201, body: saved };
    },

    async deletePolicy({ params, query }, context) {
      const name = await change(
        service,
        context,
        "Policy deleted",
        (unit) => deletePolicy(unit, params.id, query.replace),
        (gone) => `Policy ${gone}`,
      );
      return done(`${name} was deleted.`);
    },

    async policyWhatIf({ body }, { account }) {
      const answer = await read(account, async (trx) =>
        whatIf(trx, account, { policy: await supposedPolicy(trx, account, body) }, service.now()),
      );
      return { status: 200, body: answer };
    },

    priorityGrids: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => loadPriorityGrid(trx, account)) },
    }),

    async savePriorityGrids({ body }, context) {
      const work = async (unit: UnitOfWork) => {
        await saveGrid(unit, body.cells);
        return loadPriorityGrid(unit.trx, unit.account);
      };
      return {
        status: 201,
        body: {
          data: await change(service, context, "Priority grid changed", work, () => "The grid of urgency and impact"),
        },
      };
    },

    async dispositionSlas({ body }, context) {
      const work = (unit: UnitOfWork) => setUpDisposition(unit, body.disposition_id, { policy_id: body.policy_id });
      return {
        status: 201,
        body: await change(
          service,
          context,
          "Disposition changed",
          work,
          (set) => `${set.disposition}: policy ${set.policy ?? "by the rules"}`,
        ),
      };
    },

    async dispositionPriorities({ body }, context) {
      const work = (unit: UnitOfWork) => setUpDisposition(unit, body.disposition_id, { priority_id: body.priority_id });
      return {
        status: 201,
        body: await change(service, context, "Disposition changed", work, (set) => `${set.disposition}: priority`),
      };
    },

    async dispositionContacts({ body }, context) {
      const work = (unit: UnitOfWork) => setUpDisposition(unit, body.disposition_id, { contacts: body.contacts });
      return {
        status: 201,
        body: await change(service, context, "Disposition changed", work, (set) => `${set.disposition}: contacts`),
      };
    },

    async dispositionMembers({ body }, context) {
      await knowPeople(database, deps.clientsOfAccount(context.account), context.account, body.member_ids);
      const work = (unit: UnitOfWork) => setUpDisposition(unit, body.disposition_id, { member_ids: body.member_ids });
      const told = ({ disposition, members }: DispositionSetup) =>
        `${disposition}: new tickets go to ${members.map(({ name }) => name).join(", ") || "no one"}`;
      return { status: 201, body: await change(service, context, "Disposition changed", work, told) };
    },

    listDispositionContacts: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => listSetups(trx, account)) },
    }),
  };
}
