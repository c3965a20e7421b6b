import type { Database } from "../services/kit/database";
import { demoAccounts } from "./accounts";
import { demoChildren } from "./children";

/**
 * Whether the demo is there: the sign-in of each account's owner was made in one transaction with all the account has.
 * One who took another address only makes the start ask account by account.
 */
export async function isFilled({ db }: Database): Promise<boolean> {
  const owners = [
    ...demoAccounts.flatMap(({ users }) => users.slice(0, 1).map(({ email }) => email)),
    ...demoChildren.map(({ owner }) => owner.email),
  ];
  const { found } = await db
    .selectFrom("identity.logins")
    .select((q) => q.fn.countAll<number>().as("found"))
    .where("email", "in", owners)
    .executeTakeFirstOrThrow();
  return found === owners.length;
}
