import { activityActor } from "../../kit/activities";
import type { Person, Service } from "../../kit/principal";
import type { Handlers } from "../../kit/serve";
import type { social } from "../contract";
import type { SocialContext } from "../deps";
import { or406 } from "../save";
import { connectMailbox, disconnectMailbox, listMailboxes, setMailbox, testMailbox } from "./mailboxes";

/** The calls about mailboxes whose mails become tickets. */
export function mailboxHandlers(
  service: SocialContext,
): Pick<
  Handlers<typeof social.calls>,
  "mailboxes" | "setMailbox" | "connectMailbox" | "testMailbox" | "disconnectMailbox"
> {
  const { db } = service;
  return {
    mailboxes: async (_, { account }) => ({ status: 200, body: { data: await listMailboxes(db, account) } }),

    async setMailbox({ params, body }, context) {
      const data = await setMailbox(db, context.account, params.id, body.new_mails, withActor(context));
      const message = `New mails to ${data.address} become ${data.new_mails === "chat" ? "conversations" : "tickets"}.`;
      return { status: 201, body: { status: 201, message, data } };
    },

    async connectMailbox({ body }, context) {
      return or406(
        connectMailbox(service, context.account, body, withActor(context)).then((data) => {
          const message = `${data.address} is connected. New emails to it become tickets.`;
          return { status: 201 as const, body: { status: 201 as const, message, data } };
        }),
      );
    },

    async testMailbox({ params }, { account }) {
      return or406(
        testMailbox(service, account, params.id).then((data) => {
          const message = `${data.address} answers. The connection works.`;
          return { status: 201 as const, body: { status: 201 as const, message, data } };
        }),
      );
    },

    async disconnectMailbox({ params }, context) {
      const row = await disconnectMailbox(service, context.account, params.id, withActor(context));
      const message = `${row.external_id} was disconnected. Its tickets stay.`;
      return { status: 201, body: { status: 201, message } };
    },
  };
}

/** The caller with how the activities name them. */
function withActor(context: { who: Person | Service; address: string }) {
  return { who: context.who, actor: activityActor(context) };
}
