import { isOpen } from "../../../rules/business-time";
import type { Handlers } from "../../kit/serve";
import { countryNames } from "../clocks/holidays";
import { loadRules } from "../clocks/rules";
import { compared, whatIf } from "../clocks/what-if";
import { mustBeOwn, type TicketingContext } from "../context";
import type { ticketing } from "../contract";
import type { hoursCalls } from "../contract.hours";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { change, done } from "./change";
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

/** The calls about business hours, holidays and exempted days. */
export function hoursHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, keyof typeof hoursCalls> {
  const { read } = service;
  return {
    countries: async () => ({ status: 200, body: { data: await countryNames() } }),

    async operationalHours(_, { account }) {
      const hours = await read(account, (trx) => listHours(trx, account));
      return {
        status: 200,
        body: { data: [...hours.map(({ id, name }) => ({ id, name })), { id: 0, name: "Around the clock" }] },
      };
    },

    businessHours: async (_, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => listHours(trx, account)) },
    }),

    async openHours({ query }, { account }) {
      const { hours, calendar } = await read(account, (trx) => loadRules(trx, account));
      const at = Date.parse(query.at);
      const data = hours.map(({ id, name }) => ({ id, name, open: isOpen(calendar(id), at) }));
      return { status: 200, body: { data } };
    },

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
  };
}
