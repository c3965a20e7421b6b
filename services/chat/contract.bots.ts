import { z } from "zod";
import { botLimits, botStyles } from "../../rules/whatsapp/bot";
import { type Call, DoneAnswer, id, type Needs, Problem } from "../kit/contract";
import { Count, Seconds, text } from "./contract.fields";

const botNeeds = { products: ["Whatsapp"], permissions: ["Set whatsapp bot"] } as const satisfies Needs;

const plain = text.pipe(z.string().max(botLimits.text, `At most ${botLimits.text} characters.`));
const leads_to = z.string().max(60);
const answerId = z.string().regex(/^a\d{1,9}$/, "There is no such answer.");

const BotChoice = z.strictObject({ label: text.pipe(z.string().min(1, "Write the choice.").max(100)), leads_to });

/** What an answer is written with; what WhatsApp would refuse of it is told by `problems`. */
const AnswerForm = z.strictObject({
  name: text.pipe(
    z.string().min(1, "Give the answer a name.").max(botLimits.name, `At most ${botLimits.name} characters.`),
  ),
  text: text.pipe(z.string().max(botLimits.plain, `At most ${botLimits.plain} characters.`)),
  style: z.enum(botStyles),
  choices: z.array(BotChoice).max(botLimits.choices, `At most ${botLimits.choices} choices.`),
  leads_to,
  keywords: z
    .array(text.pipe(z.string().min(1).max(botLimits.keyword, `A keyword has at most ${botLimits.keyword} letters.`)))
    .max(botLimits.keywords, `At most ${botLimits.keywords} keywords.`),
});

export const BotAnswer = AnswerForm.extend({ id: answerId });

const texts = {
  ...{ greeting: plain, away: plain, retry: plain, hand_over: plain },
  list_button: text.pipe(
    z.string().min(1, "Write what opens the list.").max(botLimits.button, `At most ${botLimits.button} characters.`),
  ),
  start: z.union([z.literal(""), answerId]),
};

/** The bot as `rules/whatsapp/bot.ts` evaluates it. */
export const BotGraph = z.strictObject({ ...texts, answers: z.array(BotAnswer).max(botLimits.answers) });

/** The last 30 days. `silent`: the customer wrote nothing more. */
const BotFigures = z.object({ begun: Count, handed_over: Count, ended: Count, silent: Count, running: Count });

const Bot = z.object({
  inbox_id: z.number().int(),
  name: z.string(),
  /** Whether the number is connected. */
  connected: z.boolean(),
  active: z.boolean(),
  /** The version in use; null before the first. */
  version: z.number().int().nullable(),
  /** The draft differs from the version in use. */
  changed: z.boolean(),
  answers: Count,
  figures: BotFigures,
});
export type Bot = z.infer<typeof Bot>;

const BotDetail = Bot.extend({
  draft: BotGraph,
  problems: z.array(z.object({ answer: z.string(), words: z.string(), stops: z.boolean() })),
  /** Teams that it may hand over to. */
  teams: z.array(z.object({ id: z.number().int(), name: z.string() })),
  skills: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** What was not understood, the most frequent first. */
  misses: z.array(z.object({ text: z.string(), times: Count, last_at: Seconds })),
  /** Whether it is within business hours now. */
  open: z.boolean(),
  /** The account is always open: it has no business hours. */
  always_open: z.boolean(),
  updated_by: z.string(),
  updated_at: Seconds.nullable(),
});

const params = z.object({ id });

export const botCalls = {
  bots: {
    method: "GET",
    path: "/bots",
    summary: "The WhatsApp numbers with their bots",
    needs: botNeeds,
    answers: { 200: z.object({ data: z.array(Bot) }) },
  },
  bot: {
    method: "GET",
    path: "/bots/{id}",
    summary: "The bot of a number: its draft, what is wrong with it, and what it did",
    needs: botNeeds,
    params,
    answers: { 200: BotDetail },
  },
  saveBot: {
    method: "PUT",
    path: "/bots/{id}",
    summary: "Change the texts of a draft and the answer that it begins with",
    needs: botNeeds,
    writes: true,
    params,
    body: z.strictObject(texts),
    answers: { 201: DoneAnswer },
  },
  saveBotAnswer: {
    method: "POST",
    path: "/bots/{id}/answers",
    summary: "Add an answer to a draft, or change the one that is named",
    needs: botNeeds,
    writes: true,
    params,
    body: AnswerForm.extend({ id: answerId.optional() }),
    answers: { 201: BotAnswer },
  },
  moveBotAnswer: {
    method: "POST",
    path: "/bots/{id}/answers/{answer}/move",
    summary: "Move an answer of a draft one place up or down",
    needs: botNeeds,
    writes: true,
    params: params.extend({ answer: answerId }),
    body: z.strictObject({ by: z.union([z.literal(-1), z.literal(1)]) }),
    answers: { 201: DoneAnswer },
  },
  removeBotAnswer: {
    method: "DELETE",
    path: "/bots/{id}/answers/{answer}",
    summary: "Remove an answer from a draft; what led to it leads nowhere",
    needs: botNeeds,
    writes: true,
    params: params.extend({ answer: answerId }),
    answers: { 201: DoneAnswer },
  },
  switchBot: {
    method: "POST",
    path: "/bots/{id}/switch",
    summary: "Put the draft into use and switch the bot on, or switch it off; refused while something is wrong",
    needs: botNeeds,
    writes: true,
    params,
    body: z.strictObject({ active: z.boolean() }),
    answers: { 201: DoneAnswer, 406: Problem },
  },
} as const satisfies Record<string, Call>;
