import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joined, storeDocuments, storedEvents } from "../../rules/chat-store";

const account = "100001";
const contact = { contact_id: 7, channel: "webchat", unread: 1, created_at: 1 };
const message = { id: 3, contact_id: 7, message: "Habari", status: "queued", by: "Amina" };
const written = (seq: number, change: string, more = {}) => ({
  ...{ seq, kind: "chat.message", at: seq * 1000 },
  body: { contact_id: 7, message: { ...message, ...more }, contact, public: true, change, by: "2" },
});
const became = (seq: number, change: string, more = {}) => ({
  ...{ seq, kind: "chat.contact", at: seq * 1000 },
  body: { contact: { ...contact, ...more }, change, by: "2" },
});
const agent = (seq: number, status: string) => ({
  ...{ seq, kind: "chat.participant", at: seq * 1000 },
  body: { participant: { participant_id: "2", customer_account: account, email: "joy@savanna.test", status } },
});

/** What a page is told of the documents as they stand after these events. */
function heard(events: ReturnType<typeof written | typeof became | typeof agent>[], cursor: number) {
  const documents = joined(events.flatMap((event) => storeDocuments(account, event)));
  const found = documents.flatMap(({ collection, fields }) =>
    collection === "messages" || collection === "contacts" || collection === "participants"
      ? [{ collection, fields }]
      : [],
  );
  const told = storedEvents(
    found,
    () => cursor,
    (id) => (id === 7 ? contact : undefined),
  );
  return told.map(([seq, kind, body]) => [seq, kind, body] as const);
}

describe("documents of the chat store", () => {
  test("each event is one change of one document, under an id of its own account", () => {
    expect(storeDocuments(account, agent(4, "lunch"))).toMatchObject([
      { collection: "participants", id: "100001-2", fields: { id: "2", email: "joy@savanna.test", status: "lunch" } },
    ]);
    expect(storeDocuments(account, became(5, "started"))).toMatchObject([
      { collection: "contacts", id: "100001-7", fields: { customer_account: account, event: { seq: 5, changed: 5 } } },
    ]);
    expect(storeDocuments(account, written(6, "made")).map(({ collection, id }) => `${collection}/${id}`)).toEqual([
      "contacts/100001-7",
      "messages/100001-3",
    ]);
    expect(storeDocuments(account, { seq: 1, kind: "ticket", at: 1, body: { ids: [1] } })).toEqual([]);
  });

  test("a message that was made and sent while no one listened is told as one that was made, as it is now", () => {
    const [line, words] = heard([written(6, "made"), written(8, "status", { status: "sent" })], 5);
    expect(line).toMatchObject([8, "chat.contact", { change: "message" }]);
    expect(words).toMatchObject([8, "chat.message", { change: "made", public: true, message: { status: "sent" } }]);
    expect(words?.[2].message).not.toHaveProperty("event");
    expect(heard([written(6, "made"), written(8, "status", { status: "sent" })], 6).at(-1)?.[2]).toMatchObject({
      change: "status",
    });
  });

  test("a conversation that was made by its first words still is one that was made", () => {
    const [made] = heard([became(6, "made"), written(7, "made")], 5);
    expect(made).toMatchObject([7, "chat.contact", { change: "made", by: "2" }]);
    // What was told before is not told again for its next words.
    expect(heard([became(6, "made"), written(7, "made")], 6)[0]).toMatchObject([
      7,
      "chat.contact",
      { change: "message" },
    ]);
  });

  test("whatever happened is told in order, nothing of what was known, and the last state of each", () => {
    const kinds = fc.constantFrom("made", "status", "started", "ended", "lunch", "online");
    fc.assert(
      fc.property(fc.array(kinds, { minLength: 1, maxLength: 30 }), fc.nat(30), (list, cursor) => {
        const events = list.map((kind, n) => {
          const seq = n + 1;
          if (kind === "made" || kind === "status") return written(seq, kind, { status: `${seq}` });
          return kind === "started" || kind === "ended" ? became(seq, kind, { unread: seq }) : agent(seq, kind);
        });
        const told = heard(events, cursor);
        const order = told.map(([seq]) => seq);
        expect(order).toEqual([...order].sort((a, b) => a - b));
        expect(order.every((seq) => seq > cursor)).toBe(true);
        const last = events.findLast(({ kind }) => kind === "chat.message");
        const words = told.filter(([, kind]) => kind === "chat.message");
        expect(words.map(([seq]) => seq)).toEqual(last && last.seq > cursor ? [last.seq] : []);
        if (words[0]) expect(words[0][2].message).toMatchObject({ status: `${last?.seq}` });
      }),
    );
  });
});
