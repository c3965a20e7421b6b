import { constantTimeEqual } from "./constant-time";
import { type Call, cursor } from "./contract";
import { keyedHasher } from "./encryption";

/** Bytes of the proof in front of the place. */
const proofBytes = 16;

export type Cursors = {
  seal(list: string, place: string): string;
  open(list: string, text: string): string | undefined;
};

/**
 * Makes cursors of places and places of cursors. `list` says of which list they are: its proof is over both, so that a
 * cursor opens where it was made and nowhere else.
 */
export function cursorSealer(secret: string): Cursors {
  const hash = keyedHasher(secret, "cursors");
  const proof = (list: string, place: string) => hash(`${list}\n${place}`).subarray(0, proofBytes);
  return {
    seal(list, place) {
      return Buffer.concat([proof(list, place), Buffer.from(place)]).toString("base64url");
    },
    open(list, text) {
      const bytes = Buffer.from(text, "base64url");
      if (bytes.length <= proofBytes) return undefined;
      const place = bytes.subarray(proofBytes).toString();
      return constantTimeEqual(bytes.subarray(0, proofBytes), proof(list, place)) ? place : undefined;
    },
  };
}

/** The fields of a call's query that hold cursors. */
function cursorFields({ query }: Call): string[] {
  return Object.entries(query?.shape ?? {}).flatMap(([name, shape]) => (shape === cursor ? [name] : []));
}

/**
 * What a call is handed and answers, with places for its handler and cursors for whoever asks. A list is a call with its
 * parameters, of one account.
 */
export function pagedCall(call: Call, name: string, { seal, open }: Cursors) {
  const fields = cursorFields(call);
  const listOf = (account: string, params: unknown) => JSON.stringify([name, account, params ?? {}]);
  return {
    opened<Q>(query: Q, account: string, params: unknown): Q {
      if (fields.length === 0) return query;
      const list = listOf(account, params);
      const said = query as Record<string, unknown>;
      const places = fields.map((field) => {
        const text = said[field];
        return [field, typeof text === "string" && text !== "" ? open(list, text) : undefined];
      });
      return { ...query, ...Object.fromEntries(places) };
    },
    sealed(body: unknown, account: string, params: unknown): unknown {
      if (fields.length === 0 || typeof body !== "object" || body === null) return body;
      const list = listOf(account, params);
      const ends = Object.entries(body).filter(
        (entry): entry is [string, string] => /^(?:next|previous)$/.test(entry[0]) && typeof entry[1] === "string",
      );
      return { ...body, ...Object.fromEntries(ends.map(([end, place]) => [end, seal(list, place)])) };
    },
  };
}
