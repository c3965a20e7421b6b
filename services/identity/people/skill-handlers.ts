import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { identity } from "../contract";
import type { skillCalls } from "../contract.skills";
import { beginChange } from "./member-record";
import { createSkill, deleteSkill, listSkills, setPersonSkills, updateSkill } from "./skills";

/** The calls about skills. */
export function skillHandlers({ db }: Database): Pick<Handlers<typeof identity.calls>, keyof typeof skillCalls> {
  return {
    async skills(_, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listSkills(trx, account)) } };
    },

    async createSkill({ body }, context) {
      const { account } = context;
      const skill = await inAccount(db, account, async (trx) => {
        const { by } = await beginChange(trx, context, "Create user");
        return createSkill(trx, account, by, body);
      });
      return { status: 201, body: skill };
    },

    async updateSkill({ params, body }, context) {
      const { account } = context;
      const skill = await inAccount(db, account, async (trx) => {
        const { by } = await beginChange(trx, context, "Edit user");
        return updateSkill(trx, account, by, params.id, body);
      });
      return { status: 201, body: skill };
    },

    async deleteSkill({ params }, context) {
      const { account } = context;
      const name = await inAccount(db, account, async (trx) => {
        const { by } = await beginChange(trx, context, "Remove user");
        return deleteSkill(trx, account, by, params.id);
      });
      return { status: 201, body: { status: 201, message: `The skill ${name} was deleted.` } };
    },

    async setPersonSkills({ params, body }, context) {
      const { account } = context;
      const data = await inAccount(db, account, async (trx) => {
        const { by } = await beginChange(trx, context, "Edit user");
        return setPersonSkills(trx, account, by, params.id, body.skills);
      });
      return { status: 201, body: { data } };
    },
  };
}
