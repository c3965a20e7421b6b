import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { identity } from "../contract";
import { beginChange } from "./member-record";
import { createTeam, deleteTeam, listTeams, renameTeam, setTeamMembers } from "./teams";

/** The calls about teams. */
export function teamHandlers({
  db,
}: Database): Pick<
  Handlers<typeof identity.calls>,
  "teams" | "createTeam" | "renameTeam" | "setTeamMembers" | "deleteTeam"
> {
  const changing = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(db, account, work);

  return {
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

    async setTeamMembers({ body }, { account }) {
      return { status: 201, body: await changing(account, (trx) => setTeamMembers(trx, account, body)) };
    },

    async deleteTeam({ params }, context) {
      const name = await changing(context.account, async (trx) => {
        const { by } = await beginChange(trx, context, "Remove user");
        return deleteTeam(trx, context.account, by, params.id);
      });
      return { status: 201, body: { status: 201, message: `The team ${name} was deleted.` } };
    },
  };
}
