import { permissionCategories, permissionTable } from "../../../rules/permission-table";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { identity } from "../contract";
import type { peopleCalls } from "../contract.people";
import type { roleCalls } from "../contract.roles";
import { findAccount, grantProducts } from "./accounts";
import { changePermissions, removeMember, restoreMember, updateMember } from "./changes";
import { invite, inviteAgain } from "./invitation";
import { beginChange, memberFor } from "./member-record";
import { colleagues, loadMember, memberPage } from "./members";
import { listModules, setModules } from "./modules";
import { changeRole, createRole, deleteRole, loadRole, namesOf, rolePage, updateRole } from "./roles";
import { createTeam, deleteTeam, listTeams, renameTeam, teamParam } from "./teams";

const noPerson = "There is no such person in this account.";
const noAccount = "There is no such account.";

const permissions = permissionTable.map(({ category, ...row }) => ({
  ...row,
  category,
  category_id: permissionCategories.find(({ name }) => name === category)?.id ?? 0,
}));

type HeldPermission = (typeof permissions)[number] & { by: "role" | "person" };
type People = keyof typeof peopleCalls | keyof typeof roleCalls;

/** The account in a path is the caller's own, by its number or as `own`. */
function foreign(params: { account: string }, account: string): boolean {
  return params.account !== account && params.account !== "own";
}

