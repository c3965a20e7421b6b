import { z } from "zod";
import { stars } from "../../rules/reviews";
import type { Item } from "./message";
import { commentsIn, Review, replyId, timeKey } from "./playstore";

/** What is new of a review: its words (an edit when they were others before), and an answer that we did not write. */
const StoredReview = z.object({
  review: Review,
  fresh: z.boolean(),
  edited: z.boolean().default(false),
  /** An answer was written in the Play Console. */
  answered: z.boolean().default(false),
});
type StoredReview = z.input<typeof StoredReview>;

/** The bytes in which a review is stored until it is looked at; `review` as Google gave it. */
export function storedReview(given: StoredReview): Buffer {
  return Buffer.from(JSON.stringify(given));
}

/** The parts of a stored review. @param app the package name */
export function readReview(body: unknown, app: string): { items: Item[]; faults: string[] } {
  const given = StoredReview.safeParse(body);
  if (!given.success) return { items: [], faults: ["This is no review."] };
  const { review, fresh, edited, answered } = given.data;
  const { reviewId, authorName } = review;
  const { user, developer } = commentsIn(review);
  const sender = {
    ...{ external_id: reviewId, aliases: [], name: authorName.trim().slice(0, 200), msisdn: "" },
    language: user?.reviewerLanguage.slice(0, 10) ?? "",
  };
  const items: Item[] = [];
  if (fresh && user) {
    // A title of its own is separated by a tab.
    const text = user.text.replaceAll("\t", "\n").trim().slice(0, 25_000);
    items.push({
      ...{ kind: "message", provider_id: `${reviewId}:${timeKey(user.lastModified)}`, echo: false, sender },
      ...{ at: user.lastModified.seconds * 1_000, recipient: app, type: "text" },
      text: [stars(user.starRating), text].filter(Boolean).join("\n") || "A review without words",
      meta: {
        review: {
          stars: user.starRating,
          edited,
          device: (user.deviceMetadata?.productName || user.device).slice(0, 120),
          android: user.androidOsVersion === undefined ? "" : androidName(user.androidOsVersion),
          version: (user.appVersionName || String(user.appVersionCode ?? "")).slice(0, 60),
        },
      },
    });
  }
  if (answered && developer)
    items.push({
      ...{ kind: "message", provider_id: replyId(reviewId, developer.lastModified), echo: true, sender },
      ...{ at: developer.lastModified.seconds * 1_000, recipient: app, type: "text" },
      ...{ text: developer.text.slice(0, 25_000), meta: {} },
    });
  return { items, faults: [] };
}

/** Google tells the level of the API ("34"), people know the version. https://apilevels.com */
function androidName(level: number): string {
  const names: Record<number, string> = {
    ...{ 21: "5.0", 22: "5.1", 23: "6", 24: "7.0", 25: "7.1", 26: "8.0", 27: "8.1", 28: "9", 29: "10", 30: "11" },
    ...{ 31: "12", 32: "12L", 33: "13", 34: "14", 35: "15", 36: "16" },
  };
  return names[level] ?? `API ${level}`;
}
