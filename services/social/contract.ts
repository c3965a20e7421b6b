import { z } from "zod";
import { networkNames } from "../../rules/channels";
import { channelsNeeds, requestId, text } from "../chat/contract.fields";
import { contract, DoneAnswer, id, Problem } from "../kit/contract";
import {
  ChannelForm,
  EmailForm,
  MessengerForm,
  PlayStoreForm,
  Sample,
  TelegramForm,
  TwitterForm,
  WhatsappForm,
} from "./contract.forms";
import { internalCalls } from "./contract.internal";
import { MailPlace, mailboxCalls } from "./contract.mailboxes";
import { reply, sent } from "./contract.replies";
import { twitterCalls } from "./contract.twitter";
import { whatsappCalls } from "./contract.whatsapp";

/** The networks that a channel can be on. */
export const SocialChannel = z.enum(networkNames);
export type SocialChannel = z.infer<typeof SocialChannel>;

const Time = z.iso.datetime().nullable();

/** A channel with its health; its secrets are never told. */
export const Channel = z.object({
  id: z.number().int(),
  channel: SocialChannel,
  name: z.string(),
  shown: z.string(),
  external_id: z.string(),
  inbox_id: z.number().int(),
  active: z.boolean(),
  /** Where the network posts what customers write. */
  webhook_url: z.string(),
  /** What Meta's form wants beside the address; empty where nobody asks. */
  verify_token: z.string(),
  /** What can be rehearsed on it. */
  samples: z.array(Sample),
  health: z.object({
    state: z.enum(["good", "waiting", "warn", "bad", "off"]),
    /** What is, and what to do about it; empty when all is well. */
    words: z.string(),
    todo: z.string(),
    last_webhook_at: Time,
    last_sent_at: Time,
    last_refused_at: Time,
    refused: z.number().int(),
    last_error: z.string(),
    last_error_at: Time,
    token_until: Time,
    /** Webhooks that are stored and not looked at yet. */
    open: z.number().int(),
    /** Messages of the last day that went out or tried to, and how many of them failed. */
    tried: z.number().int(),
    failed: z.number().int(),
  }),
  /** When the network was last asked, where it is we who ask. */
  fetched_at: Time,
  /** Of a mailbox: its hosts, and how looking into it goes. */
  mailbox: z
    .object({
      imap: MailPlace,
      smtp: MailPlace,
      auto_reply: z.string(),
      fetched_at: Time,
      failures: z.number().int(),
    })
    .nullable(),
  made_at: z.iso.datetime(),
});
export type Channel = z.infer<typeof Channel>;

/** What a network posted, and what it did, in words; empty until it was looked at. */
export const Came = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  done_at: Time,
  bytes: z.number().int(),
  did: z.string(),
  fault: z.string(),
});
export type Came = z.infer<typeof Came>;

const reads = { needs: channelsNeeds } as const;
const writes = { needs: channelsNeeds, writes: true } as const;
const oneId = z.object({ id });
/** `replaces`: the channel whose credentials these are; of another one they are refused. */
const replacing = z.object({ replaces: id.optional() });
const saved = z.object({ status: z.literal(201), message: z.string(), data: Channel });

