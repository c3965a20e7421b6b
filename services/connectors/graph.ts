// Meta's Graph API: https://developers.facebook.com/docs/graph-api
import { z } from "zod";
import { fetchOutside, OutsideError, type OutsideInit } from "../kit/outside";
import { policiesFor } from "./policies";

const Fault = z.object({
  error: z.object({ code: z.number(), error_subcode: z.number().default(0), message: z.string().default("") }),
});
const Debug = z.object({ data: z.object({ expires_at: z.number().default(0) }) });

/** A refusal in Meta's own terms; `code` is the HTTP status where Meta gave none. It never holds the token. */
export class GraphRefused extends Error {
  constructor(
    readonly code: number,
    readonly subcode: number,
    readonly said: string,
  ) {
    super(`Meta answered ${code}/${subcode}`);
  }
}

/** The Graph with one token. @param at `version` v23.0; `url` https://graph.facebook.com, or the sandbox */
export function graph({ url, version, token }: { url: string; version: string; token: string }) {
  const base = url.replace(/\/+$/, "");
  const { calls, files } = policiesFor(base);

  /** @throws GraphRefused, OutsideError */
  async function ask(path: string, init: OutsideInit = {}): Promise<unknown> {
    // In the header: addresses end up in logs.
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    const answer = await fetchOutside(`${base}/${version}/${path}`, { ...init, headers }, calls);
    const body: unknown = await answer.json().catch(() => undefined);
    const fault = Fault.safeParse(body);
    if (fault.success) {
      const { code, error_subcode, message } = fault.data.error;
      throw new GraphRefused(code, error_subcode, message);
    }
    if (!answer.ok) throw new GraphRefused(answer.status, 0, "");
    return body;
  }

  return {
    ask,
    post: (path: string, body: object) =>
      ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    /** When the token ends; null: never, or Meta does not say. */
    async tokenUntil(): Promise<Date | null> {
      const found = await ask(`debug_token?input_token=${encodeURIComponent(token)}`).catch(() => undefined);
      const until = Debug.safeParse(found).data?.data.expires_at ?? 0;
      return until > 0 ? new Date(until * 1000) : null;
    },
    /** The bytes at an address of one of these hosts, hop by hop; the token stays here. @throws GraphRefused, OutsideError */
    async bytesAt(address: string, hosts: RegExp): Promise<Uint8Array<ArrayBuffer>> {
      if (!URL.canParse(address)) throw new OutsideError("address", "That is not the address of a file.");
      let at = new URL(address);
      for (let hop = 0; hop < 3; hop++) {
        const own = at.origin === new URL(base).origin;
        if (!own && !(at.protocol === "https:" && at.port === "" && hosts.test(at.hostname)))
          throw new OutsideError("address", `${at.host} is no place of Meta's files.`);
        const answer = await fetchOutside(at, { redirect: "manual" }, files);
        const onward = answer.headers.get("location");
        if (answer.status < 300 || answer.status >= 400 || onward === null) {
          if (answer.status !== 200) throw new GraphRefused(answer.status, 0, "the file is not there");
          return new Uint8Array(await answer.arrayBuffer());
        }
        at = new URL(onward, at);
      }
      throw new OutsideError("redirects", "The file's address leads in circles.");
    },
  };
}
