import { sql } from "kysely";
import { type Handlers, Refused } from "../../kit/serve";
import type { ticketing } from "../contract";
import type { answerCalls, ReplyWay, Way } from "../contract.answers";
import { row } from "../desk/act";
import { type Asking, type Bench, byOf } from "../desk/bench";
import type { TicketRow } from "../tickets/rows";
import { whyNoChat } from "./by-chat";
import { whyNoSms } from "./by-sms";
import { settleDelivery } from "./deliver";
import { changeCopies, resendComment } from "./queue";
import { keepMailFiles, takeMail } from "./receive";
import { mailSettingsOf, saveMailSettings } from "./settings";

type Reached = Pick<TicketRow, "customer_email" | "customer_phone" | "contact_id" | "channel_id" | "merged_into">;
/** The documented channel "SMS". */
const smsChannel = 5;

/** The ways of a ticket, the one by which it came first. */
function waysOf({ customer_email, customer_phone, contact_id, channel_id }: Reached): { way: Way; to: string }[] {
  const email = customer_email ? [{ way: "email" as const, to: customer_email }] : [];
  const sms = customer_phone ? [{ way: "sms" as const, to: customer_phone }] : [];
  const chat = contact_id ? [{ way: "chat" as const, to: contact_id }] : [];
  return channel_id === smsChannel ? [...sms, ...chat, ...email] : [...chat, ...email, ...sms];
}

/** @throws Refused 422 when a comment can't go the way it was asked to: before anything is written */
export async function mustGo(
  bench: Bench,
  asking: Asking,
  ticket: number,
  asked: { way: Way; body: string; files: number },
) {
  const { way, body, files } = asked;
  if (way === "email") return;
  const refuse = (words: string) => new Refused(422, words, { reply_by: [words] });
  if (files > 0) throw refuse("Files can't go this way. Take them off, or reply by email.");
  const found = await bench.read(asking.account, (trx) => reachedBy(trx, asking.account, ticket));
  const to = found && waysOf(found).find((one) => one.way === way)?.to;
  if (!to) return;
  const why =
    way === "sms"
      ? await whyNoSms(bench.deps.ask(asking), { to, body })
      : await whyNoChat(bench.deps.askAs(asking.account), to, body);
  if (why) throw refuse(why);
}

function reachedBy(trx: Parameters<typeof row>[0], account: string, id: number) {
  return row<Reached>(
    trx,
    sql`
    select customer_email, customer_phone, contact_id, channel_id, merged_into from ticketing.tickets
    where customer_account = ${account} and id = ${id}`,
  );
}

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
          // What an SMS costs depends on its words: judged when there are some.
          const why = way === "chat" ? await whyNoChat(deps.askAs(account), to, "…") : undefined;
          return { way, to, why: why ?? "" };
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
