import { sql } from "kysely";
import { type FirebaseAccount, fcm } from "../../connectors/fcm";
import { ServiceAccount } from "../../connectors/service-account";
import type { Trx } from "../../kit/database";
import { decrypt, encrypt } from "../../kit/encryption";
import type { WebchatDeps } from "../deps";
import { boundTo } from "../identity";

const purpose = "webchat firebase key";

/** How an app pushes: its Firebase project, and what it may say. */
export type PushSettings = {
  project: string;
  client_email: string;
  key_file: Buffer;
  active: boolean;
  with_text: boolean;
};

/** How an app pushes; undefined: no project is connected. */
export async function findPushSettings(trx: Trx, account: string, id: number): Promise<PushSettings | undefined> {
  return trx
    .selectFrom("webchat.push_settings")
    .select(["project", "client_email", "key_file", "active", "with_text"])
    .where("customer_account", "=", account)
    .where("application_id", "=", id)
    .executeTakeFirst();
}

/** The project's messages, with the key that was kept. */
export function firebaseProject(deps: WebchatDeps, account: string, id: number, settings: PushSettings) {
  const key: unknown = JSON.parse(decrypt(deps.secret, purpose, boundTo(account, id), settings.key_file));
  return fcm({ ...deps.fcm, account: { ...ServiceAccount.parse(key), project_id: settings.project } });
}

/** Keeps a project's key; of the file only what signs. What is pushed stays as it was chosen. */
export async function keepFirebase(
  deps: WebchatDeps,
  trx: Trx,
  account: string,
  id: number,
  { project_id: project, client_email, private_key }: FirebaseAccount,
): Promise<void> {
  const file = JSON.stringify({ client_email, private_key });
  const key_file = encrypt(deps.secret, purpose, boundTo(account, id), file);
  await sql`
    insert into webchat.push_settings (customer_account, application_id, project, client_email, key_file)
    values (${account}, ${id}, ${project}, ${client_email}, ${key_file})
    on conflict (customer_account, application_id) do update set project = excluded.project,
      client_email = excluded.client_email, key_file = excluded.key_file, connected_at = now(), fault = '',
      failed_at = null`.execute(trx);
}

/** What became of the newest push; a success ends the fault before it. */
export async function notePush(trx: Trx, account: string, id: number, fault: string): Promise<void> {
  await sql`
    update webchat.push_settings set fault = ${fault.slice(0, 300)},
      pushed_at = case when ${fault === ""} then now() else pushed_at end,
      failed_at = case when ${fault === ""} then failed_at else now() end
    where customer_account = ${account} and application_id = ${id}`.execute(trx);
}
