import { readJson } from "../../connectors/message";
import { playWords } from "../../connectors/playstore";
import { readReview, storedReview } from "../../connectors/playstore.items";
import { constantTimeEqual } from "../../kit/constant-time";
import type { Sample } from "../contract.forms";
import type { Network } from "../network";
import { appWith } from "../playstore/app";

const rehearsed = "rehearsal-review";

/** Reviews of the Play Store: they are asked for (services/social/playstore), and answered one by one. */
export const playstoreNetwork: Network = {
  pace: { perSecond: 5, between: 0, perDay: 2_000 },
  words: {
    mend: "Paste a new key of the service account, or give it its permission again.",
    unsigned: "",
    waiting: "Reviews with words appear here some minutes after they are published.",
  },
  line({ deps, row, secrets }) {
    return {
      async check() {
        await appWith(deps, row.external_id, secrets).list({ most: 1 });
        return null;
      },
      hand: () => Promise.reject(new Error("an answer to a review is handed over with what is known of it")),
      download: () => Promise.reject(new Error("a review has no files")),
    };
  },
  read(raw, row) {
    const { items, faults } = readReview(readJson(raw), row.external_id);
    return { items: items.map((item) => ({ number: "", item })), faults };
  },
  // Nothing posts reviews to us; a rehearsal comes this way.
  proved: ({ proof }, given) => constantTimeEqual(given ?? "", proof),
  explain: playWords,
  rehearsal: {
    customers: [rehearsed],
    bodies: (_, sample) => reviews(sample).map((body) => body.toString()),
    proof: ({ proof }) => proof,
  },
};

let last = 0;

function reviews(sample: Sample): Buffer[] {
  // Each has a time of its own, by which it is known.
  const review = (starRating: number, text: string, edited = false) => {
    last = Math.max(last + 1, Date.now());
    const lastModified = { seconds: String(Math.floor(last / 1_000)), nanos: (last % 1_000) * 1_000_000 };
    const about = { device: "oriole", androidOsVersion: 34, appVersionName: "2.3.1", reviewerLanguage: "en" };
    const comments = [{ userComment: { text, starRating, lastModified, ...about } }];
    return storedReview({ review: { reviewId: rehearsed, authorName: "Rehearsal", comments }, fresh: true, edited });
  };
  if (sample === "text") return [review(4, "Good app. Is my order on its way?")];
  if (sample === "duplicate") {
    const one = review(3, "This came three times and is shown once.");
    return [one, one, one];
  }
  if (sample === "edit") return [review(2, "It closes when I pay."), review(5, "It works since the update.", true)];
  return [];
}
