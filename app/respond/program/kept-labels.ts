import { maxKeptDays } from "../../../rules/survey/kept-answers";

export type KeptLabels = {
  kept: string;
  keptOnTablet: string;
  sending: string;
  noConnection: string;
  noRoom: string;
  count: (count: number) => string;
  sent: string;
  closed: (count: number) => string;
  outdated: (count: number) => string;
  /** A kept response on another page. */
  refused: string;
  look: string;
  /** Kept responses of a shared tablet. */
  partly: (count: number) => string;
  waiting: string;
  /** Nothing can be begun. */
  noStart: string;
  sendNow: string;
  next: string;
};

const english: KeptLabels = {
  kept: `There is no connection. Your answers on this page are kept on this device. They are sent as soon as there is a connection: leave this page open, or open the link again within ${maxKeptDays} days.`,
  keptOnTablet: "There is no connection. Your answers are kept on this device and will be sent later. Thank you.",
  sending: "Sending your answers …",
  noConnection: "They could not be sent now. They are still kept.",
  noRoom: "There is no room on this device to keep more answers. Try again when there is a connection.",
  count: (count) => `Responses kept on this device: ${count}`,
  sent: "The answers kept on this device have been sent.",
  closed: (count) =>
    `This survey takes no more answers. Responses that could not be sent and were deleted from this device: ${count}`,
  outdated: (count) => `Responses deleted after ${maxKeptDays} days without a connection: ${count}`,
  refused: "An answer that was kept on this device was not understood.",
  look: "Look at it",
  partly: (count) => `Responses sent without an answer that was not understood: ${count}`,
  waiting: "There is no connection. The next response can begin when there is one.",
  noStart: "There is no connection. Try again when there is one.",
  sendNow: "Send now",
  next: "Next person",
};

const swahili: KeptLabels = {
  kept: `Hakuna mtandao. Majibu yako ya ukurasa huu yamehifadhiwa kwenye kifaa hiki. Yatatumwa mara mtandao utakapopatikana: acha ukurasa huu wazi, au fungua kiungo tena ndani ya siku ${maxKeptDays}.`,
  keptOnTablet: "Hakuna mtandao. Majibu yako yamehifadhiwa kwenye kifaa hiki na yatatumwa baadaye. Asante.",
  sending: "Majibu yako yanatumwa …",
  noConnection: "Hayakuweza kutumwa sasa. Bado yamehifadhiwa.",
  noRoom: "Hakuna nafasi ya kuhifadhi majibu zaidi kwenye kifaa hiki. Jaribu tena mtandao utakapopatikana.",
  count: (count) => `Majibu ya watu yaliyohifadhiwa kwenye kifaa hiki: ${count}`,
  sent: "Majibu yaliyohifadhiwa kwenye kifaa hiki yametumwa.",
  closed: (count) =>
    `Maswali haya hayapokei majibu tena. Majibu ya watu yaliyofutwa kwenye kifaa hiki bila kutumwa: ${count}`,
  outdated: (count) => `Majibu ya watu yaliyofutwa baada ya siku ${maxKeptDays} bila mtandao: ${count}`,
  refused: "Jibu lililohifadhiwa kwenye kifaa hiki halikueleweka.",
  look: "Liangalie",
  partly: (count) => `Majibu ya watu yaliyotumwa bila jibu ambalo halikueleweka: ${count}`,
  waiting: "Hakuna mtandao. Majibu ya mtu mwingine yataanza mtandao utakapopatikana.",
  noStart: "Hakuna mtandao. Jaribu tena mtandao utakapopatikana.",
  sendNow: "Tuma sasa",
  next: "Mtu mwingine",
};

/** What is told of kept answers in a language; English where there are no words. */
export function keptLabels(language: string): KeptLabels {
  return language === "sw" ? swahili : english;
}
