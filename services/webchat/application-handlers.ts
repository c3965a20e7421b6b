import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { activityActor, recordActivity } from "../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../kit/database";
import { encrypt } from "../kit/encryption";
import type { Handlers } from "../kit/serve";
import {
  changeApplication,
  insertApplication,
  listApplications,
  loadApplication,
  loadApplicationKind,
  newKey,
  removeApplication,
} from "./applications";
import type { webchat } from "./contract";
import type { WebchatDeps } from "./deps";
import { boundTo, identityPurpose } from "./identity";
import { type InboxState, tellInbox } from "./inbox";
import { type Done, recordChange } from "./record-change";

const application = (done: Done) =>
  ({ action: `Web chat application ${done}`, subject: "webchat application" }) as const;

/** The calls about applications: the chats of web sites. */
export function applicationHandlers(
  { db }: Database,
  deps: WebchatDeps,
): Pick<
  Handlers<typeof webchat.calls>,
  "applications" | "application" | "createApplication" | "updateApplication" | "deleteApplication" | "newIdentitySecret"
> {
  const tellChat = (account: string, one: InboxState) => tellInbox(deps, account, "webchat", one);
  const nameOf = ({ name }: { name: string }) => name;

  return {
    async applications(_, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listApplications(trx, account)) } };
    },

    async application({ params }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadApplication(trx, account, params.id)) };
    },

    async createApplication({ body }, context) {
      const { account } = context;
      const key = newKey();
      // Chat first: an inbox that no application has is empty and harms nobody.
      const inbox = await tellChat(account, { key, name: body.name, active: body.active });
      const make = async (trx: Trx) =>
        loadApplication(trx, account, await insertApplication(trx, account, body, { key, inbox }));
      const data = await recordChange(db, context, application("added"), make, nameOf).catch(async (error: unknown) => {
        await tellChat(account, { key, name: body.name, active: false }).catch(() => undefined);
        throw error;
      });
      return { status: 201, body: { status: 201, message: `${data.name} was added.`, data } };
    },

    async updateApplication({ params, body }, context) {
      const { account } = context;
      const change = async (trx: Trx) => {
        await changeApplication(trx, account, params.id, body);
        return loadApplication(trx, account, params.id);
      };
      const data = await recordChange(db, context, application("changed"), change, nameOf);
      await tellChat(account, data);
      return { status: 201, body: { status: 201, message: `${data.name} was changed.`, data } };
    },

    async deleteApplication({ params }, context) {
      const { account } = context;
      const remove = (trx: Trx) => removeApplication(trx, account, params.id);
      const gone = await recordChange(db, context, application("deleted"), remove, nameOf);
      await tellChat(account, { ...gone, active: false });
      return { status: 201, body: { status: 201, message: `${gone.name} was deleted.` } };
    },

    async newIdentitySecret({ params }, context) {
      const { account } = context;
      const secret = randomBytes(32).toString("base64url");
      await inAccount(db, account, async (trx) => {
        const { name, channel } = await loadApplicationKind(trx, account, params.id);
        const mobile = { action: "Mobile app identity secret made", subject: "mobile app" } as const;
        const site = { action: "Web chat identity secret made", subject: "webchat application" } as const;
        const sealed = encrypt(deps.secret, identityPurpose, boundTo(account, params.id), secret);
        await sql`
          update webchat.applications set identity_secret = ${sealed}, identity_since = now()
          where customer_account = ${account} and id = ${params.id}`.execute(trx);
        await recordActivity(trx, account, activityActor(context), {
          ...(channel === "mobile" ? mobile : site),
          description: `A new identity secret was made for ${name}; the previous one no longer works.`,
          subject_id: String(params.id),
        });
      });
      return { status: 201, body: { status: 201, secret } };
    },
  };
}
