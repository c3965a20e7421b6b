import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SandboxMessenger, startMessenger } from "../../sandbox/messenger";
import { GraphRefused } from "../../services/connectors/graph";
import type { Item } from "../../services/connectors/message";
import { messenger, pageFields } from "../../services/connectors/messenger";
import { errorHandling } from "../../services/connectors/messenger.errors";
import { readPage } from "../../services/connectors/messenger.events";

const page = "104998765432109";
const user = "24831234567890123";
const time = 1_760_000_000_123;
const from = { sender: { id: user }, recipient: { id: page }, timestamp: time };
const by = { sender: { id: page }, recipient: { id: user }, timestamp: time };
const body = (...messaging: unknown[]) => ({ object: "page", entry: [{ id: page, time, messaging }] });
const read = (...messaging: unknown[]): Item[] => readPage(body(...messaging)).items.map(({ item }) => item);
const message = (more: object) => read({ ...from, message: { mid: "m_1", ...more } });
const image = (url: string, more: object = {}) => ({ type: "image", payload: { url, ...more } });

describe("what Messenger's webhooks say", () => {
  test("a text, with its time by Messenger's clock and what it answers", () => {
    const reply_to = { mid: "m_0", is_self_reply: false };
    expect(message({ text: "Habari", reply_to, quick_reply: { payload: "YES" } })).toEqual([
      {
        ...{
          kind: "message",
          provider_id: "m_1",
          at: time,
          recipient: page,
          echo: false,
          type: "text",
          text: "Habari",
        },
        sender: { external_id: user, aliases: [], name: "", msisdn: "", language: "" },
        meta: { reply_to: "m_0", payload: "YES" },
      },
    ]);
    // Seconds, and times as text, come as well.
    expect(read({ ...from, timestamp: "1527459824", message: { mid: "m", text: "x" } })[0]).toMatchObject({
      at: 1_527_459_824_000,
    });
  });

  test("each attachment is a bubble of its own; words go with the first file", () => {
    const attachments = [
      image("https://scontent.xx.fbcdn.net/a/cat.png?x=1"),
      { type: "file", payload: { url: "https://cdn.fbsbx.com/b/Price%20list.pdf?dl=1" } },
    ];
    const items = message({ text: "Look", attachments });
    expect(items).toMatchObject([
      {
        provider_id: "m_1",
        text: "Look",
        media: { id: "https://scontent.xx.fbcdn.net/a/cat.png?x=1", name: "cat.png" },
      },
      { provider_id: "m_1#2", text: "", media: { name: "Price list.pdf", type: "" } },
    ]);
  });

  test("a sticker comes once, also while Meta sends it twice; the thumb is one", () => {
    const sticker = {
      type: "sticker",
      payload: { sticker_id: 767226160478561, url: "https://scontent.xx.fbcdn.net/s" },
    };
    const twice = [image("https://scontent.xx.fbcdn.net/s", { sticker_id: 767226160478561 }), sticker];
    expect(message({ attachments: twice })).toMatchObject([{ media: { name: "sticker.png" } }]);
    expect(message({ attachments: [image("https://x.fbcdn.net/l", { sticker_id: 369239263222822 })] })).toMatchObject([
      { type: "text", text: "👍" },
    ]);
  });

  test("what is shared is its name and address; what no one knows is a placeholder", () => {
    const shared = { type: "fallback", title: "A shop", url: "https://shop.test/1", payload: null };
    expect(message({ attachments: [shared] })).toMatchObject([{ type: "text", text: "A shop\nhttps://shop.test/1" }]);
    // A typed link is one message: what it leads to makes no second bubble.
    const wrapped = { ...shared, url: "https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.test%2F1&h=x" };
    for (const link of [shared, wrapped]) {
      const parts = message({ text: "see https://shop.test/1", attachments: [link] });
      expect(parts).toHaveLength(1);
      expect(parts).toMatchObject([{ text: "see https://shop.test/1\nA shop" }]);
    }
    for (const odd of [{ type: "hologram" }, { type: "fallback" }, 7, null, { type: "image", payload: {} }])
      expect(message({ attachments: [odd] })).toMatchObject([{ type: "unsupported", text: "" }]);
    expect(message({})).toMatchObject([{ type: "unsupported" }]);
  });

  test("an echo of ours is news of our message; another's is a message of the page", () => {
    const echo = { mid: "m_e", is_echo: true, app_id: 1_517_776_481_860_111, text: "Hello" };
    expect(read({ ...by, message: { ...echo, metadata: "jibu:0123456789abcdef" } })).toEqual([
      { kind: "status", provider_id: "m_e", message_id: "0123456789abcdef", status: "sent", reason: "" },
    ]);
    for (const metadata of [undefined, "another program's"])
      expect(read({ ...by, message: { ...echo, metadata } })).toMatchObject([
        {
          kind: "message",
          echo: true,
          sender: { external_id: user },
          text: "Hello",
          meta: { app_id: "1517776481860111" },
        },
      ]);
  });

  test("deliveries, reads, reactions, edits, deletions and buttons", () => {
    expect(read({ ...from, delivery: { mids: ["m_1", "m_2"], watermark: time } })).toMatchObject([
      { kind: "status", provider_id: "m_1", status: "delivered" },
      { kind: "status", provider_id: "m_2", status: "delivered" },
      { kind: "mark", external_id: user, before: time, status: "delivered" },
    ]);
    expect(read({ ...from, delivery: { watermark: time } })).toHaveLength(1);
    expect(read({ ...from, read: { watermark: time } })).toEqual([
      { kind: "mark", external_id: user, before: time, status: "read" },
    ]);
    const reaction = { mid: "m_9", reaction: "like", action: "react" };
    expect(read({ ...from, reaction: { ...reaction, emoji: "🎉" } })).toMatchObject([
      { change: "reaction", text: "🎉" },
    ]);
    expect(read({ ...from, reaction })).toMatchObject([{ provider_id: "m_9", text: "👍" }]);
    expect(read({ ...from, reaction: { mid: "m_9", action: "unreact" } })).toMatchObject([{ text: "" }]);
    expect(read({ ...from, message_edit: { mid: "m_9", text: "Better", num_edit: 1 } })).toEqual([
      { kind: "change", provider_id: "m_9", change: "edited", text: "Better", at: time },
    ]);
    expect(message({ is_deleted: true })).toMatchObject([{ kind: "change", provider_id: "m_1", change: "deleted" }]);
    const referral = { ref: "poster", source: "SHORTLINK", type: "OPEN_THREAD" };
    expect(read({ ...from, postback: { mid: "m_b", title: "Get started", payload: "START", referral } })).toMatchObject(
      [{ provider_id: "m_b", text: "Get started", meta: { payload: "START", referral: { ref: "poster" } } }],
    );
    // An id that is missing is made of what never changes, so that the same press twice is one.
    const old = { ...from, postback: { payload: "START" } };
    expect(read(old)).toEqual(read(old));
    expect(read(old)).toMatchObject([{ text: "START", provider_id: `postback:${user}:${time}` }]);
  });

  test("no one's id matches nothing (M10); a null target is a fault, not a change", () => {
    for (const bad of [{ reaction: { mid: null } }, { message_edit: { text: "x" } }, { reaction: { mid: "" } }])
      expect(readPage(body({ ...from, ...bad }))).toMatchObject({
        items: [],
        faults: [expect.stringMatching(/not as we know it/)],
      });
  });

  test("a block stops the page and says why; what belongs to no one is told as a fault", () => {
    const block = {
      recipient: { id: page },
      timestamp: time,
      policy_enforcement: { action: "block", reason: "Spam." },
    };
    expect(read(block)).toEqual([{ kind: "word", words: "Facebook says of this page: block. Spam.", stops: true }]);
    const unblock = { recipient: { id: page }, policy_enforcement: { action: "unblock" } };
    expect(read(unblock)).toMatchObject([{ stops: false }]);
    const nobody = { sender: { user_ref: "r" }, recipient: { id: page }, message: { mid: "m", text: "x" } };
    expect(readPage(body(nobody)).faults).toEqual(["A message is of no one with an id."]);
  });

  test("what is known and says nothing is quiet; what is unknown is a fault; standby and Meta's test button are read", () => {
    for (const quiet of ["referral", "optin", "pass_thread_control"])
      expect(readPage(body({ ...from, [quiet]: {} }))).toEqual({ items: [], faults: [] });
    expect(readPage(body({ ...from, hologram: {} })).faults).toHaveLength(1);
    const event = { ...from, message: { mid: "m_s", text: "Heard" } };
    const entry = {
      id: page,
      time,
      standby: [event],
      changes: [
        { field: "messages", value: event },
        { field: "feed", value: { item: "post" } },
      ],
    };
    expect(readPage({ object: "page", entry: [entry] }).items).toHaveLength(2);
    for (const other of [null, {}, { object: "instagram", entry: [] }, "page", { object: "page" }])
      expect(readPage(other)).toEqual({ items: [], faults: ["This is no event of a page's."] });
  });

  test("M5: whatever stands between them, every good event is read, in order", () => {
    const bad = fc.oneof(
      fc.jsonValue(),
      fc.constant({ ...from, message: { mid: 7 } }),
      fc.constant({ ...from, reaction: { mid: "m", reaction: "constructor" } }),
      fc.record({ sender: fc.jsonValue(), message: fc.jsonValue() }),
    );
    const list = fc.array(
      fc.oneof(
        bad.map((event) => ({ good: false, event })),
        fc.constant({ good: true, event: null }),
      ),
    );
    fc.assert(
      fc.property(fc.array(list), (entries) => {
        let n = 0;
        const made = entries.map((events) => ({
          ...{ id: page, time },
          messaging: events.map(({ good, event }) =>
            good ? { ...from, message: { mid: `good_${n++}`, text: "x" } } : event,
          ),
        }));
        const { items } = readPage(JSON.parse(JSON.stringify({ object: "page", entry: [...made, 3, null] })));
        const ids = items.flatMap(({ item }) =>
          "provider_id" in item && item.provider_id.startsWith("good_") ? [item.provider_id] : [],
        );
        expect(ids).toEqual(Array.from({ length: n }, (_, i) => `good_${i}`));
      }),
    );
  });
});

