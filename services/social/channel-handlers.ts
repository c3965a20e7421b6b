import { sql } from "kysely";
import { activityActor, recordActivity } from "../kit/activities";
import { inAccount, readAccount } from "../kit/database";
import type { Handlers } from "../kit/serve";
import { type ChannelRow, channelRows, mustHave } from "./channels";
import { connectTelegram, connectWhatsapp } from "./connect";
import { connectMessenger } from "./connect.messenger";
import type { social } from "./contract";
import type { SocialContext } from "./deps";
import { connectEmail } from "./email/connect";
import { shownChannel } from "./health";
import { connectPlayStore } from "./playstore/connect";
import { rehearse } from "./rehearsal";
import { type As, or406, tellChat } from "./save";
import { connectTwitter } from "./twitter/connect";
import { disconnect, testChannel } from "./upkeep";
import { cameSince } from "./webhooks";

type ChannelHandlers = Pick<
  Handlers<typeof social.calls>,
  | "channels"
  | "channel"
  | "webhooks"
  | "connectTelegram"
  | "connectWhatsapp"
  | "connectMessenger"
  | "connectEmail"
  | "connectPlayStore"
  | "connectTwitter"
  | "updateChannel"
  | "testChannel"
  | "rehearse"
  | "disconnectChannel"
>;

/** The calls about channels: connecting, testing, changing and disconnecting them. */
export function channelHandlers(service: SocialContext): ChannelHandlers {
  const { db, deps } = service;

  const shown = (account: string, row: ChannelRow) => shownChannel(deps, account, row);

  const connected = (account: string, connecting: Promise<ChannelRow>) =>
    or406(
      connecting.then((row) => {
        const data = shown(account, row);
        return { status: 201 as const, body: { status: 201 as const, message: `${data.name} is connected.`, data } };
      }),
    );

  /** A channel is connected by whoever asks. */
  const by =
    <Form>(connect: (service: SocialContext, account: string, form: Form, as: As) => Promise<ChannelRow>) =>
    (
      { body, query }: { body: Form; query: { replaces?: number | undefined } },
      context: Parameters<typeof activityActor>[0] & { account: string },
    ) =>
      connected(context.account, connect(service, context.account, body, { by: activityActor(context), ...query }));

  return {
    async channels({ query }, { account }) {
      const where = query.channel ? sql`c.channel = ${query.channel}` : sql`true`;
      const rows = await readAccount(db, account, (trx) => channelRows(trx, account, where, true));
      return { status: 200, body: { data: rows.map((row) => shown(account, row)) } };
    },

    async channel({ params }, { account }) {
      return {
        status: 200,
        body: shown(account, await readAccount(db, account, (trx) => mustHave(trx, account, params.id))),
      };
    },

    async webhooks({ params, query }, { account }) {
      await readAccount(db, account, (trx) => mustHave(trx, account, params.id));
      return { status: 200, body: { data: await cameSince(db, account, params.id, query) } };
    },

    async connectTelegram({ body, query }, context) {
      const { account } = context;
      const connecting = connectTelegram(service, account, body, { by: activityActor(context), ...query });
      return connected(
        account,
        connecting.then(({ id }) => readAccount(db, account, (trx) => mustHave(trx, account, id))),
      );
    },

    connectWhatsapp: by(connectWhatsapp),

    connectMessenger: by(connectMessenger),

    connectEmail: by(connectEmail),

    connectPlayStore: by(connectPlayStore),

    connectTwitter: by(connectTwitter),

    async updateChannel({ params, body }, context) {
      const { account } = context;
      const row = await inAccount(db, account, async (trx) => {
        await mustHave(trx, account, params.id);
        await sql`
          update social.channels set name = ${body.name}, active = ${body.active}, updated_at = now()
          where customer_account = ${account} and id = ${params.id}`.execute(trx);
        await recordActivity(trx, account, activityActor(context), {
          action: "Chat channel changed",
          description: `${body.name} was changed; it is ${body.active ? "on" : "off"}.`,
          ...{ subject: "chat channel", subject_id: String(params.id) },
        });
        return mustHave(trx, account, params.id);
      });
      await tellChat(deps, account, row);
      return { status: 201, body: { status: 201, message: `${row.name} was changed.`, data: shown(account, row) } };
    },

    async testChannel({ params }, { account }) {
      return or406(
        testChannel(service, account, params.id).then((row) => {
          const body = {
            status: 201 as const,
            message: `${row.name} answers. The connection works.`,
            data: shown(account, row),
          };
          return { status: 201 as const, body };
        }),
      );
    },

    async rehearse({ params, body }, { account }) {
      const row = await readAccount(db, account, (trx) => mustHave(trx, account, params.id));
      return or406(
        rehearse(service, account, row, body.sample).then((data) => {
          const many = data.length === 1 ? "1 webhook was" : `${data.length} webhooks were`;
          const message = `${many} sent. The inbox has the customer "Rehearsal".`;
          return { status: 201 as const, body: { status: 201 as const, message, data } };
        }),
      );
    },

    async disconnectChannel({ params }, context) {
      const row = await disconnect(service, context.account, params.id, activityActor(context));
      return { status: 201, body: { status: 201, message: `${row.name} was disconnected. Its conversations stay.` } };
    },
  };
}
