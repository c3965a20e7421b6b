import type { Handlers } from "../../kit/serve";
import { whyNoChat } from "../answers/by-chat";
import { smsPartPrice } from "../answers/by-sms";
import { settleDelivery } from "../answers/deliver";
import { changeCopies, resendComment } from "../answers/queue";
import { mailSettingsOf, saveMailSettings } from "../answers/settings";
import { reachedBy, waysOf } from "../answers/ways";
import { type Bench, byOf } from "../bench";
import type { ticketing } from "../contract";
import type { answerCalls, ReplyWay } from "../contract.answers";
import { keepMailFiles, takeMail } from "./receive";

/** The calls about answers to customers and about mails. */
export function answerHandlers(bench: Bench): Pick<Handlers<typeof ticketing.calls>, keyof typeof answerCalls> {
  const { read, write, mustSee, deps } = bench;
  const done = (message: string) => ({ status: 201 as const, body: { status: 201, message } });

  return {
    async setCopies({ params, body }, asking) {
      const cc = await write(asking, async (act) => {
        await mustSee(act.trx, asking, params.id);
        return changeCopies(act, params.id, body);
      });
      const message = cc.length === 0 ? "No one is on copy." : `On copy: ${cc.join(", ")}.`;
      return { status: 201, body: { status: 201, message, cc } };
    },

    async replyWays({ params }, asking) {
      const { account } = asking;
      const found = await read(account, async (trx) => {
        await mustSee(trx, asking, params.id);
        return reachedBy(trx, account, params.id);
      });
      const ways = found ? waysOf(found) : [];
      const data = await Promise.all(
        ways.map(async ({ way, to }): Promise<ReplyWay> => {
          // Whether an SMS can be paid depends on its words: judged when there are some.
          const why = way === "chat" ? await whyNoChat(deps.askAs(account), to, "…") : undefined;
          const part_price = way === "sms" ? await smsPartPrice(deps.ask(asking), to) : null;
          return { way, to, why: why ?? "", part_price };
        }),
      );
      return { status: 200, body: { data } };
    },

    async resendComment({ params }, asking) {
      await write(asking, (act) => resendComment(act, params.id, (ticket) => mustSee(act.trx, asking, ticket)));
      return done("The comment is sent again.");
    },

    mailSettings: async (_, { account }) => ({
      status: 200,
      body: await read(account, (trx) => mailSettingsOf(trx, account)),
    }),

    async saveMailSettings({ body }, asking) {
      const data = await write(asking, async (act) => {
        await saveMailSettings(act.trx, act.account, body);
        return mailSettingsOf(act.trx, act.account);
      });
      return { status: 201, body: { status: 201, message: "The email settings were saved.", data } };
    },

    takeMail: async ({ body }, asking) => ({ status: 201, body: await write(asking, (act) => takeMail(act, body)) }),

    async keepMailFiles({ body }, asking) {
      await write(asking, (act) => keepMailFiles({ ...act, by: byOf(asking) }, body));
      return done("The files are listed.");
    },

    async deliveryState({ body }, asking) {
      const { comment_id, state, reason } = body;
      await write(asking, (act) =>
        state === "delayed"
          ? settleDelivery(act, comment_id, "sent", `It is late. ${reason}`)
          : settleDelivery(act, comment_id, state, state === "failed" ? reason : ""),
      );
      return done("The comment says so.");
    },
  };
}
