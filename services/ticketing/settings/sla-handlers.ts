import { impactLevels, urgencyLevels } from "../../../rules/ticket-words";
import type { Handlers } from "../../kit/serve";
import { countryNames } from "../clocks/holidays";
import { whatIf } from "../clocks/what-if";
import type { ticketing } from "../contract";
import type { hoursCalls } from "../contract.hours";
import type { DispositionSetup, slaCalls } from "../contract.sla";
import type { Act } from "../desk/act";
import type { Bench } from "../desk/bench";
import { knowPeople } from "../desk/people";
import { change, done } from "./handlers";
import {
  deleteHours,
  exemptedOf,
  holidaysOf,
  hoursOf,
  movedBy,
  saveExempted,
  saveHoliday,
  saveHours,
  supposedHours,
} from "./hours";
import {
  deletePolicy,
  gridOf,
  policiesOf,
  saveGrid,
  savePolicy,
  setUpDisposition,
  setupsOf,
  supposedPolicy,
} from "./policies";

/** Hours, holidays, exempted days, policies, the grid, and what dispositions bring with them. */
export function slaHandlers(
  bench: Bench,
): Pick<Handlers<typeof ticketing.calls>, keyof typeof hoursCalls | keyof typeof slaCalls> {
  const { read, deps, database } = bench;
  return {
    countries: async () => ({ status: 200, body: { data: await countryNames() } }),

    async operationalHours(_, { account }) {
      const hours = await read(account, (trx) => hoursOf(trx, account));
      return {
        status: 200,
        body: { data: [...hours.map(({ id, name }) => ({ id, name })), { id: 0, name: "Around the clock" }] },
      };
    },

    urgencyLevels: async () => ({ status: 200, body: { data: [...urgencyLevels] } }),
    impactLevels: async () => ({ status: 200, body: { data: [...impactLevels] } }),

    businessHours: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => hoursOf(trx, account)) },
    }),

    async updateHours({ body }, asking) {
      const saved = await change(
        bench,
        asking,
        "Business hours changed",
        (act) => saveHours(act, body),
        ({ name }) => name,
      );
      return { status: 201, body: saved };
    },

    async deleteHours({ params, query }, asking) {
      const name = await change(
        bench,
        asking,
        "Business hours deleted",
        (act) => deleteHours(act, params.id, query.replace),
        (gone) => gone,
      );
      return done(`${name} was deleted.`);
    },

    async hoursWhatIf({ body }, { account }) {
      const answer = await read(account, async (trx) =>
        whatIf(trx, account, { hours: await supposedHours(trx, account, body) }, bench.now()),
      );
      return { status: 200, body: answer };
    },

    async holidays({ params, query }, { account }) {
      const country = params.id.toUpperCase();
      const year = query.year ?? bench.now().getUTCFullYear();
      const data = await read(account, (trx) => holidaysOf(trx, account, country, year));
      return { status: 200, body: { data, year, country } };
    },

    async saveHoliday({ body }, asking) {
      const work = async (act: Act) => {
        await saveHoliday(act, body);
        return movedBy(act.trx, act.account, body.date);
      };
      const tickets_moved = await change(bench, asking, "Holiday changed", work, () =>
        `${body.country} ${body.date} ${body.name}`.trim(),
      );
      return { status: 201, body: { status: 201, message: "The holiday was saved.", tickets_moved } };
    },

    exemptedDays: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => exemptedOf(trx, account)) },
    }),

    async saveExemptedDay({ body }, asking) {
      const work = async (act: Act) => ({
        data: await saveExempted(act, body),
        tickets_moved: await movedBy(act.trx, act.account, body.date),
      });
      const saved = await change(bench, asking, "Exempted day changed", work, () => `${body.date} ${body.name}`);
      return { status: 201, body: saved };
    },

    policies: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => policiesOf(trx, account)) },
    }),

    async savePolicy({ body }, asking) {
      const saved = await change(
        bench,
        asking,
        "Policy saved",
        (act) => savePolicy(act, body),
        ({ name }) => `Policy ${name}`,
      );
      return { status: 201, body: saved };
    },

    async deletePolicy({ params, query }, asking) {
      const name = await change(
        bench,
        asking,
        "Policy deleted",
        (act) => deletePolicy(act, params.id, query.replace),
        (gone) => `Policy ${gone}`,
      );
      return done(`${name} was deleted.`);
    },

    async policyWhatIf({ body }, { account }) {
      const answer = await read(account, async (trx) =>
        whatIf(trx, account, { policy: await supposedPolicy(trx, account, body) }, bench.now()),
      );
      return { status: 200, body: answer };
    },

    priorityGrids: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => gridOf(trx, account)) },
    }),

    async savePriorityGrids({ body }, asking) {
      const work = async (act: Act) => {
        await saveGrid(act, body.cells);
        return gridOf(act.trx, act.account);
      };
      return {
        status: 201,
        body: {
          data: await change(bench, asking, "Priority grid changed", work, () => "The grid of urgency and impact"),
        },
      };
    },

    async dispositionSlas({ body }, asking) {
      const work = (act: Act) => setUpDisposition(act, body.disposition_id, { policy_id: body.policy_id });
      return {
        status: 201,
        body: await change(
          bench,
          asking,
          "Disposition changed",
          work,
          (set) => `${set.disposition}: policy ${set.policy ?? "by the rules"}`,
        ),
      };
    },

    async dispositionPriorities({ body }, asking) {
      const work = (act: Act) => setUpDisposition(act, body.disposition_id, { priority_id: body.priority_id });
      return {
        status: 201,
        body: await change(bench, asking, "Disposition changed", work, (set) => `${set.disposition}: priority`),
      };
    },

    async dispositionContacts({ body }, asking) {
      const work = (act: Act) => setUpDisposition(act, body.disposition_id, { contacts: body.contacts });
      return {
        status: 201,
        body: await change(bench, asking, "Disposition changed", work, (set) => `${set.disposition}: contacts`),
      };
    },

    async dispositionMembers({ body }, asking) {
      await knowPeople(database, deps.askAs(asking.account), asking.account, body.member_ids);
      const work = (act: Act) => setUpDisposition(act, body.disposition_id, { member_ids: body.member_ids });
      const told = ({ disposition, members }: DispositionSetup) =>
        `${disposition}: new tickets go to ${members.map(({ name }) => name).join(", ") || "nobody"}`;
      return { status: 201, body: await change(bench, asking, "Disposition changed", work, told) };
    },

    listDispositionContacts: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => setupsOf(trx, account)) },
    }),
  };
}
