import { reviewLine } from "../../../rules/reviews";
import type { Message } from "../../../services/chat/contract.schemas";

/** What a network tells of a message beside its words. Every text is empty where there is nothing to say. */
export type MessageFacts = {
  quote: { by: string; text: string } | undefined;
  forwarded: boolean;
  /** Where the customer came from: an ad, a link. */
  source: string;
  /** Of a review: its stars, the phone, the version of the app. */
  review: string;
  /** Of a public post: what it is to us. */
  post: string;
  edited: boolean;
  /** What it said before it was edited. */
  before: string;
  reaction: string;
  /** Nobody vouches for the sender of this mail. */
  unproven: boolean;
  /** What the customer could tap below it. */
  choices: string[];
};

const none: Message["meta"] = {};

function textIn(given: unknown, name: string): string {
  const value = typeof given === "object" && given !== null ? (given as Message["meta"])[name] : undefined;
  return typeof value === "string" ? value : "";
}

export function messageFacts(message: Pick<Message, "meta" | "deleted">): MessageFacts {
  const meta = message.deleted ? none : message.meta;
  const quoted = textIn(meta.quote, "text");
  return {
    quote: quoted ? { by: textIn(meta.quote, "by"), text: quoted } : undefined,
    forwarded: meta.forwarded === true,
    source: messageSource(meta),
    review: messageReview(meta),
    post: publicPost(meta),
    edited: typeof meta.edited_at === "number",
    before: textIn(meta, "before"),
    reaction: textIn(meta, "reaction"),
    unproven: meta.unproven === true,
    choices: tapChoices(meta.choices),
  };
}

function tapChoices(given: unknown): string[] {
  const options = typeof given === "object" && given !== null ? Reflect.get(given, "options") : undefined;
  return Array.isArray(options) ? options.map((option) => textIn(option, "title")).filter(Boolean) : [];
}

function messageReview({ review }: Message["meta"]): string {
  if (typeof review !== "object" || review === null) return "";
  const { stars, edited } = review as Message["meta"];
  return reviewLine({
    stars: typeof stars === "number" ? stars : 0,
    edited: edited === true,
    ...{ device: textIn(review, "device"), android: textIn(review, "android"), version: textIn(review, "version") },
  });
}

const postWords = { mention: "Public mention", reply: "Public reply", quote: "Public quote" };

function publicPost({ post }: Message["meta"]): string {
  const kind = textIn(post, "kind");
  return kind === "mention" || kind === "reply" || kind === "quote" ? postWords[kind] : "";
}

function messageSource(meta: Message["meta"]): string {
  const link = textIn(meta, "deep_link");
  if (link) return `Opened the link ${link}`;
  const { referral } = meta;
  if (typeof referral !== "object" || referral === null) return "";
  const name = textIn(referral, "headline") || textIn(referral, "ref") || textIn(referral, "source_url");
  const ad = textIn(referral, "source_type") === "ad" || /^ADS?$/i.test(textIn(referral, "source"));
  return `Opened from ${ad ? "an ad" : "a link"}${name ? `: ${name}` : ""}`;
}

/** The same in plain text, a line each: before the words, and after them. */
export function factLines(message: Pick<Message, "meta" | "deleted">): { above: string[]; below: string[] } {
  const { quote, forwarded, source, review, post, edited, before, reaction, unproven, choices } = messageFacts(message);
  return {
    above: [
      ...(unproven ? ["(sender not verified)"] : []),
      ...(source ? [`(${source})`] : []),
      ...(review ? [`(${review})`] : []),
      ...(post ? [`(${post})`] : []),
      ...(forwarded ? ["(forwarded)"] : []),
      ...(quote ? [`> ${quote.by}: ${quote.text}`] : []),
    ],
    below: [
      ...(choices.length > 0 ? [`(choices: ${choices.join(" · ")})`] : []),
      ...(edited ? [before ? `(edited; before: ${before})` : "(edited)"] : []),
      ...(reaction ? [`(reaction: ${reaction})`] : []),
    ],
  };
}
