import type { Permission, Product } from "../../rules/access";
import { peopleCalls } from "../../services/identity/contract.people";
import { roleCalls } from "../../services/identity/contract.roles";
import { skillCalls } from "../../services/identity/contract.skills";
import { teamMemberCalls } from "../../services/identity/contract.team-members";
import { addSystemRoles } from "../../services/identity/people/accounts";
import { peopleHandlers } from "../../services/identity/people/service";
import { tokenHash } from "../../services/identity/sessions";
import { addSession, findPerson } from "../../services/identity/store";
import { inProcess } from "../../services/kit/client";
import { contract } from "../../services/kit/contract";
import { type Database, inAccount } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import { serve } from "../../services/kit/serve";
import { caller, surroundings } from "../setup/people";

const people = contract("identity", { ...roleCalls, ...peopleCalls, ...teamMemberCalls, ...skillCalls });

/** The people half of the identity service behind real tokens, read from the database with every call. */
export function peopleOf(database: Database) {
  const around = {
    ...surroundings({}),
    introspect: (token: string) => findPerson(database.db, tokenHash(token)),
  };
  const served = serve(people, peopleHandlers(database), around);
  const ask = (token: string) => inProcess(served, caller(token));
  return { ask, asService: (account: string) => ask(serviceToken(around.serviceSecret, account)) };
}

export type NewMember = { name: string; role?: string; permissions?: Permission[]; login?: boolean; group?: string };

/** An account with its system roles and these people, each signed in with their first name as the token. */
export async function addAccount(
  database: Database,
  account: string,
  given: readonly NewMember[],
  more: { products?: Product[]; roles?: { name: string; permissions: Permission[] }[] } = {},
): Promise<Record<string, { id: number; uuid: string; email: string; token: string }>> {
  const made: Record<string, { id: number; uuid: string; email: string; token: string }> = {};
  await inAccount(database.db, account, async (trx) => {
    await trx
      .insertInto("identity.accounts")
      .values({
        customer_account: account,
        name: `Account ${account}`,
        products: more.products ?? ["SMS", "Chats", "Ticketing"],
        billing_customer_id: `b-${account}`,
      })
      .execute();
    const roles = await addSystemRoles(trx, account);
    for (const { name, permissions } of more.roles ?? []) {
      const row = await trx
        .insertInto("identity.roles")
        .values({ customer_account: account, name, permissions })
        .returning("id")
        .executeTakeFirstOrThrow();
      roles.set(name, row.id);
    }
    for (const { name, role, permissions = [], login = true, group = "1" } of given) {
      const email = `${name.toLowerCase().replaceAll(" ", ".")}@${account}.test`;
      const user = await trx
        .insertInto("identity.users")
        .values({
          customer_account: account,
          name,
          email,
          role_id: (role && roles.get(role)) || null,
          permissions,
          user_group: group,
        })
        .returning(["id", "uuid"])
        .executeTakeFirstOrThrow();
      if (login)
        await trx
          .insertInto("identity.logins")
          .values({ email, customer_account: account, user_id: user.id, password_hash: "none" })
          .execute();
      made[name] = { ...user, email, token: `${account} ${name}` };
    }
  });
  await openSessions(database, account, made);
  return made;
}

/** Opens a session for each of them. */
async function openSessions(
  database: Database,
  account: string,
  made: Record<string, { id: number; token: string }>,
): Promise<void> {
  for (const { id, token } of Object.values(made))
    await addSession(database.db, {
      token_hash: tokenHash(token),
      customer_account: account,
      user_id: id,
      expires_at: new Date(Date.now() + 3_600_000),
      address: "10.0.0.1",
    });
}
