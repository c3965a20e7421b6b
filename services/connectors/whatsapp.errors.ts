/** What the Cloud API's codes mean to the person who wrote (statements M18, M20). `stops`: the channel is out. */
const words: { readonly [code: number]: string } = {
  100: "WhatsApp does not take this message as it is.",
  131000: "WhatsApp could not send it, and does not say why.",
  131005: "The access token may not send for this number. Check its permissions.",
  131008: "WhatsApp misses a part of this message.",
  131009: "WhatsApp does not take a part of this message.",
  131016: "WhatsApp was out of order for a moment.",
  131021: "The customer's number is our own number.",
  131026: "WhatsApp can't reach this customer: no WhatsApp there, an old version, or its terms are not accepted.",
  131042: "WhatsApp has no valid payment for this business account. Mend it in Meta's billing settings.",
  131045: "This number is not registered with WhatsApp. Register it in WhatsApp Manager.",
  131047: "More than 24 hours have passed since the customer wrote: WhatsApp takes only approved templates now.",
  131048: "WhatsApp holds this number back: too many of its messages were reported as spam.",
  131049: "WhatsApp held it back, so that this customer does not get too many messages.",
  131051: "WhatsApp does not know this kind of message.",
  131052: "The customer's file could not be fetched.",
  131053: "WhatsApp does not take this file: its type or its size.",
  131056: "Too many messages to this customer in a short time.",
  131057: "WhatsApp has this number in maintenance for a moment.",
  131062: "This customer can only be written to by number, and theirs is not known.",
  131031: "WhatsApp has locked this business account. See WhatsApp Manager.",
  130429: "Too many messages in a short time.",
  130472: "WhatsApp keeps this customer out of marketing messages.",
  130497: "WhatsApp does not let this business write to customers in this country.",
  132000: "The template's values do not fit it.",
  132001: "There is no such template in this language.",
  132005: "The template is too long with its values.",
  132007: "The template breaks WhatsApp's rules.",
  132012: "The template's values have the wrong form.",
  132015: "WhatsApp has paused this template: its quality is low.",
  132016: "WhatsApp has disabled this template for good.",
  133010: "This number is not registered with WhatsApp. Register it in WhatsApp Manager.",
  368: "WhatsApp has blocked this business account for breaking its rules.",
  190: "The access token has expired or was taken back. Paste a new one.",
  10: "The access token lacks a permission it needs.",
  4: "Too many calls to WhatsApp in a short time.",
  80007: "Too many calls to WhatsApp in a short time.",
};

const later = new Set([4, 80007, 130429, 131056, 131016, 131057]);
const stopping = new Set([190, 131031, 131045, 133010, 368, 10]);

/** In plain words; for a code that nobody translated, WhatsApp's own. */
export function wordsFor(code: number, said = ""): string {
  return words[code] ?? `WhatsApp refused it (${code})${said ? `: ${said.slice(0, 200)}` : "."}`;
}

export const waits = (code: number): boolean => later.has(code);
export const stops = (code: number): boolean => stopping.has(code);
