/** What is answered to an opt-out and to a call for help: who writes, in English and Swahili, in one part. */
const texts = {
  stop: {
    en: "You will get no more messages. Text START to get them again.",
    sw: "Hutapata ujumbe tena. Tuma ANZA kupata tena.",
  },
  help: {
    en: "We send you these messages. Text STOP to end them, START to get them again.",
    sw: "Tuma ACHA kusitisha ujumbe, ANZA kupata tena.",
  },
} as const;

/** @param name the sender ID that the person knows; empty when the account has none */
export function replyTo(wish: keyof typeof texts, name: string): string {
  const { en, sw } = texts[wish];
  return `${name ? `${name}: ` : ""}${en} ${sw}`;
}
