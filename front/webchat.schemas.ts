import { z } from "zod";
import { languages, maxCharacters } from "../rules/webchat";
import { requestId, text } from "../services/chat/contract.fields";
import { PushToken } from "../services/webchat/contract.mobile";

const language = z.enum(languages).catch("en");

/** The page a visitor is on; anything but a web address is left out. */
const Page = z
  .object({
    url: z
      .string()
      .max(2_000)
      .regex(/^https?:\/\//i),
    title: text.pipe(z.string().max(300)).catch(""),
  })
  .optional()
  .catch(undefined);

const answers = z.record(z.string().max(60), text.pipe(z.string().max(2_000))).default({});

/** What a visitor's browser may send, by address. */
export const bodies = {
  session: z.strictObject({
    application: z.string().max(40),
    language,
    identity: z.string().max(5_000).optional(),
    /** The token of the anonymous session that this browser had until its site vouched for its visitor. */
    previous: z.string().max(200).optional(),
  }),
  prechat: z.strictObject({ answers, consent: z.boolean().default(false), page: Page }),
  message: z.strictObject({
    request_id: requestId,
    text: text.pipe(
      z.string().min(1, "Write a message.").max(maxCharacters, "A message has at most 10,000 characters."),
    ),
    page: Page,
  }),
  typing: z.strictObject({ on: z.boolean() }),
  read: z.strictObject({ upto: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  rating: z.strictObject({
    contact_id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    request_id: requestId,
    stars: z.number().int().min(1).max(5),
    note: text.pipe(z.string().max(2_000)).default(""),
    answers,
  }),
  pushToken: z.strictObject({ token: PushToken }),
  transcript: z.strictObject({ email: z.email("Give an address like name@example.com.").max(254) }),
} as const;

/** A file's way in: what it is called, and the request's own number. */
export const FileQuery = z.object({
  request_id: requestId,
  name: z
    .string()
    .min(1)
    .max(500)
    .transform((name) => name.slice(-200)),
});

export const FaqQuery = z.object({
  a: z.string().max(40),
  q: z.string().max(200).catch("").default(""),
  language: language.default("en"),
});
