import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { CallContext, Handlers } from "../../kit/serve";
import type { email } from "../contract";
import { loadSignature, saveSignature } from "./store";

/** The calls about what stands below a single e-mail. */
export function signatureHandlers({ db }: Database): Pick<Handlers<typeof email.calls>, "signature" | "setSignature"> {
  const userOf = (scope: "own" | "account", { who }: Pick<CallContext, "who">) =>
    scope === "own" && who.kind === "person" ? who.id : "";
  return {
    async signature({ params }, context) {
      const { account } = context;
      const user = userOf(params.scope, context);
      return { status: 200, body: await readAccount(db, account, (trx) => loadSignature(trx, account, user)) };
    },
    async setSignature({ params, body }, context) {
      const { account } = context;
      const user = userOf(params.scope, context);
      const saved = await inAccount(db, account, async (trx) => {
        await saveSignature(trx, account, user, body.html);
        await recordActivity(trx, account, activityActor(context), {
          action: "Email signature changed",
          description: user === "" ? "The account's signature was changed" : "Their own signature was changed",
          subject: "email signature",
          subject_id: params.scope,
        });
        return loadSignature(trx, account, user);
      });
      return { status: 201, body: saved };
    },
  };
}
