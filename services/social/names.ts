import { readAccount, type Trx } from "../kit/database";
import { sendLater } from "../kit/jobs";
import { OutsideError } from "../kit/outside";
import { channelRow } from "./channels";
import { connectionFor } from "./connection";
import type { SocialContext } from "./deps";
import { networks } from "./networks";

/** The job that asks a network for a customer's name. */
export const nameTask = "social.name";

export function nameLater(trx: Trx, account: string, channel: number, user: string): Promise<void> {
  return sendLater(trx, nameTask, { account, channel, user }, { key: `${nameTask}:${account}:${channel}:${user}` });
}

/** Tells chat who a customer is, when the network says so. @throws while the network is away: the job comes again */
export async function learnName(service: SocialContext, account: string, channel: number, user: string): Promise<void> {
  const { db, deps } = service;
  const row = await readAccount(db, account, (trx) => channelRow(trx, account, channel));
  if (!row?.active) return;
  const network = networks[row.channel];
  const asked = network.rehearsal.customers.includes(user)
    ? "Rehearsal"
    : connectionFor(deps, account, row).nameOf?.(user);
  const name = await Promise.resolve(asked).catch((error: unknown) => {
    // A refusal is an answer: not everybody lets their name be known.
    if (error instanceof OutsideError || network.explain(error) === undefined) throw error;
    return "";
  });
  if (!name) return;
  const answer = await deps.clientsOfAccount(account).chat.introduce({
    body: { inbox_id: row.inbox_id, external_id: user, name },
  });
  if (answer.status !== 201) throw new Error(answer.body.message);
}
