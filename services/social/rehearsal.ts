import { type ChannelRow, channelSecrets } from "./channels";
import type { Came } from "./contract";
import type { Sample } from "./contract.forms";
import type { SocialContext } from "./deps";
import { drain } from "./drain";
import { receiveHook } from "./hooks";
import { networks } from "./networks";
import { NotConnected } from "./save";
import { cameSince } from "./webhooks";

/** A customer that nobody is: what is written to them goes nowhere. */
export function isRehearsal({ channel }: Pick<ChannelRow, "channel">, external_id: string): boolean {
  return networks[channel].rehearsal.customers.includes(external_id);
}

/**
 * Plays sample payloads through the true way in: proved, stored, and looked at by the same job (which a worker may take
 * first). @returns what each of them did @throws NotConnected
 */
export async function rehearse(
  service: SocialContext,
  account: string,
  row: ChannelRow,
  sample: Sample,
): Promise<Came[]> {
  const { db, deps } = service;
  const secrets = channelSecrets(deps.secret, account, row);
  const { bodies, proof } = networks[row.channel].rehearsal;
  if (!row.active) throw new NotConnected("This channel is switched off: what comes in is not looked at.");
  const list = bodies(row, sample);
  if (list.length === 0) throw new NotConnected("This channel has no such thing.");
  const before = (await cameSince(db, account, row.id, { limit: 1 }))[0]?.id ?? 0;
  for (const body of list) {
    const raw = Buffer.from(body);
    const given = await receiveHook({ db }, deps.secret, [row.channel, row.hook, proof(secrets, raw), raw]);
    if (given !== "stored") throw new NotConnected("The endpoint refused the test.");
  }
  const since = { after: before, limit: list.length };
  for (let round = 0; round < 40; round++) {
    await drain(service, account, row.id);
    const came = await cameSince(db, account, row.id, since);
    if (came.every(({ done_at }) => done_at !== null)) return came;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return cameSince(db, account, row.id, since);
}