describe("what goes out", () => {
  let graph: SandboxMessenger;
  const wanjiru = "24831000000000001";
  const at = () => messenger({ url: graph.url, version: "v23.0", page: graph.page, token: graph.token });
  const going = { to: wanjiru, id: "0123456789abcdef0123456789abcdef", mark: "RESPONSE" as const };
  beforeAll(async () => {
    graph = await startMessenger();
    await graph.write(wanjiru, "Hello", "Wanjiru wa Kamau");
  });
  afterAll(() => graph.close());
  const last = () => graph.sent.at(-1);

  test("inside 24 hours it is a response, after them a person's; our own id goes along", async () => {
    expect(await at().text(going, "Karibu")).toMatchObject({ kind: "sent", provider_id: expect.stringMatching(/^m_/) });
    expect(last()).toEqual({
      recipient: { id: wanjiru },
      messaging_type: "RESPONSE",
      message: { text: "Karibu", metadata: `jibu:${going.id}` },
    });
    await at().text({ ...going, mark: "HUMAN_AGENT" }, "Late");
    expect(last()).toMatchObject({ messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" });
  });

  test("answers to tap: 13 of 20 characters, refused before Messenger otherwise", async () => {
    await at().text({ ...going, quick: ["Yes", "No"] }, "Shall we?");
    expect(last()?.message?.quick_replies).toEqual([
      { content_type: "text", title: "Yes", payload: "Yes" },
      { content_type: "text", title: "No", payload: "No" },
    ]);
    const before = graph.counts.sent;
    for (const quick of [Array.from({ length: 14 }, (_, n) => `${n}`), ["x".repeat(21)], [""]])
      expect(await at().text({ ...going, quick }, "?")).toMatchObject({ kind: "refused" });
    expect(graph.counts.sent).toBe(before);
  });

  test("a file is given to Messenger first, then sent by its id, as what it is", async () => {
    const file = { name: "price list.pdf", type: "application/pdf", bytes: new Uint8Array([1, 2, 3]) };
    expect(await at().file(going, file)).toMatchObject({ kind: "sent" });
    expect(last()?.message?.attachment).toEqual({ type: "file", payload: { attachment_id: expect.any(String) } });
    await at().file(going, { ...file, name: "a.png", type: "image/png" });
    expect(last()?.message?.attachment?.type).toBe("image");
    expect(
      graph
        .customers()[0]
        ?.lines.slice(-2)
        .map(({ file: name }) => name),
    ).toEqual(["price list.pdf", "a.png"]);
  });

  test("who we are, the customer's name, what they see of us, and the subscription", async () => {
    expect(await at().me()).toEqual({ id: graph.page, name: "Savanna Traders", shown: "@savannatraders" });
    expect(await at().nameOf(wanjiru)).toBe("Wanjiru wa Kamau");
    await expect(at().nameOf("999")).rejects.toBeInstanceOf(GraphRefused);
    for (const what of ["mark_seen", "typing_on", "typing_off"] as const) await at().show(wanjiru, what);
    expect(graph.seen.map(({ action }) => action)).toEqual(["mark_seen", "typing_on", "typing_off"]);
    await at().subscribe();
    expect(graph.subscribed).toEqual([...pageFields]);
    await at().unsubscribe();
    expect(graph.subscribed).toEqual([]);
    await expect(
      messenger({ url: graph.url, version: "v23.0", page, token: "stolen-token" }).me(),
    ).rejects.toMatchObject({ code: 190 });
  });

  test("files come from Meta's own hosts and from nowhere else", async () => {
    expect((await at().download(graph.fileAt("a.png"))).length).toBeGreaterThan(50);
    for (const foreign of [
      "http://scontent.xx.fbcdn.net/a",
      "https://fbcdn.net.evil.test/a",
      "https://127.0.0.1/a",
      "https://a.fbcdn.net:8443/",
      "nonsense",
    ])
      await expect(at().download(foreign)).rejects.toMatchObject({ fault: "address" });
  });

  test("every refusal is a stop, a wait, a failure with its reason, or not known", async () => {
    const outcome = async (code: number, subcode = 0) => {
      Object.assign(graph.behaviour, { send: "fail", code, subcode });
      const given = await at().text(going, "x");
      graph.behaviour.send = "accept";
      return given;
    };
    for (const code of [190, 368, 200, 230, 102, 10])
      expect(await outcome(code)).toMatchObject({ kind: "refused", stops: true });
    for (const code of [4, 17, 32, 613, 80006, 1200])
      expect(await outcome(code)).toMatchObject({ kind: "later", seconds: expect.any(Number) });
    for (const [code, subcode, words] of [
      [10, 2018278, /24 hours/],
      [551, 1545041, /can't reach this customer/],
      [100, 2018001, /does not know this customer/],
      [100, 2018109, /too large/],
      [100, 0, /does not take this message as it is: It was refused/],
      [4711, 0, /refused it \(4711\): It was refused/],
    ] as const) {
      const given = await outcome(code, subcode);
      expect(given).toEqual({ kind: "refused", words: expect.stringMatching(words) });
    }
    // What the tag lacks is one message's trouble: the page goes on.
    Object.assign(graph.behaviour, { send: "fail", code: 10, subcode: 0 });
    const late = await at().text({ ...going, mark: "HUMAN_AGENT" }, "x");
    expect(late).toEqual({ kind: "refused", words: expect.stringContaining("pages_messaging") });
    expect(await outcome(100, 2018276)).toEqual({ kind: "refused", words: expect.stringContaining("Human Agent") });
    for (const code of [1, 2]) expect(await outcome(code)).toEqual({ kind: "unknown" });
    expect(errorHandling(10, 0, "(#10) This message is sent outside of allowed window.").does).toBe("fail");
    graph.behaviour.send = "silent";
    expect(await at().text(going, "Are you there?")).toEqual({ kind: "unknown" });
    graph.behaviour.send = "accept";
    const gone = await startMessenger();
    await gone.close();
    const nobody = messenger({ url: gone.url, version: "v23.0", page, token: "t" });
    expect(await nobody.text(going, "x")).toMatchObject({ kind: "later" });
  });

  test("the sandbox keeps Messenger's rules: its window, its tags, its length", async () => {
    const { judged } = await import("../../sandbox/messenger.rules");
    const hours = (n: number) => judged({ messaging_type: "RESPONSE", message: { text: "x" } }, 0, n * 3_600_000)?.[1];
    expect([hours(23.99), hours(24)]).toEqual([undefined, 2018278]);
    const tagged = (tag: string, n: number) =>
      judged({ messaging_type: "MESSAGE_TAG", tag, message: { text: "x" } }, 0, n * 3_600_000)?.[0];
    expect([tagged("HUMAN_AGENT", 167), tagged("HUMAN_AGENT", 168), tagged("ACCOUNT_UPDATE", 25)]).toEqual([
      undefined,
      10,
      100,
    ]);
    expect(await at().text(going, "x".repeat(2_001))).toMatchObject({ kind: "refused" });
    expect(await at().text({ ...going, to: "1" }, "x")).toMatchObject({ kind: "refused" });
  });
});
