import { sql } from "kysely";
import pg from "pg";
import type { identity } from "../../services/identity/contract";
import type { IdentityDeps } from "../../services/identity/deps";
import { identityService, introspectIn } from "../../services/identity/service";
import { type SignUpJobDeps, signUpTasks } from "../../services/identity/signup/jobs";
import { type Client, inProcess } from "../../services/kit/client";
import { inAccount } from "../../services/kit/database";
import { migrateJobs } from "../../services/kit/jobs";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { surroundings } from "../setup/people";

export type SentMail = { to: string; subject: string; text: string; html: string };

export type SignUpFixture = {
  database: TestDatabase;
  /** A client from an address of its own each time, unless one is given. */
  ask(address?: string, token?: string): Client<typeof identity.calls>;
  /** Works the queued jobs that are not mails; answers the mails queued since the last time, oldest first. */
  mails(): Promise<SentMail[]>;
  wallets: string[];
  stop(): Promise<void>;
};

let next = 1;

/** The identity service over a database of its own, its queue worked by hand so that nothing has to be waited for. */
export async function signUpFixture(
  deps: Omit<Partial<IdentityDeps>, "serviceSecret" | "openWallet"> = {},
): Promise<SignUpFixture> {
  const database = await freshDatabase();
  await migrateJobs(database.url);
  const wallets: string[] = [];
  const around = { ...surroundings({}), introspect: introspectIn(database) };
  const openWallet = async (account: string) => void wallets.push(account);
  const all = { ...deps, openWallet };
  const service = identityService(database, "jibu-web", around, all);
  const jobDeps: SignUpJobDeps = { ...all, serviceSecret: around.serviceSecret };
  const tasks = signUpTasks(database, jobDeps);
  const owner = new pg.Pool({ connectionString: database.url, max: 1 });

  async function taken(where: string): Promise<{ task: string; payload: Record<string, unknown> }[]> {
    const { rows } = await owner.query(
      `with gone as (delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
         where t.id = j.task_id and ${where} returning j.id, t.identifier as task, j.payload)
       select task, payload from gone order by id`,
    );
    return rows;
  }

  return {
    database,
    wallets,
    ask: (address = `10.77.${next >> 8}.${next++ & 255}`, token = "") =>
      inProcess(service, { token, requestId: `r${next}`, address }),
    async mails() {
      for (const { task, payload } of await taken("t.identifier <> 'mail.send'")) await tasks[task]?.(payload);
      return (await taken("t.identifier = 'mail.send'")).map(({ payload }) => payload as unknown as SentMail);
    },
    async stop() {
      await owner.end();
      await database.drop();
    },
  };
}

/** Rows of one account, as its own services see them. */
export async function rowsOf(
  fixture: SignUpFixture,
  account: string,
  query: string,
): Promise<Record<string, unknown>[]> {
  return inAccount(
    fixture.database.db,
    account,
    async (trx) => (await sql.raw<Record<string, unknown>>(query).execute(trx)).rows,
  );
}

/** The six digits of a mail. */
export function codeIn(mail: SentMail | undefined): string {
  return /^(\d{6}) /.exec(mail?.subject ?? "")?.[1] ?? "";
}

/** What follows a path in a mail's text. */
export function secretIn(mail: SentMail | undefined, before: string): string {
  return new RegExp(`${before.replace(/[?/]/g, "\\$&")}([\\w-]+)`).exec(mail?.text ?? "")?.[1] ?? "";
}

export const strong = "mango-tractor-violin-9";

export const form = (email: string, change: object = {}) => ({
  body: { name: "Njeri Kamau", email, phone: "0722418306", company_name: "Shamba Fresh", password: strong, ...change },
});

export const company = { company_name: "Shamba Fresh Ltd", phone: "0722 418 306", kra_pin: "", requested_products: [] };

/** An account of its own, opened as anybody opens one. */
export async function openedAccount(
  fixture: SignUpFixture,
  email: string,
): Promise<{ account: string; token: string }> {
  const begun = await fixture.ask().signUp(form(email));
  if (begun.status !== 201) throw new Error(begun.body.message);
  const { signup } = begun.body;
  const code = codeIn((await fixture.mails()).at(-1));
  await fixture.ask().verifyCode({ body: { signup, code } });
  const opened = await fixture.ask().companyDetails({ body: { signup, ...company } });
  if (opened.status !== 201) throw new Error(opened.body.message);
  await fixture.mails();
  return { account: opened.body.customer_account, token: opened.body.session.access_token };
}

export const grant = (username: string, password: string) => ({
  body: { username, password, grant_type: "password" as const, client_id: "jibu-web", scope: "*" as const },
});
