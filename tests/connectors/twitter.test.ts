import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTwitter } from "../../sandbox/twitter";
import { oauthSignature } from "../../services/connectors/oauth1";
import { resetIn, twitter, XRefused, xRefusal, xWords } from "../../services/connectors/twitter";
import { challengeAnswer, readActivity, signedByX, xSignature } from "../../services/connectors/twitter.events";

let x: Awaited<ReturnType<typeof startTwitter>>;
let account: ReturnType<typeof twitter>;
const keysOf = ({ keys }: typeof x) => ({
  ...{ consumer_key: keys.api_key, consumer_secret: keys.api_secret },
  ...{ token: keys.access_token, token_secret: keys.access_secret },
});

beforeAll(async () => {
  x = await startTwitter();
  account = twitter({ url: x.url, keys: keysOf(x) });
});
beforeEach(() => Object.assign(x.behaviour, { send: "accept", limitSeconds: 900 }));
afterAll(() => x.close());

test("a request is signed as in X's own example", () => {
  const url = `https://api.twitter.com/1.1/statuses/update.json?include_entities=true&status=${encodeURIComponent("Hello Ladies + Gentlemen, a signed OAuth request!")}`;
  const protocol = {
    ...{ oauth_consumer_key: "xvz1evFS4wEEPTGEFPHBog", oauth_signature_method: "HMAC-SHA1" },
    ...{ oauth_nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", oauth_timestamp: "1318622958" },
    ...{ oauth_token: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", oauth_version: "1.0" },
  };
  const secrets = {
    consumer_secret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
    token_secret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE",
  };
  expect(oauthSignature({ method: "POST", url }, protocol, secrets)).toBe("hCtSmYh+iHYCEqBWrE7C7hYmtUk=");
});

test("who the account is; other keys are refused in words", async () => {
  expect(await account.me()).toEqual({ id: x.account.id, name: "Savanna Traders", shown: "@savannatraders" });
  const other = twitter({ url: x.url, keys: { ...keysOf(x), token_secret: "another" } });
  const refused: unknown = await other.me().catch((error: unknown) => error);
  expect(xWords(refused)).toMatch(/does not accept these keys/);
  expect(xRefusal(refused)).toMatchObject({ kind: "refused", stops: true });
});

test("direct messages, pictures, replies in public and deletions are on X", async () => {
  x.join("44", "Wanjiru", "wanjiru");
  await x.mention("44", { text: "Where is my order?" });
  const [post] = x.people()[0]?.lines ?? [];
  const reply = await account.reply(post?.id ?? "", { text: "On its way." });
  expect(reply).toMatchObject({ kind: "sent", provider_id: expect.stringMatching(/^tweet:\d+$/) });
  const media = await account.upload({ name: "a.png", type: "image/png", bytes: new Uint8Array([1, 2]) }, "dm");
  const dm = await account.dm("44", { text: "", media });
  expect(dm).toMatchObject({ kind: "sent", provider_id: expect.stringMatching(/^dm:\d+$/) });
  const lines = () => x.people()[0]?.lines.slice(1) ?? [];
  expect(lines()).toMatchObject([
    { kind: "post", reply_to: post?.id, text: "On its way.", gone: false },
    { kind: "dm", picture: { name: "a.png" }, gone: false },
  ]);
  expect(await account.findConversation(reply.kind === "sent" ? reply.provider_id.slice(6) : "")).toBe(post?.id);
  for (const sent of [reply, dm]) if (sent.kind === "sent") await account.remove(sent.provider_id);
  expect(lines()).toMatchObject([{ gone: true }, { gone: true }]);
});

test("too many calls: it waits exactly until X says; a refusal says why; what X does not tell is unknown", async () => {
  x.join("45");
  Object.assign(x.behaviour, { send: "wait", limitSeconds: 420 });
  const waiting = await account.dm("45", { text: "Habari" });
  expect(waiting.kind).toBe("later");
  expect(waiting.kind === "later" ? waiting.seconds : 0).toBeGreaterThan(415);
  expect(waiting.kind === "later" ? waiting.seconds : 0).toBeLessThanOrEqual(421);
  x.behaviour.send = "silent";
  expect(await account.dm("45", { text: "Habari" })).toEqual({ kind: "unknown" });
  x.behaviour.send = "accept";
  x.join("45").closed = true;
  expect(await account.dm("45", { text: "Habari" })).toMatchObject({
    ...{ kind: "refused", words: expect.stringContaining("does not let you write to this person") },
  });
});

test("of X's limits the one counts that is used up for longest", () => {
  const now = 1_800_000_000_000;
  const headers = (more: Record<string, string>) => new Headers({ "x-rate-limit-reset": "1800000060", ...more });
  expect(resetIn(headers({}), now)).toBe(61);
  const day = { "x-user-limit-24hour-reset": "1800003600" };
  expect(resetIn(headers({ ...day, "x-user-limit-24hour-remaining": "0" }), now)).toBe(3_601);
  expect(resetIn(headers({ ...day, "x-user-limit-24hour-remaining": "7" }), now)).toBe(61);
  expect(resetIn(new Headers(), now)).toBe(900);
});

test("a permission that the application lacks stops the channel, a post that is there already does not", () => {
  expect(xRefusal(new XRefused(403, "Your client app is not configured / oauth1-permissions"))).toMatchObject({
    ...{ kind: "refused", stops: true, words: expect.stringContaining("read, write and direct messages") },
  });
  expect(xRefusal(new XRefused(403, "You are not allowed to create a Tweet with duplicate content."))).toEqual({
    ...{ kind: "refused", words: "X does not take the same post twice." },
  });
});

test("a file is fetched from X's hosts only", async () => {
  await expect(account.download("https://evil.test/a.png")).rejects.toThrow("not the address of a file of X");
  await expect(account.download("http://ton.twitter.com/a.png")).rejects.toThrow("not the address of a file of X");
});

describe("what X posts", () => {
  const own = "1500000000000000001";
  const user = { id_str: "44", name: "Wanjiru", screen_name: "wanjiru" };
  const tweet = (more: object) => ({
    ...{ id_str: "900", timestamp_ms: "1700000000000", text: "@savannatraders hi", user },
    ...{ entities: { urls: [], user_mentions: [{ id_str: own }] } },
    ...more,
  });
  const read = (...tweet_create_events: object[]) =>
    readActivity({ for_user_id: own, tweet_create_events }, "@savannatraders");

  test("proofs are over the very bytes, by the application's secret", () => {
    const raw = Buffer.from('{"a":1}');
    expect(signedByX("secret", xSignature("secret", raw), raw)).toBe(true);
    expect(signedByX("secret", xSignature("other", raw), raw)).toBe(false);
    expect(signedByX("secret", xSignature("secret", raw), Buffer.from('{"a": 1}'))).toBe(false);
    expect(signedByX("secret", undefined, raw)).toBe(false);
    expect(signedByX("", xSignature("", raw), raw)).toBe(false);
    expect(challengeAnswer("secret", "token")).toBe(xSignature("secret", Buffer.from("token")));
  });

  test("mentions, replies and quotes are messages; whoever repeats a post writes nothing", () => {
    const none = { entities: { urls: [], user_mentions: [] } };
    const { items, faults } = read(
      tweet({}),
      tweet({ id_str: "901", in_reply_to_status_id_str: "800", in_reply_to_user_id_str: own }),
      tweet({ id_str: "902", ...none, quoted_status: { id_str: "800", user: { id_str: own } } }),
      tweet({ id_str: "903", retweeted_status: {} }),
      tweet({ id_str: "904", ...none }),
      tweet({ id_str: "905", user: { ...user, id_str: own }, ...none }),
    );
    expect(faults).toEqual([]);
    expect(items).toMatchObject([
      {
        ...{ provider_id: "tweet:900", at: 1_700_000_000_000, echo: false, text: "@savannatraders hi" },
        ...{
          sender: { external_id: "44", name: "Wanjiru (@wanjiru)" },
          meta: { post: { kind: "mention", reply_to: "" } },
        },
      },
      { provider_id: "tweet:901", meta: { post: { kind: "reply", reply_to: "800" } } },
      { provider_id: "tweet:902", meta: { post: { kind: "quote" } } },
    ]);
  });

  test("the whole text of a long post, its links as they were written, its picture apart", () => {
    const { items } = read(
      tweet({
        text: "@savannatraders hi…",
        extended_tweet: {
          full_text: "@savannatraders 5 &lt; 6 see https://t.co/a https://t.co/p",
          entities: {
            urls: [{ url: "https://t.co/a", expanded_url: "https://savanna.test/x" }],
            user_mentions: [{ id_str: own }],
          },
          extended_entities: {
            media: [{ url: "https://t.co/p", media_url_https: "https://pbs.twimg.com/p.jpg", type: "photo" }],
          },
        },
      }),
    );
    expect(items).toMatchObject([
      {
        text: "@savannatraders 5 < 6 see https://savanna.test/x",
        media: { id: "https://pbs.twimg.com/p.jpg", type: "image/jpeg" },
      },
    ]);
  });

  test("a bad item stops no other; a deleted post, a read mark and a revoked access are told", () => {
    const { items, faults } = readActivity(
      {
        for_user_id: own,
        tweet_create_events: [{ id_str: 5 }, tweet({})],
        tweet_delete_events: [{ status: { id: "900", user_id: own }, timestamp_ms: "1700000000001" }],
        direct_message_mark_read_events: [{ created_timestamp: "1700000000002", sender_id: "44" }],
        user_event: { revoke: { source: { user_id: own } } },
      },
      "@savannatraders",
    );
    expect(faults).toEqual(["A post is not as we know it."]);
    expect(items).toMatchObject([
      { kind: "message" },
      { kind: "change", provider_id: "tweet:900", change: "deleted" },
      { kind: "mark", external_id: "44", before: 1_700_000_000_002, status: "read" },
      { kind: "word", stops: true },
    ]);
  });
});
