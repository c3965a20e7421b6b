/** What the Cloud API's codes mean to the person who wrote (statements M18, M20). `stops`: the channel is out. */
const words: { readonly [code: number]: string } = {
  0: "WhatsApp does not accept the access token. Paste a new one.",
  3: "The access token may not do this. Check its permissions.",
  100: "WhatsApp does not take this message as it is.",
  131000: "WhatsApp could not send it, and does not say why.",
  131005: "The access token may not send for this number. Check its permissions.",
  131008: "WhatsApp misses a part of this message.",
  131009: "WhatsApp does not take a part of this message.",
  131016: "WhatsApp was out of order for a moment.",
  131021: "The customer's number is our own number.",
  131026: "WhatsApp can't reach this customer: no WhatsApp there, an old version, or its terms are not accepted.",
  131042: "WhatsApp has no valid payment for this business account. Put it right in Meta's billing settings.",
  131045: "This number is not registered with WhatsApp. Register it in WhatsApp Manager.",
  131047: "More than 24 hours have passed since the customer wrote: WhatsApp takes only approved templates now.",
  131048: "WhatsApp holds this number back: too many of its messages were reported as spam.",
  131049: "WhatsApp held it back, so that this customer does not get too many messages.",
  131051: "WhatsApp does not know this kind of message.",
  131052: "The customer's file could not be fetched.",
  131053: "WhatsApp does not take this file: its type or its size.",
  131056: "Too many messages to this customer in a short time.",
  131057: "WhatsApp has this number in maintenance for a moment.",
  131062: "This customer has no phone number, and can only be reached by number.",
  131030: "This is a test number, and the customer is not on its list of recipients in Meta's App Dashboard.",
  131037: "WhatsApp has not approved this number's display name yet. See WhatsApp Manager.",
  131050: "The customer told WhatsApp that they want no marketing messages from this business.",
  131063: "WhatsApp does not take this message for this customer.",
  131064: "WhatsApp holds messages to this customer back for 24 hours.",
  131031: "WhatsApp has locked this business account. See WhatsApp Manager.",
  130429: "Too many messages in a short time.",
  130472: "WhatsApp keeps this customer out of marketing messages.",
  130497: "WhatsApp does not let this business write to customers in this country.",
  132000: "The template's values do not fit it.",
  132001: "There is no such template in this language.",
  132005: "The template is too long with its values.",
  132007: "The template breaks WhatsApp's rules.",
  132008: "WhatsApp does not take the template with these values.",
  132012: "The template's values have the wrong form.",
  132015: "WhatsApp has paused this template: its quality is low.",
  132016: "WhatsApp has disabled this template for good.",
  133016: "This number was registered too often. WhatsApp takes it again after 72 hours.",
  135000: "WhatsApp could not send it, and does not say why.",
  137000: "WhatsApp does not take this message for this number.",
  133010: "This number is not registered with WhatsApp. Register it in WhatsApp Manager.",
  368: "WhatsApp has blocked this business account for breaking its rules.",
  190: "The access token has expired or was taken back. Paste a new one.",
  10: "The access token lacks a permission it needs.",
  4: "Too many calls to WhatsApp in a short time.",
  80007: "Too many calls to WhatsApp in a short time.",
};

/** Seconds before the next try. */
const later: { readonly [code: number]: number } = {
  ...{ 4: 10, 80007: 10, 130429: 10, 131016: 10, 131057: 10, 131056: 60 },
  ...{ 131000: 30, 135000: 30, 131064: 86_400 },
};
/** Nobody says why, so nobody knows whether it will ever go. */
const unexplained = new Set([131000, 135000]);
const stopping = new Set([0, 3, 10, 190, 368, 131005, 131031, 131037, 131042, 131045, 133010, 133016]);
/** So general that WhatsApp's own words are needed beside ours. */
const general = new Set([131063, 132008, 137000]);

/** In plain words; for a code that nobody translated, WhatsApp's own. */
export function wordsFor(code: number, said = ""): string {
  const known = words[code];
  if (known && !(general.has(code) && said)) return known;
  return `${known?.slice(0, -1) ?? `WhatsApp refused it (${code})`}${said ? `: ${said.slice(0, 200)}` : "."}`;
}

/** Seconds after which it is tried again; nothing where that is of no use. */
export const waits = (code: number): number | undefined => later[code];
export const isUnexplained = (code: number): boolean => unexplained.has(code);
/** The customer wants no advertising. */
export const optsOut = (code: number): boolean => code === 131050;
export const stops = (code: number): boolean => stopping.has(code);
