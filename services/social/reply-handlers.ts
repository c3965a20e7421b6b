import { isThread } from "../../rules/x-threads";
import { type Handlers, HttpError } from "../kit/serve";
import type { SocialChannel, social } from "./contract";
import type { SocialContext, SocialDeps } from "./deps";
import { mailboxAddress } from "./email/unproven";

type WhereSaid = { channel: string; user_id: string };
type CallContext = { account: string; token: string; requestId: string; address: string };

/** The two kinds of conversations on X, which have calls of their own. */
type XConversation = "thread" | "direct messages";

/** Why a call is not for this conversation, in words. */
function wrongConversation({ channel, user_id }: WhereSaid, meant: SocialChannel | XConversation): string | undefined {
  const onX = meant === "thread" || meant === "direct messages";
  if (channel !== (onX ? "twitter" : meant)) return "This conversation is on another channel.";
  if (!onX || isThread(user_id) === (meant === "thread")) return undefined;
  return meant === "thread"
    ? "This conversation is direct messages, not a public thread."
    : "This conversation is a public thread, not direct messages.";
}

/** A reply goes the way of every reply, by the caller: the same limits, the same order, once for each request. */
async function sendReply(
  deps: SocialDeps,
  channel: SocialChannel | XConversation,
  asked: CallContext,
  given: { contact: number; message: string; request_id: string; file_ids?: string[] },
) {
  const { chat } = deps.clientsFor(asked);
  const found = await chat.contact({ params: { id: given.contact } });
  if (found.status !== 200) throw new HttpError(found.status as 404, found.body.message);
  const wrong = wrongConversation(found.body.contact, channel);
  if (wrong) return { status: 406 as const, body: { status: 406, message: wrong } };
  const { message, request_id, file_ids = [] } = given;
  const answer = await chat.sendMessage({
    params: { id: given.contact },
    body: { request_id, type: "text", message, file_ids },
  });
  if (answer.status !== 201) return answer as { status: 406; body: { status: number; message: string } };
  const [first] = answer.body.messages;
  return {
    status: 201 as const,
    body: { status: 201 as const, message: "Sent.", message_id: first?.message_id ?? "" },
  };
}

/** A message is deleted the way of every message, by the caller. */
async function deleteReply(deps: SocialDeps, meant: XConversation, asked: CallContext, id: number) {
  const found = await deps.clientsOfAccount(asked.account).chat.outgoing({ params: { id } });
  if (found.status !== 200) throw new HttpError(found.status, found.body.message);
  const wrong = wrongConversation(found.body.contact, meant);
  if (wrong) return { status: 406 as const, body: { status: 406, message: wrong } };
  const answer = await deps.clientsFor(asked).chat.deleteMessage({ params: { id } });
  if (answer.status === 201 || answer.status === 406) return answer;
  throw new HttpError(answer.status, answer.body.message);
}

/** The calls by which somebody writes to a customer on a channel that they name. */
export function replyHandlers({
  deps,
}: SocialContext): Pick<
  Handlers<typeof social.calls>,
  | "sendResponse"
  | "replyTelegram"
  | "replyPlaystore"
  | "sendDmFacebook"
  | "sendFdmImage"
  | "emailOutbound"
  | "replyDm"
  | "replyTweet"
  | "sendTdmImage"
  | "deleteDm"
  | "deleteTweet"
> {
  return {
    sendResponse: ({ body }, context) => sendReply(deps, "whatsapp", context, body),

    replyTelegram: ({ body }, context) => sendReply(deps, "telegram", context, body),

    replyPlaystore: ({ body }, context) => sendReply(deps, "playstore", context, body),

    sendDmFacebook: ({ body }, context) => sendReply(deps, "facebook", context, body),

    sendFdmImage: ({ body: { file, ...body } }, context) =>
      sendReply(deps, "facebook", context, { ...body, message: "", file_ids: [file] }),

    replyDm: ({ body }, context) => sendReply(deps, "direct messages", context, body),

    replyTweet: ({ body }, context) => sendReply(deps, "thread", context, body),

    sendTdmImage: ({ body: { file, ...body } }, context) =>
      sendReply(deps, "direct messages", context, { ...body, message: "", file_ids: [file] }),

    deleteDm: ({ body }, context) => deleteReply(deps, "direct messages", context, body.message),

    deleteTweet: ({ body }, context) => deleteReply(deps, "thread", context, body.message),

    async emailOutbound({ body }, context) {
      const { reply_to_id: contact, to, from } = body;
      const answer = await deps.clientsFor(context).chat.contact({ params: { id: contact } });
      if (answer.status === 200) {
        const { recipient, user_id } = answer.body.contact;
        const other = (given: string, known: string) => given !== "" && given.toLowerCase() !== known;
        if (other(to, mailboxAddress(user_id)) || other(from, recipient))
          return { status: 406, body: { status: 406, message: "The conversation is between other addresses." } };
      }
      return sendReply(deps, "email", context, { contact, message: body.message, request_id: body.request_id });
    },
  };
}
