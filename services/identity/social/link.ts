import type { Kysely } from "kysely";
import { recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { inAccount } from "../../kit/database";
import type { DB } from "../../tables";
import { findSecondStep, type SigningIn } from "../second-step";
import { startSession } from "../sessions";
import { loadLogin } from "../store";

const over = "This address has no account by now. Sign up with it.";

/** Whose a provider's identity is. */
export function personBehind(db: Kysely<DB>, provider: string, subject: string) {
  return db
    .selectFrom("identity.social_identities")
    .select(["customer_account as account", "user_id as user"])
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

/** A right sign-in at a provider: a session, or the second step for whoever has one. */
export async function letIn(db: Kysely<DB>, person: SigningIn) {
  const handle = await findSecondStep(db, person);
  if (handle) return { handle };
  const session = await startSession(db, person);
  return session ? { session } : undefined;
}

/** What a proven sign-up says of the identity that it began with. */
type ProvenIdentity = { email: string; provider: string | null; subject: string | null; return_to: string };

/** Ties the identity to the account of the proven address, and signs in. */
export async function linkIdentity(db: Kysely<DB>, row: ProvenIdentity, address: string) {
  const login = await loadLogin(db, row.email);
  const { provider, subject, return_to } = row;
  if (!login || provider === null || subject === null) return problem(409, over);
  const { customer_account: account, user_id: user } = login;
  await inAccount(db, account, async (trx) => {
    await trx
      .insertInto("identity.social_identities")
      .values({ provider, subject, customer_account: account, user_id: user })
      .onConflict((on) => on.doNothing())
      .execute();
    const by = { id: String(user), name: row.email, address };
    await recordActivity(trx, account, by, {
      action: "Sign-in linked",
      description: `${row.email} may sign in with ${provider} from now on.`,
      subject: "user",
      subject_id: String(user),
    });
  });
  const entered = await letIn(db, { account, user, address });
  if (!entered) return problem(409, over);
  const body =
    "session" in entered && entered.session
      ? { step: "signed-in" as const, return_to, session: entered.session }
      : { step: "code" as const, return_to, handle: entered.handle ?? "" };
  return { status: 200 as const, body };
}
