import { channelNamed } from "./channels";
import { channelName, replyWindow } from "./chat-channels";

/** One way to a customer, as far as it matters to who writes first. Times in seconds. */
type ContactPointState = {
  channel: string;
  /** Of the channel: it is on. */
  active: boolean;
  blocked: boolean;
  /** What the customer last wrote there. */
  last: number | null;
  /** A visitor whose page is open now. */
  here: boolean;
  email: string;
  /** A conversation runs there already. */
  running: boolean;
};
/** Whether a first message may go, and what holds, in words. `mailed`: it goes to their e-mail address as well. */
export type Start = { may: boolean; words: string; mailed: boolean };

/**
 * May an agent begin a conversation here? A visitor must be on the site, or have told an address to which the message
 * is mailed; WhatsApp and Messenger hold their windows (M16, M17); the Play Store takes answers to reviews only.
 */
export function mayStart(point: ContactPointState, now: number): Start {
  const { channel, active, blocked, last, here, email, running } = point;
  const no = (words: string): Start => ({ may: false, words, mailed: false });
  if (blocked) return no("This customer is blocked.");
  if (!active) return no("This channel is switched off.");
  if (running) return no("A conversation runs here already.");
  const { answersOnly, visits } = channelNamed(channel) ?? {};
  if (answersOnly) return no(answersOnly);
  if (visits) {
    const place = `${visits} now`;
    if (here) return { may: true, words: `${place.charAt(0).toUpperCase()}${place.slice(1)}.`, mailed: false };
    if (email === "") return no(`Not ${place}, and we know no email address.`);
    return { may: true, words: `Not ${place}: your message goes to ${email} too.`, mailed: true };
  }
  const window = replyWindow(channel, last, now);
  if (!window.open) return no(window.words);
  return { may: true, words: window.words || `${channelName(channel)} takes it at any time.`, mailed: false };
}
