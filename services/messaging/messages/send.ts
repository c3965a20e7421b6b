import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { pieces } from "../../../rules/merge";
import { parsePhone } from "../../../rules/phone.foreign";
import { type Database, readAccount } from "../../kit/database";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { texts as textList } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { makeDraft } from "../blasts/create";
import { type BlastDeps, currentTime } from "../blasts/deps";
import { loadBlast } from "../blasts/lists";
import { confirm } from "../blasts/moves";
import type { Person } from "../blasts/tally";
import type { RefusedMessage } from "../contract.messages";
import { type MessageRow, messagesIn } from "./store";

/** Who sends: a program with a key, or a person's program with a token. `balance` in cents. */
export type ProgramSender = { account: string; name: string; keyId: number | null; balance: number };

type ProgramText = { to: string; text: string; reference?: string | undefined };
type Request = {
  sender: string;
  send_at: string | null;
  messages: readonly ProgramText[];
  idempotencyKey?: string;
  /** The hold of billing that the cost is taken out of first. */
  out_of?: string;
  /** A request that is repeated may have fewer messages: somebody has opted out meanwhile. */
  fewer?: boolean;
};
type SentMessages = {
  blast: number;
  accepted: (MessageRow & { index: number })[];
  refused: RefusedMessage[];
  parts: number;
  cost_cents: number;
};

/** The merge field that stands for the whole text, where texts differ. */
const ownMessage = "{{message}}";

/**
 * Prices, holds and queues messages in one call. What can't be sent is named and the rest goes out. The same
 * `idempotencyKey` again is the same request: nothing is sent twice, and the answer is of now.
 * @throws HttpError 409 for another request under a used key, 422 when nothing can be sent or paid for, 503
 */
export async function sendByProgram(
  database: Database,
  deps: BlastDeps,
  by: ProgramSender,
  { sender, send_at, messages, idempotencyKey, out_of, fewer }: Request,
): Promise<SentMessages> {
  const { account } = by;
  const { people, places, refused } = readRecipients(messages);
  const texts = new Set(messages.map(({ text }) => text));
  const [only = ""] = texts;
  const alike = texts.size === 1 && pieces(only).every((piece) => typeof piece === "string");
  const form = {
    ...{ kind: "express" as const, name: "", sender, send_at, body: alike ? only : ownMessage },
    ...{ group_ids: [], numbers: "", list_id: null, missing: {}, replaces: null, recurrence: null },
    ...{ exclude_ids: [], quiet_days: 0, conditions: [], key: requestKey(by.keyId, idempotencyKey) },
  };
  const author = { id: null, name: by.name, balance: by.balance, now: currentTime(deps) };
  const references = messages.flatMap(({ reference }, index) => {
    const msisdn = places.get(index);
    return reference !== undefined && msisdn ? [{ msisdn, reference }] : [];
  });
  if (people.length === 0) throw noneLeft(refused);
  const program = { keyId: by.keyId, people, references, out_of: out_of ?? null };
  const before = fewer ? await findMadeBefore(database, account, form.key, people) : undefined;
  const made =
    before ??
    (await makeDraft(database, deps, account, form, { ...author, program }).catch((error: unknown) => {
      // No one is left because all of them have opted out.
      if (error instanceof HttpError && error.errors?.numbers)
        throw noneLeft([...refused, ...optedOut(places, messages)]);
      throw error;
    }));
  const confirmed = await confirm(database, deps, account, made.id);
  if (confirmed.status !== 201) throw new HttpError(confirmed.status, confirmed.body.message, confirmed.body.errors);
  const { blast, rows } = await readAccount(database.db, account, async (trx) => ({
    blast: await loadBlast(trx, account, made.id),
    rows: await messagesIn(trx, account, made.id),
  }));
  const written = new Map(rows.map((row) => [row.to, row]));
  const accepted = [...places].flatMap(([index, msisdn]) => {
    const row = written.get(msisdn);
    return row ? [{ ...row, index }] : [];
  });
  const left = new Map([...places].filter(([, msisdn]) => !written.has(msisdn)));
  return {
    blast: made.id,
    accepted,
    refused: [...refused, ...optedOut(left, messages)].sort((a, b) => a.index - b.index),
    parts: blast?.parts ?? 0,
    cost_cents: blast?.cost_cents ?? 0,
  };
}

/** The blast of a request that is repeated, where all of these are in it. */
function findMadeBefore(
  { db }: Database,
  account: string,
  key: string,
  people: readonly Person[],
): Promise<{ id: number } | undefined> {
  return readAccount(db, account, (trx) =>
    checkedRow(
      trx,
      IdRow,
      sql`select b.id from messaging.blasts b where b.customer_account = ${account} and b.key = ${key}
        and not exists (select from unnest(${textList(people.map(({ msisdn }) => msisdn))}) n (msisdn)
          where not exists (select from messaging.messages m
            where m.customer_account = b.customer_account and m.blast_id = b.id and m.msisdn = n.msisdn))`,
    ),
  );
}

/** The numbers in E.164 with the places of their messages; a second message to a number is refused. */
function readRecipients(messages: readonly ProgramText[]) {
  const people: Person[] = [];
  const places = new Map<number, string>();
  const refused: RefusedMessage[] = [];
  const seen = new Set<string>();
  for (const [index, { to, text }] of messages.entries()) {
    const phone = parsePhone(to);
    if (!phone.ok) refused.push({ index, to, reason: "number", message: `${phone.reason}.` });
    else if (seen.has(phone.e164))
      refused.push({ index, to, reason: "repeated", message: "Another message of this batch goes to this number." });
    else {
      seen.add(phone.e164);
      places.set(index, phone.e164);
      people.push({ msisdn: phone.e164, name: "", fields: { message: text } });
    }
  }
  return { people, places, refused };
}

function optedOut(places: ReadonlyMap<number, string>, messages: readonly ProgramText[]): RefusedMessage[] {
  return [...places.keys()].map((index) => ({
    index,
    to: messages[index]?.to ?? "",
    reason: "opted_out",
    message: "This number has opted out.",
  }));
}

function noneLeft(refused: readonly RefusedMessage[]): HttpError {
  const errors = Object.fromEntries(
    refused.slice(0, 100).map(({ index, message }) => [`messages.${index}.to`, [message]]),
  );
  return new HttpError(422, "None of the messages can be sent.", errors);
}

/** What makes a request one blast; keys of two programs never meet. */
function requestKey(keyId: number | null, given: string | undefined): string {
  if (!given) return `api:${randomUUID()}`;
  const hash = createHash("sha256").update(given).digest("base64url");
  return `api:${keyId ?? "person"}:${hash}`;
}
