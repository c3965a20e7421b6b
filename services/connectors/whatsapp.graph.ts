// Calls to Meta's Graph with one number's or one business's token.
import { z } from "zod";
import { fetchOutside, type OutsideInit } from "../kit/outside";
import { policiesFor } from "./policies";
import { wordsFor } from "./whatsapp.errors";

const Fault = z.object({
  error: z.object({
    code: z.number(),
    message: z.string().default(""),
    error_user_msg: z.string().optional(),
    error_data: z.union([z.object({ details: z.string().default("") }), z.unknown()]).optional(),
  }),
});

export class WhatsappRefused extends Error {
  constructor(
    readonly code: number,
    readonly words: string,
    /** What Meta says of it to a person, where it does. */
    readonly said: string = "",
  ) {
    super(`WhatsApp answered ${code}`);
  }
}

export type GraphSettings = { url: string; version: string; token: string };

/** @param settings `version` v23.0 */
export function graph({ url, version, token }: GraphSettings) {
  const base = url.replace(/\/+$/, "");
  const { calls, files } = policiesFor(base);
  const authorization = `Bearer ${token}`;

  /** The body of an answer. @throws WhatsappRefused, OutsideError */
  async function ask(path: string, init: OutsideInit = {}, policy = calls): Promise<unknown> {
    const headers = { authorization, ...init.headers };
    const answer = await fetchOutside(`${base}/${version}/${path}`, { ...init, headers }, policy);
    const body: unknown = await answer.json().catch(() => undefined);
    const fault = Fault.safeParse(body);
    if (fault.success) {
      const { code, message, error_user_msg = "", error_data } = fault.data.error;
      const details = detailsOf(error_data);
      throw new WhatsappRefused(code, wordsFor(code, details || message), error_user_msg || details || message);
    }
    if (!answer.ok) throw new WhatsappRefused(answer.status, wordsFor(answer.status));
    return body;
  }

  return { base, files, authorization, ask };
}

function detailsOf(data: unknown): string {
  const details = typeof data === "object" && data !== null && "details" in data ? data.details : "";
  return typeof details === "string" ? details : "";
}