/** The people half of the identity service: members, roles, permissions, modules, teams. */
export function peopleHandlers({ db }: Database): Pick<Handlers<typeof identity.calls>, People> {
  const changing = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(db, account, work);

  return {
    async allPermissions() {
      return { status: 200, body: { data: permissions } };
    },

    async permissionCategories() {
      const data = permissionCategories.map(({ id, name }) => ({
        id,
        name,
        permissions: permissions.filter(({ category_id }) => category_id === id),
      }));
      return { status: 200, body: { data } };
    },

    async roles({ params, query }, { account }) {
      if (foreign(params, account)) return problem(404, noAccount);
      return { status: 200, body: await reading(account, (trx) => rolePage(trx, account, query)) };
    },

    async createRole({ params, body }, context) {
      if (foreign(params, context.account)) return problem(404, noAccount);
      return { status: 201, body: await changing(context.account, (trx) => createRole(trx, context, body)) };
    },

    async role({ params }, { account }) {
      const role = await reading(account, (trx) => loadRole(trx, account, params.id));
      return role ? { status: 200, body: role } : problem(404, "There is no such role in this account.");
    },

    async updateRole({ params, body }, context) {
      return { status: 201, body: await changing(context.account, (trx) => updateRole(trx, context, params.id, body)) };
    },

    async deleteRole({ params }, context) {
      const name = await changing(context.account, (trx) => deleteRole(trx, context, params.id));
      return { status: 201, body: { status: 201, message: `The role ${name} was deleted.` } };
    },

    async addRolePermissions({ params, body }, context) {
      const change = { add: body.permissions };
      return {
        status: 201,
        body: await changing(context.account, (trx) => changeRole(trx, context, params.roleId, change)),
      };
    },

    async removeRolePermission({ params }, context) {
      const change = { remove: params.id };
      return {
        status: 201,
        body: await changing(context.account, (trx) => changeRole(trx, context, params.roleId, change)),
      };
    },

    async allMembers({ params }, { account }) {
      if (foreign(params, account)) return problem(404, noAccount);
      const data = await reading(account, async (trx) =>
        colleagues(trx, account, await teamParam(trx, account, params.group)),
      );
      return { status: 200, body: { data } };
    },

    async members({ params, query }, { account }) {
      if (foreign(params, account)) return problem(404, noAccount);
      const body = await reading(account, async (trx) =>
        memberPage(trx, account, await teamParam(trx, account, params.group), query),
      );
      return { status: 200, body };
    },

    async inviteMember({ body }, context) {
      const member = await changing(context.account, (trx) => invite(trx, context, body));
      return { status: 201, body: { ...member, message: `An invitation is on its way to ${member.email}.` } };
    },

    async inviteAgain({ params }, context) {
      const email = await changing(context.account, (trx) => inviteAgain(trx, context, params.id));
      return { status: 201, body: { status: 201, message: `Another invitation is on its way to ${email}.` } };
    },

    async assignPermissions({ params, body }, context) {
      const names = namesOf(body.permissions);
      const to = (own: string[]) => (body.replace ? names : [...own, ...names]);
      return {
        status: 201,
        body: await changing(context.account, (trx) => changePermissions(trx, context, { email: params.email }, to)),
      };
    },

    async assignPermission({ params, body }, context) {
      const names = namesOf([body.permission]);
      return {
        status: 201,
        body: await changing(context.account, (trx) =>
          changePermissions(trx, context, { uuid: params.uuid }, (own) => [...own, ...names]),
        ),
      };
    },

    async revokePermission({ params }, context) {
      const row = permissionTable.find(({ id }) => id === params.x);
      if (!row) return problem(404, "There is no such permission.");
      return {
        status: 201,
        body: await changing(context.account, (trx) =>
          changePermissions(trx, context, { uuid: params.uuid }, (own) => own.filter((name) => name !== row.name)),
        ),
      };
    },

    async permissionsOf({ params }, { account }) {
      const person = await reading(account, (trx) => memberFor(trx, account, { uuid: params.uuid }));
      const data = permissions.flatMap((row): HeldPermission[] => {
        if (person.role_permissions.includes(row.name)) return [{ ...row, by: "role" }];
        return person.permissions.includes(row.name) ? [{ ...row, by: "person" }] : [];
      });
      return { status: 200, body: { data } };
    },

    async modules({ query }, { account, who }) {
      const id = query.user_id ?? (Number(who.id) || 0);
      return { status: 200, body: { data: await reading(account, (trx) => listModules(trx, account, id)) } };
    },

    async setModules({ body }, context) {
      const data = await changing(context.account, (trx) => setModules(trx, context, body.user_id, body.modules));
      return { status: 201, body: { data } };
    },

    async updateMember({ params, body }, context) {
      return {
        status: 201,
        body: await changing(context.account, (trx) => updateMember(trx, context, params.id, body)),
      };
    },

    async member({ params }, { account }) {
      const member = await reading(account, (trx) => loadMember(trx, account, params.id));
      return member ? { status: 200, body: member } : problem(404, noPerson);
    },

    async removeMember({ params }, context) {
      return { status: 201, body: await changing(context.account, (trx) => removeMember(trx, context, params.id)) };
    },

    async restoreMember({ params }, context) {
      return { status: 201, body: await changing(context.account, (trx) => restoreMember(trx, context, params.id)) };
    },

    async teams(_, { account }) {
      return { status: 200, body: { data: await reading(account, (trx) => listTeams(trx, account)) } };
    },

    async createTeam({ body }, context) {
      const team = await changing(context.account, async (trx) => {
        const { by } = await beginChange(trx, context, "Create user");
        return createTeam(trx, context.account, by, body.name);
      });
      return { status: 201, body: team };
    },

    async renameTeam({ params, body }, context) {
      const team = await changing(context.account, async (trx) => {
        const { by } = await beginChange(trx, context, "Edit user");
        return renameTeam(trx, context.account, by, params.id, body.name);
      });
      return { status: 201, body: team };
    },

    async deleteTeam({ params }, context) {
      const name = await changing(context.account, async (trx) => {
        const { by } = await beginChange(trx, context, "Remove user");
        return deleteTeam(trx, context.account, by, params.id);
      });
      return { status: 201, body: { status: 201, message: `The team ${name} was deleted.` } };
    },

    async grantProducts({ body }, { account }) {
      return { status: 201, body: { products: await changing(account, (trx) => grantProducts(trx, account, body)) } };
    },

    async accountOf(_, { account }) {
      const found = await reading(account, (trx) => findAccount(trx, account));
      return found ? { status: 200, body: found } : problem(404, noAccount);
    },
  };
}
