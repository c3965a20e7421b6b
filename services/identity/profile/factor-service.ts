import type { ActionOn } from "../../../rules/audit";
import { brand } from "../../../rules/brand";
import { recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { identity } from "../contract";
import { knowsPassword } from "./password";
import { mailNotice, requestSelf, type Self, selfActor } from "./person";
import { beginFactor, confirmFactor, dropFactor, factorState, newRecoveryCodes, pendingSetup } from "./two-factor";

type FactorCalls = "factorSetup" | "beginFactor" | "confirmFactor" | "newCodes" | "dropFactor" | "cancelFactor";

const on = "Two-factor sign-in is on already.";
const off = "Two-factor sign-in is not on.";

/** Setting up the second step of one's sign-in, and turning it off. */
export function factorHandlers(
  database: Database,
  { serviceSecret }: { serviceSecret: string },
): Pick<Handlers<typeof identity.calls>, FactorCalls> {
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(database.db, account, work);

  return {
    async factorSetup(_, { who, address }) {
      const self = requestSelf(who, address);
      const setup = await inside(self.account, (trx) => pendingSetup(trx, serviceSecret, self, self.email));
      return setup ? { status: 200, body: setup } : problem(404, "Two-factor sign-in is not being set up.");
    },

    async beginFactor(_, { who, address }) {
      const self = requestSelf(who, address);
      const setup = await inside(self.account, (trx) => beginFactor(trx, serviceSecret, self, self.email));
      return setup ? { status: 201, body: setup } : problem(409, on);
    },

    async confirmFactor({ body }, { who, address }) {
      const self = requestSelf(who, address);
      return inside(self.account, async (trx) => {
        const state = await factorState(trx, self);
        if (!state.pending) return problem(409, state.on ? on : "Start again: nothing is being set up.");
        const { proof, codes } = await confirmFactor(trx, serviceSecret, self, body.code);
        if (proof === "tries") return problem(429, "Too many wrong codes. Wait 15 minutes, then try again.");
        if (proof === "wrong") {
          const words = "This code is not right. Check that the telephone's clock is right, and enter the newest code.";
          return problem(422, words, { code: [words] });
        }
        await told(trx, self, "Two-factor turned on", `${self.name} turned two-factor sign-in on.`, [
          "From now on signing in with this address needs a code of your authenticator app as well as the password.",
        ]);
        return { status: 200, body: { codes } };
      });
    },

    async newCodes({ body }, { who, address }) {
      const self = requestSelf(who, address);
      const refused = await knowsPassword(database, self, body.password, "password");
      if (refused) return refused;
      return inside(self.account, async (trx) => {
        if (!(await factorState(trx, self)).on) return problem(409, off);
        const codes = await newRecoveryCodes(trx, serviceSecret, self);
        await told(trx, self, "Recovery codes renewed", `${self.name} made new recovery codes.`, [
          "New recovery codes were made for this address. The old ones no longer work.",
        ]);
        return { status: 200, body: { codes } };
      });
    },

    async dropFactor({ body }, { who, address }) {
      const self = requestSelf(who, address);
      const refused = await knowsPassword(database, self, body.password, "password");
      if (refused) return refused;
      return inside(self.account, async (trx) => {
        if (!(await dropFactor(trx, self))) return problem(409, off);
        await told(trx, self, "Two-factor turned off", `${self.name} turned two-factor sign-in off.`, [
          "Signing in with this address needs the password only from now on.",
        ]);
        return { status: 200, body: { status: 200, message: "Two-factor sign-in is off." } };
      });
    },

    async cancelFactor(_, { who, address }) {
      const self = requestSelf(who, address);
      return inside(self.account, async (trx) => {
        if ((await factorState(trx, self)).on) return problem(409, on);
        await dropFactor(trx, self);
        return { status: 200, body: { status: 200, message: "Two-factor sign-in was not turned on." } };
      });
    },
  };
}

async function told(
  trx: Trx,
  self: Self,
  action: ActionOn<"user">,
  description: string,
  lines: string[],
): Promise<void> {
  const subject = { subject: "user", subject_id: String(self.user) } as const;
  await recordActivity(trx, self.account, selfActor(self), { action, description, ...subject });
  await mailNotice(
    trx,
    self,
    `${action.replace("Two-factor", "Two-factor sign-in")} for your ${brand.name} account`,
    lines,
  );
}
