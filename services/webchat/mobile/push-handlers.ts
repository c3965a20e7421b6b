import { brand } from "../../../rules/brand";
import { FirebaseAccount, fcm, type PushOutcome } from "../../connectors/fcm";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { webchat } from "../contract";
import type { WebchatDeps } from "../deps";
import { recordChange } from "../record-change";
import { loadMobileApp } from "./apps";
import { pushMessage } from "./push";
import { findPushSettings, firebaseProject, keepFirebase, notePush } from "./settings";

type PushCalls = "connectFirebase" | "changePush" | "testPush" | "disconnectFirebase" | "pushMessage";

const nameOf = ({ name }: { name: string }) => name;
const notConnected = { status: 406 as const, body: { status: 406, message: "Connect a Firebase project first." } };

/** The calls about pushes to the phones of an app's users. */
export function pushHandlers(database: Database, deps: WebchatDeps): Pick<Handlers<typeof webchat.calls>, PushCalls> {
  const { db } = database;

  return {
    async connectFirebase({ params, body }, context) {
      const { account } = context;
      await readAccount(db, account, (trx) => loadMobileApp(trx, account, params.id));
      const project = FirebaseAccount.parse(JSON.parse(body.key));
      const outcome = await fcm({ ...deps.fcm, account: project }).check();
      if (outcome.kind !== "sent")
        return {
          status: 406,
          body: { status: 406, message: outcome.words, errors: { key: [outcome.words] } },
        };
      const about = { action: "Firebase project connected", subject: "mobile app" } as const;
      const keep = async (trx: Trx) => {
        await keepFirebase(deps, trx, account, params.id, project);
        return loadMobileApp(trx, account, params.id);
      };
      const data = await recordChange(db, context, about, keep, nameOf);
      return {
        status: 201,
        body: { status: 201, message: `The Firebase project ${project.project_id} is connected.`, data },
      };
    },

    async changePush({ params, body }, context) {
      const { account } = context;
      const { push } = await readAccount(db, account, (trx) => loadMobileApp(trx, account, params.id));
      if (!push) return notConnected;
      const change = async (trx: Trx) => {
        await trx
          .updateTable("webchat.push_settings")
          .set({ active: body.active, with_text: body.with_text })
          .where("customer_account", "=", account)
          .where("application_id", "=", params.id)
          .execute();
        return loadMobileApp(trx, account, params.id);
      };
      const about = { action: "Push notifications changed", subject: "mobile app" } as const;
      const data = await recordChange(db, context, about, change, nameOf);
      return { status: 201, body: { status: 201, message: "Push notifications were changed.", data } };
    },

    async testPush({ params, body }, { account }) {
      const { app, settings } = await readAccount(db, account, async (trx) => ({
        app: await loadMobileApp(trx, account, params.id),
        settings: await findPushSettings(trx, account, params.id),
      }));
      if (!settings) return notConnected;
      const project = firebaseProject(deps, account, params.id, settings);
      const text = `A test of ${brand.name}: notifications work.`;
      const outcome = await project.send(body.token, {
        title: app.name,
        body: text,
        data: { kind: "test" },
        group: "chat-test",
      });
      await inAccount(db, account, (trx) => noteTest(trx, account, params.id, outcome));
      if (outcome.kind === "sent")
        return { status: 201, body: { status: 201, message: "The test was pushed to the phone." } };
      const errors = outcome.kind === "gone" ? { errors: { token: [outcome.words] } } : {};
      return { status: 406, body: { status: 406, message: outcome.words, ...errors } };
    },

    async disconnectFirebase({ params }, context) {
      const { account } = context;
      const about = { action: "Firebase project disconnected", subject: "mobile app" } as const;
      const remove = async (trx: Trx) => {
        const app = await loadMobileApp(trx, account, params.id);
        await trx
          .deleteFrom("webchat.push_settings")
          .where("customer_account", "=", account)
          .where("application_id", "=", params.id)
          .execute();
        return app;
      };
      const { name } = await recordChange(db, context, about, remove, nameOf);
      return { status: 201, body: { status: 201, message: `${name} pushes nothing any more.` } };
    },

    async pushMessage({ body }, { account }) {
      return { status: 200, body: { again_after: await pushMessage(database, deps, account, body) } };
    },
  };
}

/** A wrong token of a test is no fault of the connection. */
async function noteTest(trx: Trx, account: string, id: number, outcome: PushOutcome): Promise<void> {
  if (outcome.kind !== "gone") await notePush(trx, account, id, outcome.kind === "sent" ? "" : outcome.words);
}
