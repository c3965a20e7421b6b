// Reviews of Google Play: https://developers.google.com/android-publisher/reply-to-reviews
import { z } from "zod";
import { fetchOutside, type OutsideInit } from "../kit/outside";
import type { Handed } from "./message";
import { policiesFor } from "./policies";
import { knownServiceAccount, type ServiceAccount, TokenRefused } from "./service-account";

// int64 comes as text.
const Time = z.object({
  seconds: z.union([z.string().regex(/^\d{1,12}$/), z.number()]).transform(Number),
  nanos: z.number().int().default(0),
});
export type PlayTime = z.output<typeof Time>;
const UserComment = z.object({
  text: z.string().default(""),
  lastModified: Time,
  starRating: z.number().int().min(0).max(5).default(0),
  reviewerLanguage: z.string().default(""),
  device: z.string().default(""),
  androidOsVersion: z.number().int().optional(),
  appVersionCode: z.number().int().optional(),
  appVersionName: z.string().default(""),
  deviceMetadata: z.object({ productName: z.string().default("") }).optional(),
});
export const Review = z.object({
  reviewId: z.string().min(1).max(200),
  authorName: z.string().default(""),
  comments: z
    .array(
      z.object({
        userComment: UserComment.optional(),
        developerComment: z.object({ text: z.string().default(""), lastModified: Time }).optional(),
      }),
    )
    .default([]),
});
export type Review = z.output<typeof Review>;

const Listed = z.object({
  reviews: z.array(z.unknown()).default([]),
  tokenPagination: z.object({ nextPageToken: z.string().default("") }).optional(),
});
const Replied = z.object({ result: z.object({ lastEdited: Time }) });
const Problem = z.object({
  error: z.object({
    message: z.string().default(""),
    errors: z.array(z.object({ reason: z.string().default("") })).default([]),
  }),
});

const scope = "https://www.googleapis.com/auth/androidpublisher";
/** How Google says that there were too many calls, with 403 too. */
const tooMany = /^(rateLimitExceeded|userRateLimitExceeded|quotaExceeded|dailyLimitExceeded)$/;

/** A call that Google refused. `seconds`: after which it may be tried again, when there were too many. */
export class PlayRefused extends Error {
  constructor(
    readonly code: number,
    readonly said: string,
    readonly seconds: number | undefined,
  ) {
    super(`Google Play answered ${code}: ${said}`);
  }
}

/** A time as it is compared and kept: "1700000000.000000001". */
export function timeKey({ seconds, nanos }: PlayTime): string {
  return `${seconds}.${String(nanos).padStart(9, "0")}`;
}

/** The customer's words of a review, and the answer that stands under it. */
export function commentsIn({ comments }: Review) {
  return {
    user: comments.find(({ userComment }) => userComment)?.userComment,
    developer: comments.find(({ developerComment }) => developerComment)?.developerComment,
  };
}

type PlaySettings = { url: string; tokenUrl: string; account: ServiceAccount; app: string };

