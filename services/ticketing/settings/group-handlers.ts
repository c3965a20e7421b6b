import { problem } from "../../kit/contract";
import type { Handlers } from "../../kit/serve";
import { mustBeOwn, type TicketingContext } from "../context";
import type { ticketing } from "../contract";
import type { peopleCalls } from "../contract.people";
import { colleagues, keepPeople, knowPeople } from "../workspace/people";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { change, done } from "./change";
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

/** The calls about groups, their members, and the people of ticketing. */
export function groupHandlers(
  service: TicketingContext,
): Omit<Pick<Handlers<typeof ticketing.calls>, keyof typeof peopleCalls>, "viewCounts"> {
  const { read, deps, database } = service;
  return {
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
  };
}
