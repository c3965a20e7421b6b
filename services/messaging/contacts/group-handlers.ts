import { withAliases } from "../../../rules/access";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import { type contactCalls, groupTypes } from "../contract.contacts";
import type { blacklistHandlers } from "./blacklist-handlers";
import { addMembers, changeMember, deleteGroup, takeOut } from "./changes";
import { findContacts } from "./find";
import type { importHandlers } from "./import-handlers";
import { findMember, memberPage } from "./members";
import { allGroups, createGroup, groupPage, loadGroup, renameGroup } from "./store";

const noGroup = "There is no such contact group.";

/** The product that makes a type of group useful. */
const productOf = { sms: "SMS", email: "Email", airtime: "Airtime" } as const;

type Elsewhere = keyof ReturnType<typeof importHandlers> | keyof ReturnType<typeof blacklistHandlers>;

/** The calls about contact groups and the contacts in them. */
export function groupHandlers(
  database: Database,
): Omit<Pick<Handlers<typeof messaging.calls>, keyof typeof contactCalls>, Elsewhere> {
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(database.db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(database.db, account, work);

  return {
    async types(_, { who }) {
      const held = who.products ? withAliases(who.products) : undefined;
      return { status: 200, body: { data: groupTypes.filter((type) => held?.has(productOf[type]) ?? true) } };
    },

    async groups({ query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => groupPage(trx, account, query)) };
    },

    async allGroups({ query }, { account }) {
      const types = query.type.split(",").map((type) => type.trim());
      return { status: 200, body: { data: await reading(account, (trx) => allGroups(trx, account, types)) } };
    },

    async group({ params }, { account }) {
      const found = await reading(account, (trx) => loadGroup(trx, account, params.id));
      return found ? { status: 200, body: found } : problem(404, noGroup);
    },

    async createGroup({ body }, { account }) {
      return { status: 201, body: await inside(account, (trx) => createGroup(trx, account, body)) };
    },

    async renameGroup({ params, body }, { account }) {
      return { status: 201, body: await inside(account, (trx) => renameGroup(trx, account, params.id, body.name)) };
    },

    async deleteGroup({ params }, { account }) {
      const name = await inside(account, (trx) => deleteGroup(trx, account, params.id));
      return { status: 201, body: { status: 201, message: `${name} was deleted.` } };
    },

    async contacts({ params, query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => memberPage(trx, account, params.id, query)) };
    },

    async contact({ params }, { account }) {
      const found = await reading(account, (trx) => findMember(trx, account, params.id, params.contact_id));
      return found ? { status: 200, body: found } : problem(404, "There is no such contact in this group.");
    },

    async findContacts({ query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => findContacts(trx, account, query.q, query.limit)) };
    },

    async addContacts({ body }, { account }) {
      return {
        status: 201,
        body: await inside(account, (trx) => addMembers(trx, account, body.group_id, body.contacts, body.existing)),
      };
    },

    async updateContact({ params, body }, { account }) {
      return { status: 201, body: await inside(account, (trx) => changeMember(trx, account, params.id, body)) };
    },

    async deleteContact({ params }, { account }) {
      await inside(account, (trx) => takeOut(trx, account, params.id, params.contact_id));
      return { status: 201, body: { status: 201, message: "The contact was removed from the group." } };
    },

    async templateTypes() {
      return { status: 200, body: { data: [{ type: "contacts", columns: ["phone", "name", "email"] }] } };
    },
  };
}
