import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type SandboxPlay, startPlayStore } from "../../sandbox/playstore";
import { commentsIn, PlayRefused, playstore, playWords } from "../../services/connectors/playstore";
import { readReview } from "../../services/connectors/playstore.items";
import { ServiceAccount } from "../../services/connectors/service-account";

let google: SandboxPlay;
beforeAll(async () => {
  google = await startPlayStore();
});
beforeEach(() => Object.assign(google.behaviour, { replies: "accept", reads: "answer" }));
afterAll(() => google.close());

const account = () => ServiceAccount.parse(JSON.parse(google.key));
const app = (more: Partial<Parameters<typeof playstore>[0]> = {}) =>
  playstore({ url: google.url, tokenUrl: google.tokenUrl, account: account(), app: google.app, ...more });
const words = (work: Promise<unknown>) =>
  work.then(
    () => "no fault",
    (error: unknown) => playWords(error),
  );

test("an access token is asked for once, and again when it has ended", async () => {
  const before = google.counts.tokens;
  await app().list({ most: 1 });
  await app().list({ most: 1 });
  expect(google.counts.tokens).toBe(before + 1);
  google.revoke();
  await expect(app().list({ most: 1 })).rejects.toBeInstanceOf(PlayRefused);
  await app().list({ most: 1 });
  expect(google.counts.tokens).toBe(before + 2);
});

test("reviews come page by page, the newest first, each once", async () => {
  const ids = [1, 2, 3, 4, 5].map((n) => google.write({ author: `Reader ${n}`, stars: n, text: `Review ${n}` }));
  const first = await app().list({ most: 2 });
  const second = await app().list({ most: 2, token: first.next });
  const third = await app().list({ most: 2, token: second.next });
  const all = [first, second, third].flatMap(({ reviews }) => reviews.map(({ reviewId }) => reviewId));
  expect(all).toEqual([...ids].reverse());
  expect(third.next).toBe("");
});

test("an answer replaces the one before, and says what it was refused for", async () => {
  const id = google.write({ author: "Akinyi", stars: 2, text: "Slow." });
  expect(await app().reply(id, "Thank you.")).toMatchObject({ kind: "sent" });
  expect(await app().reply(id, "It is fixed now.")).toMatchObject({ kind: "sent" });
  expect(commentsIn(await app().review(id)).developer?.text).toBe("It is fixed now.");
  expect(await app().reply(id, "x".repeat(351))).toMatchObject({
    kind: "refused",
    words: expect.stringMatching(/too long/),
  });
  expect(await app().reply("nobody", "Hello")).toMatchObject({
    kind: "refused",
    words: expect.stringMatching(/no longer/),
  });
  google.behaviour.replies = "limit";
  expect(await app().reply(id, "Hello")).toMatchObject({ kind: "later", seconds: 300 });
  google.behaviour.replies = "forbid";
  expect(await app().reply(id, "Hello")).toMatchObject({
    kind: "refused",
    stops: true,
    words: expect.stringMatching(/Reply to reviews/),
  });
  google.behaviour.replies = "silent";
  expect(await app().reply(id, "Hello")).toEqual({ kind: "unknown" });
});

test("what is wrong with the key, the app or the moment is said in words", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const other = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  expect(await words(app({ account: { ...account(), private_key: other } }).list({ most: 1 }))).toMatch(
    /does not accept this key/,
  );
  const broken = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
  expect(await words(app({ account: { ...account(), private_key: broken } }).list({ most: 1 }))).toMatch(
    /can't be used/,
  );
  expect(await words(app({ app: "ke.co.another" }).list({ most: 1 }))).toMatch(/no app with this package name/);
  google.behaviour.reads = "limit";
  expect(await words(app().list({ most: 1 }))).toMatch(/no more calls/);
  google.behaviour.reads = "fail";
  expect(await words(app().list({ most: 1 }))).toMatch(/can't answer at the moment/);
});

test("a stored review is a message with its stars and what it was written on; another's answer is an echo", () => {
  const user = {
    ...{ text: "Title\tIt closes.", lastModified: { seconds: "1700000000", nanos: 5 }, starRating: 2 },
    ...{ reviewerLanguage: "sw", device: "oriole", androidOsVersion: 34, appVersionCode: 231, appVersionName: "2.3.1" },
  };
  const developer = { text: "Pole sana.", lastModified: { seconds: "1700000100" } };
  const review = {
    reviewId: "r1",
    authorName: "Otieno",
    comments: [{ userComment: user }, { developerComment: developer }],
  };
  const { items } = readReview({ review, fresh: true, edited: true, answered: true }, "ke.co.shop");
  expect(items).toMatchObject([
    {
      ...{
        provider_id: "r1:1700000000.000000005",
        at: 1_700_000_000_000,
        text: "★★☆☆☆\nTitle\nIt closes.",
        echo: false,
      },
      sender: { external_id: "r1", name: "Otieno", language: "sw" },
      meta: { review: { stars: 2, edited: true, device: "oriole", android: "14", version: "2.3.1" } },
    },
    { provider_id: "r1:reply:1700000100.000000000", text: "Pole sana.", echo: true },
  ]);
  expect(readReview({ review: 1 }, "ke.co.shop")).toMatchObject({ items: [], faults: [expect.any(String)] });
});
