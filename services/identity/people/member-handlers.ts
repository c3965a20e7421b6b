import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { identity } from "../contract";
import type { peopleCalls } from "../contract.people";
import { findAccount, grantProducts } from "./accounts";
import { removeMember, restoreMember, updateMember } from "./changes";
import { invite, inviteAgain } from "./invitation";
import { dropMemberFactor } from "./lost-factor";
import { colleagues, loadMember, memberPage } from "./members";
import { isForeign, noAccount } from "./own-account";
import type { permissionHandlers } from "./permission-handlers";
import type { teamHandlers } from "./team-handlers";
import { teamParam } from "./teams";

const noPerson = "There is no such person in this account.";

type Elsewhere = keyof ReturnType<typeof permissionHandlers> | keyof ReturnType<typeof teamHandlers>;

/** The calls about the members of an account, and the account that they are in. */
export function memberHandlers({
  db,
}: Database): Omit<Pick<Handlers<typeof identity.calls>, keyof typeof peopleCalls>, Elsewhere> {
  const changing = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(db, account, work);

  return {
    async allMembers({ params }, { account }) {
      if (isForeign(params, account)) return problem(404, noAccount);
      const data = await reading(account, async (trx) =>
        colleagues(trx, account, await teamParam(trx, account, params.group)),
      );
      return { status: 200, body: { data } };
    },

    async members({ params, query }, { account }) {
      if (isForeign(params, account)) return problem(404, noAccount);
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

    async dropMemberFactor({ params }, context) {
      return { status: 201, body: await changing(context.account, (trx) => dropMemberFactor(trx, context, params.id)) };
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
