import { permissionCategories } from "../../../rules/permission-table";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { identity } from "../contract";
import type { roleCalls } from "../contract.roles";
import { isForeign, noAccount } from "./own-account";
import { permissions } from "./permissions";
import { changeRole, createRole, deleteRole, loadRole, rolePage, updateRole } from "./roles";

/** The calls about roles and the permissions that they give. */
export function roleHandlers({ db }: Database): Pick<Handlers<typeof identity.calls>, keyof typeof roleCalls> {
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
      if (isForeign(params, account)) return problem(404, noAccount);
      return { status: 200, body: await reading(account, (trx) => rolePage(trx, account, query)) };
    },

    async createRole({ params, body }, context) {
      if (isForeign(params, context.account)) return problem(404, noAccount);
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
  };
}
