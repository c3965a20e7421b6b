// Reviews of Google Play over HTTP on loopback, with the tokens of a service account, and the people who write them.
import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { listenOn } from "./chat-wire";
import { googleAccounts } from "./google-accounts";

type PlayMoment = { seconds: string; nanos: number };
/** A review as the Play Store shows it. */
export type PlayReview = {
  id: string;
  author: string;
  stars: number;
  text: string;
  device: string;
  version: string;
  modified: PlayMoment;
  reply: { text: string; at: PlayMoment } | undefined;
};
type ReviewText = Pick<PlayReview, "stars" | "text">;

/** May be changed at any time. */
type PlayBehaviour = {
  /** What an answer meets; `silent`: it stands there, and no one is told. */
  replies: "accept" | "limit" | "forbid" | "silent";
  /** What a reading meets. */
  reads: "answer" | "limit" | "fail";
};

export type SandboxPlay = Awaited<ReturnType<typeof startPlayStore>>;

const mostListed = 100;
/** Google lists the reviews of the last week. */
const listedSeconds = 7 * 86_400;

/** A Play Store with one app on loopback; port 0 takes a free one. */
export async function startPlayStore({ app: packageName = "ke.co.savanna.shop", port = 0 } = {}) {
  const behaviour: PlayBehaviour = { replies: "accept", reads: "answer" };
  const counts = { tokens: 0, lists: 0, replies: 0 };
  const reviews = new Map<string, PlayReview>();
  const google = googleAccounts(() => `${url}/token`, {
    ...{ project: "jibu-sandbox", client_email: "reviews@jibu-sandbox.iam.gserviceaccount.com" },
    scope: "https://www.googleapis.com/auth/androidpublisher",
  });
  let [url, last] = ["", 0];

  /** Now, and never the same twice. */
  function moment(): PlayMoment {
    last = Math.max(last + 1, Date.now());
    return { seconds: String(Math.floor(last / 1_000)), nanos: (last % 1_000) * 1_000_000 };
  }

  const fault = (c: Context, code: 400 | 401 | 403 | 404 | 429 | 503, message: string, reason = "") =>
    c.json({ error: { code, message, status: reason, errors: [{ message, domain: "global", reason }] } }, code);

  const http = new Hono();
  http.post("/token", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const given = google.exchange(form.get("grant_type") ?? "", form.get("assertion") ?? "");
    if (!given) return c.json({ error: "invalid_grant", error_description: "Invalid JWT Signature." }, 400);
    counts.tokens++;
    return c.json(given);
  });
  http.use("/androidpublisher/v3/applications/:app/*", async (c, next) => {
    if (!google.isValid(c.req.header("authorization") ?? ""))
      return fault(c, 401, "Request had invalid authentication credentials.", "authError");
    if (c.req.param("app") !== packageName) return fault(c, 404, "Package not found: it.", "applicationNotFound");
    return next();
  });
  http.get("/androidpublisher/v3/applications/:app/reviews", (c) => {
    counts.lists++;
    if (behaviour.reads === "limit") return fault(c, 429, "Quota exceeded.", "rateLimitExceeded");
    if (behaviour.reads === "fail") return fault(c, 503, "The service is unavailable.", "backendError");
    const most = Math.min(mostListed, Math.max(1, Number(c.req.query("maxResults")) || 10));
    const from = Number(c.req.query("token")) || 0;
    const since = Date.now() / 1_000 - listedSeconds;
    const listed = newestFirst().filter(({ modified }) => Number(modified.seconds) > since);
    const more = from + most < listed.length;
    return c.json({
      reviews: listed.slice(from, from + most).map(onTheWire),
      ...(more ? { tokenPagination: { nextPageToken: String(from + most) } } : {}),
    });
  });
  http.get("/androidpublisher/v3/applications/:app/reviews/:id", (c) => {
    const review = reviews.get(c.req.param("id"));
    return review ? c.json(onTheWire(review)) : fault(c, 404, "The review was not found.", "notFound");
  });
  http.post("/androidpublisher/v3/applications/:app/reviews/:id", async (c) => {
    const [id = "", call] = c.req.param("id").split(":reply");
    if (call === undefined) return fault(c, 404, "Not found.", "notFound");
    const { replyText = "" } = (await c.req.json().catch(() => ({}))) as { replyText?: string };
    if (behaviour.replies === "limit") return fault(c, 429, "Quota exceeded.", "quotaExceeded");
    if (behaviour.replies === "forbid")
      return fault(c, 403, "The caller does not have permission.", "permissionDenied");
    const review = reviews.get(id);
    if (!review) return fault(c, 404, "The review was not found.", "notFound");
    if (replyText === "") return fault(c, 400, "The reply text is empty.", "invalid");
    if ([...replyText].length > 350) return fault(c, 400, "The reply is longer than 350 characters.", "invalid");
    counts.replies++;
    review.reply = { text: replyText, at: moment() };
    if (behaviour.replies === "silent") return fault(c, 503, "The service is unavailable.", "backendError");
    return c.json({ result: { replyText, lastEdited: review.reply.at } });
  });

  const newestFirst = () =>
    [...reviews.values()].sort(
      (a, b) => Number(b.modified.seconds) - Number(a.modified.seconds) || b.modified.nanos - a.modified.nanos,
    );

  const server = await listenOn(http, port);
  url = server.url;
  return {
    ...{ url, tokenUrl: `${url}/token`, close: server.close, app: packageName, key: google.key, behaviour, counts },
    /** Settings of an application that reads its reviews here. */
    settings: { PLAY_URL: url, GOOGLE_TOKEN_URL: `${url}/token`, PLAY_POLL_SECONDS: 2 },
    reviews: newestFirst,
    /** Someone reviews the app. `at`: another time than now, milliseconds. @returns the review's id */
    write(given: ReviewText & { author: string; device?: string; version?: string; at?: number }): string {
      const { author, stars, text, device = "Tecno Spark 20", version = "2.3.1", at } = given;
      const id = randomUUID();
      const modified = at === undefined ? moment() : { seconds: String(Math.floor(at / 1_000)), nanos: 0 };
      reviews.set(id, { id, author, stars, text, device, version, modified, reply: undefined });
      return id;
    },
    /** They change their review: other words, other stars. */
    edit(id: string, given: ReviewText): void {
      const review = reviews.get(id);
      if (review) Object.assign(review, given, { modified: moment() });
    },
    /** Somebody answers in the Play Console. */
    answer(id: string, text: string): void {
      const review = reviews.get(id);
      if (review) review.reply = { text, at: moment() };
    },
    remove: (id: string) => reviews.delete(id),
    /** Every access token ends at once. */
    revoke: google.revoke,
  };
}

function onTheWire({ id, author, stars, text, device, version, modified, reply }: PlayReview): object {
  const userComment = {
    ...{ text, lastModified: modified, starRating: stars, reviewerLanguage: "en", device: "spark" },
    ...{ androidOsVersion: 34, appVersionCode: 231, appVersionName: version, thumbsUpCount: 0, thumbsDownCount: 0 },
    deviceMetadata: { productName: device, manufacturer: "Tecno", deviceClass: "FORM_FACTOR_PHONE" },
  };
  const developer = reply ? [{ developerComment: { text: reply.text, lastModified: reply.at } }] : [];
  return { reviewId: id, authorName: author, comments: [{ userComment }, ...developer] };
}
