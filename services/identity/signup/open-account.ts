import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { recordActivity } from "../../kit/activities";
import { inAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRow } from "../../kit/row-schema";
import type { DB } from "../../tables";
import type { CompanyDetails } from "../contract.signup";
import type { WalletOwner } from "../deps";
import { unknownPassword } from "../passwords";
import { addSystemRoles } from "../people/accounts";
import { dropSignUp, lockSignUp, type SignUpRow } from "./store";

/** The job that makes sure of the account's wallet, should the call right after sign-up have failed. */
export const walletTask = "identity.open-wallet";

const NumberRow = z.object({ number: z.string() });

/** The next account number: six digits, never given out twice. */
export async function nextAccountNumber(db: Kysely<DB>): Promise<string> {
  const row = await checkedRow(
    db,
    NumberRow,
    sql`
    select nextval('identity.account_numbers')::text as number`,
  );
  return row?.number ?? "";
}

export type OpenedAccount = { account: string; user: number; owner: WalletOwner };

/**
 * The account of a proven sign-up, with its roles, its owner and the owner's sign-in, all or nothing. Answers "taken"
 * when the address got an account in the meantime, nothing when the sign-up is over.
 */
export async function openAccount(
  db: Kysely<DB>,
  row: SignUpRow,
  details: z.output<typeof CompanyDetails>,
  address: string,
): Promise<OpenedAccount | "taken" | undefined> {
  const account = await nextAccountNumber(db);
  const password_hash = row.password_hash ?? (await unknownPassword());
  try {
    return await inAccount(db, account, async (trx) => {
      // Of two posts of one form the second finds nothing.
      const held = await lockSignUp(trx, row.handle_hash);
      if (!held?.verified_at || held.kind !== "new") return undefined;
      const user = await addOwner(trx, account, held, details);
      await trx
        .insertInto("identity.logins")
        .values({
          email: held.email,
          customer_account: account,
          user_id: user,
          password_hash,
          chosen: row.password_hash !== null,
        })
        .execute();
      if (held.provider !== null && held.subject !== null)
        await trx
          .insertInto("identity.social_identities")
          .values({ provider: held.provider, subject: held.subject, customer_account: account, user_id: user })
          .execute();
      await recordActivity(
        trx,
        account,
        { id: String(user), name: held.name, address },
        {
          action: "Account opened",
          description: `${held.name} opened the account of ${details.company_name}.`,
          subject: "account",
          subject_id: account,
        },
      );
      const owner = { name: details.company_name, email: held.email, phone: details.phone };
      await sendLater(trx, walletTask, { account, ...owner });
      await dropSignUp(trx, held.handle_hash);
      return { account, user, owner };
    });
  } catch (error) {
    if (isTaken(error)) return "taken";
    throw error;
  }
}

async function addOwner(
  trx: Trx,
  account: string,
  row: SignUpRow,
  details: z.output<typeof CompanyDetails>,
): Promise<number> {
  const { company_name: name, ...rest } = details;
  await trx
    .insertInto("identity.accounts")
    .values({ customer_account: account, name, billing_customer_id: `b-${account}`, ...rest })
    .execute();
  const roles = await addSystemRoles(trx, account);
  const { id } = await trx
    .insertInto("identity.users")
    .values({
      customer_account: account,
      name: row.name,
      email: row.email,
      phone: row.phone || details.phone,
      role_id: roles.get("Owner") ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The address signs in to another account by now, or the provider's identity does. */
function isTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23505" && (constraint === "logins_pkey" || constraint === "social_identities_pkey");
}
