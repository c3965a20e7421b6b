import { z } from "zod";
import { requestId, text } from "../chat/contract.fields";
import { type Call, DoneAnswer, id, Problem } from "../kit/contract";
import { reply, sent } from "./contract.replies";

const oneMessage = z.strictObject({ message: id });

/** The calls about X (spec 2 §7, social gateway). */
export const twitterCalls = {
  replyDm: {
    method: "POST",
    path: "/reply_dm/",
    summary: "Reply on X by direct message (spec 2 §7); the same request id twice is one message",
    ...reply,
    body: z.strictObject({
      contact: id,
      message: text.pipe(z.string().min(1).max(10_000)),
      request_id: requestId,
    }),
    answers: { 201: sent, 406: Problem, 409: Problem },
  },
  replyTweet: {
    method: "POST",
    path: "/reply_tweet/",
    summary:
      "Reply on X by a public post (spec 2 §7): 280 characters as X counts them; the same request id twice is one",
    ...reply,
    body: z.strictObject({
      contact: id,
      message: text.pipe(z.string().min(1).max(4_000)),
      request_id: requestId,
    }),
    answers: { 201: sent, 406: Problem, 409: Problem },
  },
  sendTdmImage: {
    method: "POST",
    path: "/send_tdm_image/",
    summary: "Send a picture that was uploaded by direct message on X (spec 2 §7); the same request id twice is one",
    ...reply,
    body: z.strictObject({ contact: id, file: z.uuid(), request_id: requestId }),
    answers: { 201: sent, 406: Problem, 409: Problem },
  },
  deleteDm: {
    method: "POST",
    path: "/delete_dm/",
    summary: "Delete one's own direct message (spec 2 §4): on our side of X; the customer keeps it",
    ...reply,
    body: oneMessage,
    answers: { 201: DoneAnswer, 406: Problem },
  },
  deleteTweet: {
    method: "POST",
    path: "/delete_tweet/",
    summary: "Delete one's own public post (spec 2 §4), on X too",
    ...reply,
    body: oneMessage,
    answers: { 201: DoneAnswer, 406: Problem },
  },
  syncDm: {
    method: "POST",
    path: "/sync_dm/",
    summary: "Ask X for direct messages of a conversation that are missing (spec 2 §7)",
    ...reply,
    body: z.strictObject({ contact: id }),
    answers: { 201: DoneAnswer, 406: Problem },
  },
} satisfies { [name: string]: Call };
