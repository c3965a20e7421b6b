import { z } from "zod";
import { problem } from "../../kit/contract";
import { type Database, inAccount } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { askSecondStep } from "../second-step";
import { startSession } from "../sessions";
import { activeEmail, loadLogin } from "../store";
import { endTokens, makeToken, spendToken } from "../tokens";
import { mayMail, overLimit } from "./limits";
import { mailSignInLink } from "./mails";

const linkTask = "identity.sign-in-mail";
const over = "This link was used or has ended. Sign in again.";

/** Queues a mail with a link to sign in, for somebody whose password was right while others guess at it. */
export function mailSignInLater({ db }: Database, email: string): Promise<void> {
  return db.transaction().execute((trx) => sendLater(trx, linkTask, { email }));
}

export function signInLinkTasks({ db }: Database): Tasks {
  return {
    async [linkTask](payload) {
      const { email } = z.object({ email: z.string() }).parse(payload);
      const login = await loadLogin(db, email);
      if (!login || !(await mayMail(db, "sign-in", email))) return;
      const { customer_account: account, user_id: user } = login;
      await inAccount(db, account, async (trx) => {
        const to = await activeEmail(trx, account, user);
        if (to === undefined) return;
        await endTokens(trx, account, user, ["sign-in"]);
        await mailSignInLink(trx, account, to, await makeToken(trx, { account, user, kind: "sign-in" }));
      });
    },
  };
}

/** Signs in with the mailed link, once; whoever has a second factor is asked for it as ever. */
export async function signInByLink({ db }: Database, token: string, address: string) {
  const refused = await overLimit(db, "link", address);
  if (refused) return refused;
  const found = await spendToken(db, token, ["sign-in"]);
  if (!found) return problem(404, over);
  const person = { account: found.account, user: found.user, address };
  const asked = await askSecondStep(db, person);
  if (asked) return asked;
  const session = await startSession(db, person);
  return session ? { status: 200 as const, body: session } : problem(404, over);
}
