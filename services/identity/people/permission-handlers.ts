import { permissionTable } from "../../../rules/permission-table";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { identity } from "../contract";
import { changePermissions } from "./changes";
import { memberFor } from "./member-record";
import { listModules, setModules } from "./modules";
import { permissions } from "./permissions";
import { permissionNames } from "./roles";

type HeldPermission = (typeof permissions)[number] & { by: "role" | "person" };

/** The calls about what one person may do besides their role, and which modules they see. */
export function permissionHandlers({
  db,
}: Database): Pick<
  Handlers<typeof identity.calls>,
  "assignPermissions" | "assignPermission" | "revokePermission" | "permissionsOf" | "modules" | "setModules"
> {
  const changing = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(db, account, work);

  return {
    async assignPermissions({ params, body }, context) {
      const names = permissionNames(body.permissions);
      const to = (own: string[]) => (body.replace ? names : [...own, ...names]);
      return {
        status: 201,
        body: await changing(context.account, (trx) => changePermissions(trx, context, { email: params.email }, to)),
      };
    },

    async assignPermission({ params, body }, context) {
      const names = permissionNames([body.permission]);
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
  };
}
