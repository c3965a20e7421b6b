import { type Database, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import { newKey } from "../applications";
import type { webchat } from "../contract";
import type { WebchatDeps } from "../deps";
import { type InboxState, tellInbox } from "../inbox";
import { type Done, recordChange } from "../record-change";
import { changeMobileApp, insertMobileApp, listMobileApps, loadMobileApp, removeMobileApp } from "./apps";

const mobileApp = (done: Done) => ({ action: `Mobile app ${done}`, subject: "mobile app" }) as const;
const nameOf = ({ name }: { name: string }) => name;

/** The calls about the chat in apps on phones. */
export function mobileHandlers(
  { db }: Database,
  deps: WebchatDeps,
): Pick<
  Handlers<typeof webchat.calls>,
  "mobileApps" | "mobileApp" | "createMobileApp" | "updateMobileApp" | "deleteMobileApp"
> {
  const tellChat = (account: string, one: InboxState) => tellInbox(deps, account, "mobile", one);

  return {
    async mobileApps(_, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listMobileApps(trx, account)) } };
    },

    async mobileApp({ params }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadMobileApp(trx, account, params.id)) };
    },

    async createMobileApp({ body }, context) {
      const { account } = context;
      const key = newKey();
      // Chat first: an inbox that no app has is empty and harms no one.
      const inbox = await tellChat(account, { key, name: body.name, active: body.active });
      const make = async (trx: Trx) =>
        loadMobileApp(trx, account, await insertMobileApp(trx, account, body, { key, inbox }));
      const data = await recordChange(db, context, mobileApp("added"), make, nameOf).catch(async (error: unknown) => {
        await tellChat(account, { key, name: body.name, active: false }).catch(() => undefined);
        throw error;
      });
      return { status: 201, body: { status: 201, message: `${data.name} was added.`, data } };
    },

    async updateMobileApp({ params, body }, context) {
      const { account } = context;
      const change = async (trx: Trx) => {
        await changeMobileApp(trx, account, params.id, body);
        return loadMobileApp(trx, account, params.id);
      };
      const data = await recordChange(db, context, mobileApp("changed"), change, nameOf);
      await tellChat(account, data);
      return { status: 201, body: { status: 201, message: `${data.name} was changed.`, data } };
    },

    async deleteMobileApp({ params }, context) {
      const { account } = context;
      const remove = (trx: Trx) => removeMobileApp(trx, account, params.id);
      const gone = await recordChange(db, context, mobileApp("deleted"), remove, nameOf);
      await tellChat(account, { ...gone, active: false });
      return { status: 201, body: { status: 201, message: `${gone.name} was disconnected.` } };
    },
  };
}
