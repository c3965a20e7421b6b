import { impactLevels, urgencyLevels } from "../../../rules/ticket-labels";
import type { Handlers } from "../../kit/serve";
import { countryNames } from "../clocks/holidays";
import { loadRules } from "../clocks/rules";
import { compared, whatIf } from "../clocks/what-if";
import { mustBeOwn, type TicketingContext } from "../context";
import type { ticketing } from "../contract";
import type { hoursCalls } from "../contract.hours";
import type { DispositionSetup, slaCalls } from "../contract.sla";
import { knowPeople } from "../workspace/people";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { change, done } from "./handlers";
import {
  deleteHours,
  listExempted,
  listHolidays,
  listHours,
  saveExempted,
  saveHoliday,
  saveHours,
  supposedHours,
} from "./hours";
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

const dayMs = 86_400_000;

/** Changes a day, and says which open tickets are due at another time for it. */
async function moving<T>({ trx, account, now }: UnitOfWork, date: string, work: () => Promise<T>) {
  const before = await loadRules(trx, account);
  const result = await work();
  const after = await loadRules(trx, account);
  // The local day may begin a day before that of UTC.
  const from = new Date(Date.parse(`${date}T00:00:00Z`) - dayMs);
  const { changed, tickets } = await compared(trx, account, { before, after }, now, from);
  return { result, tickets_moved: changed, moved: tickets };
}

const maxNamed = 10;

function movedWords(count: number, moved: readonly { id: number }[]): string {
  if (count === 0) return " No open ticket has another due time.";
  const ids = [...new Set(moved.map(({ id }) => id))];
  const named = ids.slice(0, maxNamed).map((id) => `#${id}`);
  const more = count > named.length ? ` and ${count - named.length} more` : "";
  return ` ${count} open ${count === 1 ? "ticket has" : "tickets have"} another due time: ${named.join(", ")}${more}.`;
}

/** Hours, holidays, exempted days, policies, the grid, and what dispositions bring with them. */
export function slaHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, keyof typeof hoursCalls | keyof typeof slaCalls> {
  const { read, deps, database } = service;
  return {
    countries: async () => ({ status: 200, body: { data: await countryNames() } }),

    async operationalHours(_, { account }) {
      const hours = await read(account, (trx) => listHours(trx, account));
      return {
        status: 200,
        body: { data: [...hours.map(({ id, name }) => ({ id, name })), { id: 0, name: "Around the clock" }] },
      };
    },

    urgencyLevels: async () => ({ status: 200, body: { data: [...urgencyLevels] } }),
    impactLevels: async () => ({ status: 200, body: { data: [...impactLevels] } }),

    businessHours: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => listHours(trx, account)) },
    }),

    async updateHours({ params, body }, context) {
      mustBeOwn(context.account, params);
      const saved = await change(
        service,
        context,
        "Business hours changed",
        (unit) => saveHours(unit, body),
        ({ name }) => name,
      );
      return { status: 201, body: saved };
    },

    async deleteHours({ params, query }, context) {
      const name = await change(
        service,
        context,
        "Business hours deleted",
        (unit) => deleteHours(unit, params.id, query.replace),
        (gone) => gone,
      );
      return done(`${name} was deleted.`);
    },

    async hoursWhatIf({ body }, { account }) {
      const answer = await read(account, async (trx) =>
        whatIf(trx, account, { hours: await supposedHours(trx, account, body) }, service.now()),
      );
      return { status: 200, body: answer };
    },

    async holidays({ params, query }, { account }) {
      const country = params.id.toUpperCase();
      const year = query.year ?? service.now().getUTCFullYear();
      const data = await read(account, (trx) => listHolidays(trx, account, country, year));
      return { status: 200, body: { data, year, country } };
    },

    async saveHoliday({ body }, context) {
      const work = (unit: UnitOfWork) => moving(unit, body.date, () => saveHoliday(unit, body));
      const { moved, tickets_moved } = await change(service, context, "Holiday changed", work, () =>
        `${body.country} ${body.date} ${body.name}`.trim(),
      );
      const message = `The holiday was saved.${movedWords(tickets_moved, moved)}`;
      return { status: 201, body: { status: 201, message, tickets_moved, moved } };
    },

    exemptedDays: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => listExempted(trx, account)) },
    }),

    async saveExemptedDay({ body }, context) {
      const work = (unit: UnitOfWork) => moving(unit, body.date, () => saveExempted(unit, body));
      const told = () => `${body.date} ${body.name}`;
      const { result, moved, tickets_moved } = await change(service, context, "Exempted day changed", work, told);
      const saved = body.delete ? "The day counts as usual again." : "The day was saved.";
      const message = `${saved}${movedWords(tickets_moved, moved)}`;
      return { status: 201, body: { message, data: result, tickets_moved, moved } };
    },

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
