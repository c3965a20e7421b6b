import { channels } from "../../rules/channels";
import { type ChannelRow, channelSecrets, hookUrl } from "./channels";
import type { Channel } from "./contract";
import { samples } from "./contract.forms";
import type { SocialDeps } from "./deps";
import { emailSettings } from "./email/settings";
import { networks } from "./networks";

const iso = (at: Date | null) => at?.toISOString() ?? null;
const day = 86_400_000;

export function shownChannel(deps: SocialDeps, account: string, row: ChannelRow): Channel {
  const { id, channel, name, shown, external_id, inbox_id, active } = row;
  return {
    ...{ id, channel, name, shown, external_id, inbox_id, active },
    webhook_url: !channels[channel].webhook ? "" : hookUrl(deps, row),
    verify_token: channels[channel].webhook?.verifies ? channelSecrets(deps.secret, account, row).verify : "",
    samples: samples.filter((sample) => networks[channel].rehearsal.bodies(row, sample).length > 0),
    health: {
      ...channelHealth(row, deps.now?.() ?? new Date()),
      last_webhook_at: iso(row.last_webhook_at),
      last_sent_at: iso(row.last_sent_at),
      last_refused_at: iso(row.last_refused_at),
      refused: row.refused,
      last_error: row.last_error,
      last_error_at: iso(row.last_error_at),
      token_until: iso(row.token_until),
      ...{ open: row.open, tried: row.tried, failed: row.failed },
    },
    fetched_at: iso(row.fetched_at),
    mailbox:
      channel === "email" ? { ...emailSettings(row), fetched_at: iso(row.fetched_at), failures: row.failures } : null,
    made_at: row.made_at.toISOString(),
  };
}

/** The worst thing first, with what to do about it in one sentence. */
function channelHealth(row: ChannelRow, now: Date): Pick<Channel["health"], "state" | "words" | "todo"> {
  const { mend, unsigned, waiting } = networks[row.channel].words;
  const newer = (one: Date | null, other: Date | null) => one !== null && (other === null || one > other);
  const lately = (at: Date | null) => at !== null && now.getTime() - at.getTime() < day;
  if (!row.active) return { state: "off", words: "It is switched off.", todo: "Switch it on to send and to receive." };
  if (row.stopped) return { state: "bad", words: row.stopped, todo: mend };
  if (row.failures > 2) return { state: "bad", words: row.last_error || "Nothing can be read from it.", todo: mend };
  if (row.token_until && row.token_until <= now)
    return { state: "bad", words: "The access token has expired.", todo: mend };
  if (lately(row.last_refused_at) && newer(row.last_refused_at, row.last_webhook_at))
    return {
      state: "bad",
      words: "What comes in is not signed as it should be, so it is refused.",
      todo: unsigned,
    };
  if (row.token_until && row.token_until.getTime() - now.getTime() < 7 * day)
    return { state: "warn", words: "The access token ends within a week.", todo: mend };
  if (lately(row.last_error_at) && newer(row.last_error_at, row.last_sent_at))
    return { state: "warn", words: row.last_error, todo: "Test the channel." };
  // One customer who can't be reached is no fault of the channel's.
  if (row.failed >= 5 && row.failed * 5 > row.tried)
    return {
      state: "warn",
      words: `${row.failed} of ${row.tried} messages of the last day failed.`,
      todo: "Each says why in its conversation.",
    };
  if (row.open > 100)
    return {
      state: "warn",
      words: `${row.open} messages are waiting to be processed.`,
      todo: "They are worked off one by one.",
    };
  if (!row.last_webhook_at)
    return {
      state: "waiting",
      words: "Nothing has come in yet.",
      todo: waiting,
    };
  return { state: "good", words: "", todo: "" };
}
