import type { Client } from "../kit/client";
import type { social } from "../social/contract";
import type { MailAnswer } from "../social/contract.internal";

type CarrierDeps = { clientsOfAccount(account: string): { social: Client<typeof social.calls> } };

/** How the chat's messages leave: by the social service, wherever that runs. */
export function socialCarrier({ clientsOfAccount }: CarrierDeps) {
  return {
    async deliver(account: string, message: number) {
      const answer = await clientsOfAccount(account).social.deliver({ body: { message } });
      if (answer.status !== 201) return { status: "unknown" } as const;
      const { status, seconds = 5, ...rest } = answer.body;
      return status === "later" ? { status, seconds } : { status, ...rest };
    },
    async mail(account: string, { to, subject, text, contact_id, message_id }: MailAnswer) {
      const body = { to, subject, text, contact_id, message_id };
      const answer = await clientsOfAccount(account).social.mailAnswer({ body });
      return answer.status === 201 ? answer.body : ({ status: "later" } as const);
    },
    async unsend(account: string, message: number) {
      await clientsOfAccount(account).social.unsend({ body: { message } });
    },
    async fetchFile(account: string, message: string) {
      const answer = await clientsOfAccount(account).social.fetchFile({ body: { message } });
      if (answer.status !== 201) throw new Error(answer.body.message);
    },
  };
}
