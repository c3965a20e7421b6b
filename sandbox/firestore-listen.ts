import {
  type Change,
  codes,
  type Documents,
  FirestoreFault,
  type StoredDocument,
  shownDocument,
  versionTime,
} from "./firestore";
import { demanded, type Fields, type Query, queryAnswer } from "./firestore-query";

/** What a token says of whoever shows it; undefined: nobody. */
export type Claims = Record<string, unknown> | undefined;
export type Sends = (message: object) => void;
/** One stream of the browser's library: what it says comes in, what is answered goes to `Sends`. */
export type Stream = { hear(message: unknown): void; end(): void };

type AddTarget = {
  targetId: number;
  query?: { parent: string; structuredQuery: Query };
  documents?: { documents: string[] };
  resumeToken?: string;
};
type Target = { find(): StoredDocument[]; sent: Set<string> };

const tokenOf = (version: number) => Buffer.from(String(version)).toString("base64");
const versionOf = (token: string) => Number(Buffer.from(token, "base64").toString()) || 0;

/** The least of firestore.rules: the five collections, one's own account, with a token that may and has not run out. */
export function mayRead(claims: Claims, name: string, fields: Fields): boolean {
  const collection = name.split("/documents/")[1]?.split("/")[0] ?? "";
  if (!["messages", "contacts", "participants", "activities", "breaks"].includes(collection)) return false;
  if (claims?.chats !== true || Number(claims.until) * 1000 < Date.now()) return false;
  return fields.customer_account?.stringValue === claims.customer_account;
}

/** google.firestore.v1.Firestore/Listen: targets in, their documents and all that changes in them out. */
export function listenStream(documents: Documents, claims: Claims, send: Sends): Stream {
  const targets = new Map<number, Target>();

  const settled = (version: number) =>
    send({ targetChange: { readTime: versionTime(version), resumeToken: tokenOf(version) } });

  function add({ targetId, query, documents: named, resumeToken }: AddTarget): void {
    const targetIds = [targetId];
    if (!allowed(query, named?.documents)) {
      const cause = { code: codes.PERMISSION_DENIED[0], message: "Missing or insufficient permissions." };
      send({ targetChange: { targetChangeType: "REMOVE", targetIds, cause } });
      return;
    }
    const find = () =>
      query
        ? queryAnswer(documents.all(), query.parent, query.structuredQuery)
        : (named?.documents ?? []).flatMap((name) => documents.get(name) ?? []);
    const from = resumeToken ? versionOf(resumeToken) : 0;
    const found = find();
    const target = { find, sent: new Set(found.map(({ name }) => name)) };
    targets.set(targetId, target);
    send({ targetChange: { targetChangeType: "ADD", targetIds } });
    for (const one of found)
      if (one.updateTime > from) send({ documentChange: { document: shownDocument(one), targetIds } });
    if (from > 0) {
      for (const one of documents.all())
        if (one.updateTime > from && !target.sent.has(one.name))
          send({ documentRemove: { document: one.name, removedTargetIds: targetIds } });
      for (const name of documents.deletedSince(from))
        send({ documentDelete: { document: name, readTime: now(), removedTargetIds: targetIds } });
    }
    const version = documents.version();
    const change = { targetChangeType: "CURRENT", targetIds, readTime: versionTime(version) };
    send({ targetChange: { ...change, resumeToken: tokenOf(version) } });
    settled(version);
  }

  const now = () => versionTime(documents.version());

  /** Rules are no filters: the question itself must keep to the account. */
  function allowed(query: AddTarget["query"], names: readonly string[] = []): boolean {
    if (query) {
      const { structuredQuery } = query;
      const asked = demanded(structuredQuery, "customer_account");
      const within = `${query.parent}/${structuredQuery.from?.[0]?.collectionId}/any`;
      return mayRead(claims, within, asked ? { customer_account: asked } : {});
    }
    return names.every((name) => mayRead(claims, name, documents.get(name)?.fields ?? {}));
  }

  const stop = documents.watch((changes: Change[], version) => {
    const about = new Map<
      string,
      { now: StoredDocument | undefined; targetIds: number[]; removedTargetIds: number[] }
    >();
    for (const [id, target] of targets) {
      const found = new Map(target.find().map((one) => [one.name, one]));
      for (const { name, now } of changes) {
        const told = about.get(name) ?? { now, targetIds: [], removedTargetIds: [] };
        if (found.has(name)) told.targetIds.push(id);
        else if (target.sent.has(name)) told.removedTargetIds.push(id);
        about.set(name, told);
      }
      target.sent = new Set(found.keys());
    }
    for (const [name, { now: document, ...ids }] of about) {
      if (ids.targetIds.length + ids.removedTargetIds.length === 0) continue;
      if (document) send({ documentChange: { document: shownDocument(document), ...ids } });
      else send({ documentDelete: { document: name, readTime: now(), removedTargetIds: ids.removedTargetIds } });
    }
    if (targets.size > 0) settled(version);
  });

  return {
    hear(message) {
      const { addTarget, removeTarget } = message as { addTarget?: AddTarget; removeTarget?: number };
      if (addTarget) add(addTarget);
      if (removeTarget === undefined) return;
      targets.delete(removeTarget);
      send({ targetChange: { targetChangeType: "REMOVE", targetIds: [removeTarget] } });
    },
    end: stop,
  };
}

/** google.firestore.v1.Firestore/Write: the handshake is answered, writes are refused, as the rules have it. */
export function writeStream(send: Sends): Stream {
  return {
    hear(message) {
      const { writes } = message as { writes?: object[] };
      const streamToken = tokenOf(1);
      if (!writes) send({ streamId: "1", streamToken });
      else if (writes.length > 0)
        send(refusal(new FirestoreFault("PERMISSION_DENIED", "Browsers write nothing here.")));
    },
    end: () => undefined,
  };
}

export function refusal({ status, message }: FirestoreFault) {
  return { error: { code: codes[status][1], status, message } };
}
