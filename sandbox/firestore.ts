// Documents as Firestore keeps them: https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents
import { type Fields, type Value, valueAt } from "./firestore-query";

/** Versions are microseconds since 1970, each given once. */
export type StoredDocument = { name: string; fields: Fields; createTime: number; updateTime: number };
export type Write = {
  update?: { name: string; fields?: Fields };
  delete?: string;
  updateMask?: { fieldPaths?: string[] };
  currentDocument?: { exists?: boolean; updateTime?: string };
};
export type Change = { name: string; now: StoredDocument | undefined };

/** What Firestore answers a call with that it does not do. */
export class FirestoreFault extends Error {
  constructor(
    readonly status: keyof typeof codes,
    message: string,
  ) {
    super(message);
  }
}

/** The number of a status in gRPC and in HTTP. */
export const codes = {
  INVALID_ARGUMENT: [3, 400],
  NOT_FOUND: [5, 404],
  ALREADY_EXISTS: [6, 409],
  PERMISSION_DENIED: [7, 403],
  FAILED_PRECONDITION: [9, 400],
  UNAVAILABLE: [14, 503],
  UNAUTHENTICATED: [16, 401],
} as const;

export type Documents = ReturnType<typeof openDocuments>;

/** A database in memory: commits are whole or not at all, and whoever watches sees each as one change. */
export function openDocuments() {
  const documents = new Map<string, StoredDocument>();
  const gone = new Map<string, number>();
  const watchers = new Set<(changes: Change[], version: number) => void>();
  let clock = 0;

  function check({ currentDocument: wanted, ...write }: Write): void {
    const name = write.update?.name ?? write.delete ?? "";
    const found = documents.get(name);
    if (wanted?.exists === false && found) throw new FirestoreFault("ALREADY_EXISTS", `${name} is there already.`);
    if ((wanted?.exists === true || wanted?.updateTime !== undefined) && !found)
      throw new FirestoreFault("NOT_FOUND", `${name} is not there.`);
    if (wanted?.updateTime !== undefined && found && versionTime(found.updateTime) !== wanted.updateTime)
      throw new FirestoreFault("FAILED_PRECONDITION", `${name} was changed by somebody else.`);
  }

  return {
    version: () => clock,
    get: (name: string) => documents.get(name),
    all: () => [...documents.values()],
    /** Documents that were deleted after a version. */
    deletedSince: (version: number) => [...gone].flatMap(([name, at]) => (at > version ? [name] : [])),
    /** @throws FirestoreFault when one precondition does not hold; nothing is written then */
    commit(writes: readonly Write[]): number {
      for (const write of writes) check(write);
      clock = Math.max(clock + 1, Date.now() * 1000);
      const changed = new Map<string, Change>();
      for (const { update, updateMask, delete: dropped } of writes) {
        const name = update?.name ?? dropped ?? "";
        const before = documents.get(name);
        if (update) {
          const fields = updateMask ? merged(before?.fields ?? {}, update, updateMask.fieldPaths ?? []) : update.fields;
          const createTime = before?.createTime ?? clock;
          documents.set(name, { name, fields: fields ?? {}, createTime, updateTime: clock });
          gone.delete(name);
        } else if (documents.delete(name)) gone.set(name, clock);
        changed.set(name, { name, now: documents.get(name) });
      }
      for (const watcher of [...watchers]) watcher([...changed.values()], clock);
      return clock;
    },
    watch(watcher: (changes: Change[], version: number) => void): () => void {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

function merged(before: Fields, update: { fields?: Fields }, paths: readonly string[]): Fields {
  const fields = structuredClone(before);
  for (const path of paths) {
    const value = valueAt({ fields: update.fields ?? {} }, path);
    const names = segments(path);
    const last = names.pop();
    if (last === undefined) continue;
    let into: Fields = fields;
    for (const name of names) {
      const inner: { mapValue: { fields: Fields } } = { mapValue: { fields: { ...into[name]?.mapValue?.fields } } };
      into[name] = inner;
      into = inner.mapValue.fields;
    }
    if (value === undefined) delete into[last];
    else into[last] = value;
  }
  return fields;
}

/** a.`b.c` has two names. */
export function segments(path: string): string[] {
  return [...path.matchAll(/`((?:[^`\\]|\\.)*)`|[^.]+/g)].map(([whole, quoted]) =>
    quoted === undefined ? whole : quoted.replace(/\\(.)/g, "$1"),
  );
}

export function versionTime(version: number): string {
  const seconds = new Date(Math.floor(version / 1e6) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${String(version % 1e6).padStart(6, "0")}Z`;
}

export function shownDocument({ name, fields, createTime, updateTime }: StoredDocument) {
  return { name, fields, createTime: versionTime(createTime), updateTime: versionTime(updateTime) };
}

/** A document's fields as plain values, for those who look at the sandbox. */
export function plain(value: Value | undefined): unknown {
  if (!value) return undefined;
  if (value.mapValue) return plainFields(value.mapValue.fields ?? {});
  if (value.arrayValue) return (value.arrayValue.values ?? []).map(plain);
  if (value.integerValue !== undefined) return Number(value.integerValue);
  return value.stringValue ?? value.booleanValue ?? value.doubleValue ?? value.timestampValue ?? null;
}

export function plainFields(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]));
}
