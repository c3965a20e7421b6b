import type { ActivityActor } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { identity } from "../contract";
import type { webhookCalls } from "../contract.webhooks";
import { beginChange, type MemberContext } from "../people/member-record";
import { createWebhook, deleteWebhook, deliveryPage, replay, updateWebhook, webhookFor, webhookPage } from "./store";

/** The calls about the account's web hooks. Calling them is in deliver.ts. */
export function webhookHandlers(
  { db }: Database,
  serviceSecret: string,
): Pick<Handlers<typeof identity.calls>, keyof typeof webhookCalls> {
  const changing = <T>(context: MemberContext, work: (trx: Trx, by: ActivityActor) => Promise<T>) =>
    inAccount(db, context.account, async (trx) => {
      const { by } = await beginChange(trx, context, "Manage settings");
      return work(trx, by);
    });

  return {
    async webhooks({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => webhookPage(trx, account, query)) };
    },
    async webhook({ params }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => webhookFor(trx, account, params.id)) };
    },
    async createWebhook({ body }, context) {
      const made = await changing(context, (trx, by) => createWebhook(trx, context.account, by, body, serviceSecret));
      return { status: 201, body: made };
    },
    async updateWebhook({ params, body }, context) {
      const { account } = context;
      return {
        status: 201,
        body: await changing(context, (trx, by) => updateWebhook(trx, account, by, params.id, body)),
      };
    },
    async deleteWebhook({ params }, context) {
      const host = await changing(context, (trx, by) => deleteWebhook(trx, context.account, by, params.id));
      return { status: 201, body: { status: 201, message: `The web hook of ${host} was deleted.` } };
    },
    async webhookDeliveries({ params, query }, { account }) {
      const body = await readAccount(db, account, (trx) => deliveryPage(trx, account, params.id, query));
      return { status: 200, body };
    },
    async replayWebhook({ params, body }, context) {
      const { account } = context;
      const sent = await changing(context, (trx) => replay(trx, account, params.id, body.delivery));
      const requests = sent === 1 ? "1 request" : `${sent} requests`;
      const message = sent === 0 ? "There was nothing to send again." : `${requests} will be sent again.`;
      return { status: 201, body: { status: 201, message } };
    },
  };
}