/** An app of the Play Store. @param given.app its package name; `url` and `tokenUrl`: Google's, or the sandbox's */
export function playstore({ url, tokenUrl, account, app }: PlaySettings) {
  const base = url.replace(/\/+$/, "");
  const { calls } = policiesFor(base);
  const identity = knownServiceAccount(account, { tokenUrl, policy: policiesFor(tokenUrl).calls });
  const reviews = `${base}/androidpublisher/v3/applications/${encodeURIComponent(app)}/reviews`;

  async function ask(address: string, init: OutsideInit = {}): Promise<unknown> {
    const headers = { ...init.headers, authorization: `Bearer ${await identity.bearer(scope)}` };
    const answer = await fetchOutside(address, { ...init, headers, redirect: "manual" }, calls);
    const said: unknown = await answer.json().catch(() => undefined);
    if (answer.status === 200) return said;
    if (answer.status === 401) identity.forget();
    const { message, errors } = Problem.safeParse(said).data?.error ?? { message: "", errors: [] };
    const many = answer.status === 429 || (answer.status === 403 && errors.some(({ reason }) => tooMany.test(reason)));
    throw new PlayRefused(many ? 429 : answer.status, message, many ? waitIn(answer.headers) : undefined);
  }

  return {
    /**
     * A page of the reviews of the last seven days, the one that changed last first. A review that can't be read is
     * left out. @throws PlayRefused, TokenRefused, OutsideError
     */
    async list({ most, token = "" }: { most: number; token?: string }): Promise<{ reviews: Review[]; next: string }> {
      const query = new URLSearchParams({ maxResults: String(most), ...(token ? { token } : {}) });
      const said = Listed.safeParse((await ask(`${reviews}?${query}`)) ?? undefined);
      if (!said.success) throw new PlayRefused(502, "an answer we can't read", undefined);
      const read = said.data.reviews.flatMap((one) => Review.safeParse(one).data ?? []);
      return { reviews: read, next: said.data.tokenPagination?.nextPageToken ?? "" };
    },
    /** @throws PlayRefused, TokenRefused, OutsideError */
    async review(id: string): Promise<Review> {
      const said = Review.safeParse(await ask(`${reviews}/${encodeURIComponent(id)}`));
      if (!said.success) throw new PlayRefused(502, "an answer we can't read", undefined);
      return said.data;
    },
    /** Answers a review; an answer that stands there is replaced. */
    async reply(id: string, replyText: string): Promise<Handed> {
      try {
        const body = JSON.stringify({ replyText });
        const init = { method: "POST", headers: { "content-type": "application/json" }, body };
        const said = Replied.safeParse(await ask(`${reviews}/${encodeURIComponent(id)}:reply`, init));
        return said.success
          ? { kind: "sent", provider_id: replyId(id, said.data.result.lastEdited) }
          : { kind: "unknown" };
      } catch (error) {
        return refusal(error);
      }
    },
  };
}

/** The id of an answer: with each change it is another one. */
export function replyId(review: string, at: PlayTime): string {
  return `${review}:reply:${timeKey(at)}`;
}

function waitIn(headers: Headers): number {
  const given = Number(headers.get("retry-after"));
  return Number.isFinite(given) && given > 0 ? Math.min(3_600, given) : 300;
}

function refusal(error: unknown): Handed {
  const words = playWords(error);
  // Whether it arrived can be looked up: not here.
  if (words === undefined) return { kind: "unknown" };
  if (error instanceof PlayRefused) {
    if (error.code >= 500) return { kind: "unknown" };
    if (error.seconds !== undefined) return { kind: "later", seconds: error.seconds };
    if (error.code === 404) return { kind: "refused", words: "This review is no longer in the Play Store." };
    if (error.code === 401 || error.code === 403) return { kind: "refused", words, stops: true };
    return { kind: "refused", words };
  }
  return { kind: "refused", words, stops: true };
}

/** What Google's answer means for whoever connected the app; undefined when the error is none of Google's. */
export function playWords(error: unknown): string | undefined {
  if (error instanceof TokenRefused) {
    if (error.error === "invalid_key") return "The private key in this JSON can't be used. Download a new key file.";
    if (error.status >= 500) return "Google does not hand out access now. Try again in a moment.";
    const said = (error.description || error.error).slice(0, 200);
    return `Google does not accept this key. Create a new one for the service account.${said ? ` Google says: ${said}` : ""}`;
  }
  if (!(error instanceof PlayRefused)) return undefined;
  const said = error.said.slice(0, 200);
  if (error.code === 401) return "Google no longer accepts this key. Create a new one for the service account.";
  if (error.code === 403)
    return /has not been used|is disabled/i.test(error.said)
      ? "Enable the Google Play Android Developer API in the service account's Google Cloud project."
      : "This service account may not answer reviews. Give it the permission “Reply to reviews” in the Play Console.";
  if (error.code === 404) return "Google Play has no app with this package name that this service account may see.";
  if (error.code === 429) return "Google Play takes no more calls for this app at the moment.";
  if (error.code >= 500) return "Google Play can't answer at the moment. Try again in a moment.";
  return /too long|350/i.test(error.said) ? "Google Play says that this is too long." : `Google Play says: ${said}`;
}