/** Channels on networks outside: connecting them, their health, and what goes out (spec 2 §7, social gateway). */
export const social = contract("social", {
  channels: {
    method: "GET",
    path: "/channels",
    summary: "The connected channels with their health",
    ...reads,
    query: z.object({ channel: SocialChannel.optional().catch(undefined) }),
    answers: { 200: z.object({ data: z.array(Channel) }) },
  },
  channel: {
    method: "GET",
    path: "/channels/{id}",
    summary: "One channel with its health",
    ...reads,
    params: oneId,
    answers: { 200: Channel },
  },
  webhooks: {
    method: "GET",
    path: "/channels/{id}/webhooks",
    summary: "What the network posted lately, the newest first, and what each did (kept for seven days)",
    ...reads,
    params: oneId,
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20).catch(20) }),
    answers: { 200: z.object({ data: z.array(Came) }) },
  },
  connectTelegram: {
    method: "POST",
    path: "/channels/telegram",
    summary: "Connect a Telegram bot, or give a connected one its new token",
    ...writes,
    query: replacing,
    body: TelegramForm,
    answers: { 201: saved, 406: Problem },
  },
  connectWhatsapp: {
    method: "POST",
    path: "/channels/whatsapp",
    summary: "Connect a WhatsApp number of the Cloud API, or give a connected one its new secrets",
    ...writes,
    query: replacing,
    body: WhatsappForm,
    answers: { 201: saved, 406: Problem },
  },
  connectMessenger: {
    method: "POST",
    path: "/channels/facebook",
    summary: "Connect a Facebook page for Messenger, or give a connected one its new secrets",
    ...writes,
    query: replacing,
    body: MessengerForm,
    answers: { 201: saved, 406: Problem },
  },
  connectEmail: {
    method: "POST",
    path: "/channels/email",
    summary: "Connect a mailbox by IMAP and SMTP, or give a connected one its new settings",
    ...writes,
    query: replacing,
    body: EmailForm,
    answers: { 201: saved, 406: Problem },
  },
  connectPlayStore: {
    method: "POST",
    path: "/channels/playstore",
    summary: "Connect an app of the Play Store for its reviews, or give a connected one its new key",
    ...writes,
    query: replacing,
    body: PlayStoreForm,
    answers: { 201: saved, 406: Problem },
  },
  connectTwitter: {
    method: "POST",
    path: "/channels/twitter",
    summary: "Connect an account on X, or give a connected one its new keys",
    ...writes,
    query: replacing,
    body: TwitterForm,
    answers: { 201: saved, 406: Problem },
  },
  ...mailboxCalls,
  updateChannel: {
    method: "PUT",
    path: "/channels/{id}",
    summary: "Rename a channel, or switch it off and on",
    ...writes,
    params: oneId,
    body: ChannelForm,
    answers: { 201: saved },
  },
  testChannel: {
    method: "POST",
    path: "/channels/{id}/test",
    summary: "Ask the network who we are, and set its webhook again where it can be set",
    ...writes,
    params: oneId,
    answers: { 201: saved, 406: Problem },
  },
  rehearse: {
    method: "POST",
    path: "/channels/{id}/rehearse",
    summary: "Replay sample payloads through the true way in",
    ...writes,
    params: oneId,
    body: z.strictObject({ sample: Sample }),
    answers: { 201: z.object({ status: z.literal(201), message: z.string(), data: z.array(Came) }), 406: Problem },
  },
  disconnectChannel: {
    method: "DELETE",
    path: "/channels/{id}",
    summary: "Disconnect a channel; its conversations stay",
    ...writes,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  sendResponse: {
    method: "POST",
    path: "/send_response",
    summary: "Reply on WhatsApp (spec 2 §7); the same request id twice is one message",
    ...reply,
    body: z.strictObject({
      contact: id,
      msisdn: z.string().max(200).default(""),
      message: text.pipe(z.string().min(1).max(4_096)),
      type: z.literal("text").default("text"),
      request_id: requestId,
    }),
    answers: { 201: sent, 406: Problem, 409: Problem },
  },
  replyTelegram: {
    method: "POST",
    path: "/reply_telegram/",
    summary: "Reply on Telegram (spec 2 §7); the same request id twice is one message",
    ...reply,
    body: z.strictObject({
      contact: id,
      message: text.pipe(z.string().min(1).max(4_096)),
      request_id: requestId,
    }),
    answers: { 201: sent, 406: Problem, 409: Problem },
  },
  replyPlaystore: {
    method: "POST",
    path: "/reply_playstore/",
    summary: "Answer a review of the Play Store (spec 2 §7); it replaces the answer before",
    ...reply,
    body: z.strictObject({
      contact: id,
      message: text.pipe(z.string().min(1).max(350)),
      request_id: requestId,
    }),
    answers: { 201: sent, 406: Problem, 409: Problem },
  },
  sendDmFacebook: {
    method: "POST",
    path: "/send_dm_facebook/",
    summary: "Reply on Messenger (spec 2 §7); the same request id twice is one message",
    ...reply,
    body: z.strictObject({
      contact: id,
      message: text.pipe(z.string().min(1).max(2_000)),
      request_id: requestId,
    }),
    answers: { 201: sent, 406: Problem, 409: Problem },
  },
  syncFb: {
    method: "POST",
    path: "/sync_fb/",
    summary: "Ask Messenger for messages of a conversation that are missing (spec 2 §7)",
    ...reply,
    body: z.strictObject({ contact: id }),
    answers: { 201: DoneAnswer, 406: Problem },
  },
  sendFdmImage: {
    method: "POST",
    path: "/send_fdm_image/",
    summary: "Send a file that was uploaded on Messenger (spec 2 §7); the same request id twice is one message",
    ...reply,
    body: z.strictObject({ contact: id, file: z.uuid(), request_id: requestId }),
    answers: { 201: sent, 406: Problem, 409: Problem },
  },
  emailOutbound: {
    method: "POST",
    path: "/email_outbound",
    summary: "Reply by email (spec 2 §7) in the conversation's thread; the same request id twice is one message",
    ...reply,
    body: z.strictObject({
      /** The conversation that is answered. */
      reply_to_id: id,
      /** Checked against the conversation when they are given; its thread has the subject. */
      to: z.string().max(254).default(""),
      from: z.string().max(254).default(""),
      subject: z.string().max(300).default(""),
      name: z.string().max(120).default(""),
      message: text.pipe(z.string().min(1).max(25_000)),
      request_id: requestId,
    }),
    answers: { 201: sent, 406: Problem, 409: Problem },
  },
  ...twitterCalls,
  ...internalCalls,
  ...whatsappCalls,
});
