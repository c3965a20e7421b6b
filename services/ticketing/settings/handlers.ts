import type { ActionOn } from "../../../rules/audit";
import { channels, priorities, statuses } from "../../../rules/ticket-labels";
import { recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import type { Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import { activityActor, type CallerContext, mustBeOwn, type TicketingContext } from "../context";
import type { ticketing } from "../contract";
import type { boardCalls } from "../contract.boards";
import type { peopleCalls } from "../contract.people";
import type { settingCalls } from "../contract.settings";
import { colleagues, keepPeople, knowPeople } from "../workspace/people";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { loadChoices } from "./choices";
import {
  deleteGroup,
  dropMember,
  listGroupMembers,
  listGroups,
  listUsers,
  loadGroup,
  putMember,
  saveGroup,
} from "./groups";
import { deleteDisposition, deleteType, listDispositions, listTypes, saveDisposition, saveType } from "./lists";
import { deleteBoard, deleteStage, listBoards, listStages, rankStages, saveBoard, saveStage } from "./stages";
import { loadWizard, setTemplate } from "./templates";
import { viewCounts } from "./views";

type TicketingHandlers = Handlers<typeof ticketing.calls>;
type Keys = keyof typeof settingCalls | keyof typeof boardCalls | keyof typeof peopleCalls;

/** Changes a setting and writes down who did. `told` is the activity's sentence. */
export async function change<T>(
  service: TicketingContext,
  context: CallerContext,
  action: ActionOn<"ticketing">,
  work: (unit: UnitOfWork) => Promise<T>,
  told: (result: T) => string,
): Promise<T> {
  return service.write(context, async (unit) => {
    const result = await work(unit);
    await recordActivity(unit.trx, unit.account, activityActor(context), {
      action,
      description: told(result),
      subject: "ticketing",
    });
    return result;
  });
}

export function done(message: string) {
  return { status: 201 as const, body: { status: 201, message } };
}

const numbered = (names: readonly string[]) => names.map((name, at) => ({ id: at + 1, name }));

/** Lists, stages, boards, groups, people, views and the template wizard. */
export function settingHandlers(
  service: TicketingContext,
): Pick<TicketingHandlers, Exclude<Keys, "cards" | "moveCard">> {
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

    async createGroup({ body }, context) {
      await knowPeople(database, deps.clientsOfAccount(context.account), context.account, body.member_ids);
      const work = (unit: UnitOfWork) => saveGroup(unit, undefined, body, body.member_ids);
      return {
        status: 201,
        body: await change(service, context, "Ticket group added", work, ({ name }) => `Group ${name}`),
      };
    },

    async groups({ query }, { account }) {
      mustBeOwn(account, query);
      return { status: 200, body: { data: await read(account, (trx) => listGroups(trx, account)) } };
    },

    async deleteGroup({ params, query }, context) {
      const name = await change(
        service,
        context,
        "Ticket group deleted",
        (unit) => deleteGroup(unit, params.id, query.replace),
        (gone) => `Group ${gone}`,
      );
      return done(`${name} was deleted.`);
    },

    async updateGroup({ params, body }, context) {
      const work = (unit: UnitOfWork) => saveGroup(unit, params.id, body);
      return {
        status: 201,
        body: await change(service, context, "Ticket group changed", work, ({ name }) => `Group ${name}`),
      };
    },

    async addGroupMember({ body }, context) {
      await knowPeople(database, deps.clientsOfAccount(context.account), context.account, [body.member_id]);
      const work = async (unit: UnitOfWork) => {
        await putMember(unit, body);
        return loadGroup(unit.trx, unit.account, body.group_id);
      };
      const group = await change(service, context, "Ticket group changed", work, ({ name, members }) => {
        const person = members.find(({ id }) => id === body.member_id);
        return `${person?.name ?? "A person"} is ${body.role} in ${name}`;
      });
      return { status: 201, body: group };
    },

    groupMembers: async ({ query }, { account }) => ({
      status: 200,
      body: { data: await read(account, (trx) => listGroupMembers(trx, account, query.group_id)) },
    }),

    async removeGroupMember({ params }, context) {
      const work = (unit: UnitOfWork) => dropMember(unit, params.id);
      const gone = await change(
        service,
        context,
        "Ticket group changed",
        work,
        ({ group, person }) => `${person} left ${group}`,
      );
      return done(`${gone.person} was removed from ${gone.group}.`);
    },

    async users({ query }, { account }) {
      await keepPeople(database, account, await colleagues(deps.clientsOfAccount(account), account));
      return { status: 200, body: { data: await read(account, (trx) => listUsers(trx, account, query.q)) } };
    },

    async saveUser({ body }, context) {
      const { account } = context;
      await knowPeople(database, deps.clientsOfAccount(account), account, [body.id]);
      const known = await read(account, (trx) => listUsers(trx, account, ""));
      const found = known.find(({ id }) => id === body.id);
      if (!found)
        return problem(422, "There is no such person in the account.", { id: ["Choose a person from the list."] });
      return { status: 201, body: { id: found.id, name: found.name, email: found.email } };
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
