import { randomInt } from "node:crypto";
import { readJson } from "../../connectors/message";
import { XRefused, xWords } from "../../connectors/twitter";
import { challengeAnswer, readActivity, signedByX, xSignature } from "../../connectors/twitter.events";
import type { ChannelRow } from "../channels";
import type { Sample } from "../contract.forms";
import type { Network } from "../network";
import { accountWith } from "../twitter/account";

const hoursKept = 7 * 24;

/** X: an account's mentions and direct messages. */
export const twitterNetwork: Network = {
  pace: { perSecond: 5, mediaPerSecond: 2, between: 0 },
  words: {
    mend: "Connect it again with new keys of the application.",
    unsigned: "Check the API key secret and connect again.",
    waiting: "Mention the account on X, or write to it from your own account.",
  },
  // As long as we keep its id.
  recallHours: hoursKept,
  line({ deps, row, secrets }) {
    const x = accountWith(deps, secrets);
    return {
      async check(hook) {
        await x.me();
        await x.subscribe(hook);
        return null;
      },
      hand: () => Promise.reject(new Error("a message on X is handed over with what is known of its thread")),
      download: (address) => x.download(address),
      history: (user) => x.history(user, { id: row.external_id, shown: row.shown }),
      recall: (provider_id) => x.remove(provider_id),
      leave: (hook) => x.unsubscribe(hook, row.external_id),
    };
  },
  read(raw, { shown }) {
    const { account, items, faults } = readActivity(readJson(raw), shown);
    return { items: items.map((item) => ({ number: account, item })), faults };
  },
  proved: ({ proof }, given, raw) => signedByX(proof, given, raw),
  challenge: ({ proof }, token) => challengeAnswer(proof, token),
  explain: xWords,
  isGone: (error) => error instanceof XRefused && [400, 403, 404, 410].includes(error.code),
  rehearsal: {
    customers: ["999000000000000001"],
    bodies: (row, sample) => activities(row, sample).map((one) => JSON.stringify(one)),
    proof: ({ proof }, raw) => xSignature(proof, raw),
  },
};

function activities({ external_id: own }: ChannelRow, sample: Sample): object[] {
  const [user = ""] = twitterNetwork.rehearsal.customers;
  const came = (text: string) => ({
    for_user_id: own,
    direct_message_events: [
      {
        ...{ type: "message_create", id: `9${Date.now()}${randomInt(1_000, 9_999)}` },
        created_timestamp: String(Date.now()),
        message_create: { target: { recipient_id: own }, sender_id: user, message_data: { text, entities: {} } },
      },
    ],
    users: { [user]: { id: user, name: "Rehearsal", screen_name: "" } },
  });
  if (sample === "text") return [came("Habari! Is my order on its way?")];
  if (sample === "album") return [1, 2, 3, 4, 5].map((n) => came(`Picture ${n} of 5`));
  if (sample === "duplicate") {
    const one = came("This came three times and is shown once.");
    return [one, one, one];
  }
  return sample === "unsupported" ? [came("")] : [];
}
