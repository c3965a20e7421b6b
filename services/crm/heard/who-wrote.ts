import type { CrmDeps } from "../deps";

/** When someone was last heard of, in milliseconds, by what they write from: a number in E.164 or an address. */
export type LastHeard = Map<string, number>;

/** Asked of another service at once. */
const maxAsked = 500;

export function noteAll(heard: LastHeard, found: readonly { contact: string; at: string | Date }[]): void {
  for (const { contact, at } of found) {
    const time = new Date(at).getTime();
    if (time > (heard.get(contact) ?? 0)) heard.set(contact, time);
  }
}

/** Who of these has written since a moment, on whatever channel, and when last. @throws Error where a service does not answer */
export async function findWhoWrote(
  deps: CrmDeps,
  account: string,
  given: readonly string[],
  since: Date,
): Promise<LastHeard> {
  const heard: LastHeard = new Map();
  const contacts = [...new Set(given)];
  const { messaging, chat } = deps.clientsOfAccount(account);
  for (let at = 0; at < contacts.length; at += maxAsked) {
    const asked = contacts.slice(at, at + maxAsked);
    const phones = asked.filter((one) => one.startsWith("+"));
    const emails = asked.filter((one) => one.includes("@"));
    const body = { since: since.toISOString() };
    const answers = await Promise.all([
      phones.length === 0 ? undefined : messaging.heardFrom({ body: { ...body, msisdns: phones } }),
      chat.heardFrom({ body: { ...body, phones, emails } }),
    ]);
    for (const answer of answers) {
      if (answer && answer.status !== 200) throw new Error(`who has written is not known: ${answer.body.message}`);
      if (answer?.status === 200) noteAll(heard, answer.body.data);
    }
  }
  return heard;
}
