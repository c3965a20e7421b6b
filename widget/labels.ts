import type { Language } from "../rules/webchat";

/** Every text of the widget in both languages. */
const table = {
  close: ["Close the chat", "Funga mazungumzo"],
  language: ["Kiswahili", "English"],
  asked: ["Often asked", "Yanayoulizwa sana"],
  search: ["Search the answers", "Tafuta majibu"],
  noAnswers: ["No answer fits. Write to us.", "Hakuna jibu linalofaa. Tuandikie."],
  back: ["Back", "Rudi"],
  helped: ["Did this help?", "Je, hii imekusaidia?"],
  yes: ["Yes", "Ndiyo"],
  no: ["No, chat with us", "Hapana, ongea nasi"],
  thanks: ["Thank you. Glad it helped.", "Asante. Tumefurahi kukusaidia."],
  start: ["Start the chat", "Anza mazungumzo"],
  optional: ["optional", "si lazima"],
  choose: ["Choose", "Chagua"],
  leave: ["Leave us a message", "Tuachie ujumbe"],
  leaveWords: [
    "No one can answer right now. We answer every message here, and by email if you leave an address.",
    "Hakuna anayeweza kujibu sasa. Tunajibu kila ujumbe hapa, na kwa barua pepe ukiacha anwani.",
  ],
  leftMail: [
    "We have your message. We answer by email to {email}, and here.",
    "Tumepokea ujumbe wako. Tutajibu kwa barua pepe kwa {email}, na hapa.",
  ],
  left: ["We have your message and answer it here.", "Tumepokea ujumbe wako na tutajibu hapa."],
  message: ["Message", "Ujumbe"],
  sendMessage: ["Send the message", "Tuma ujumbe"],
  write: ["Write a message", "Andika ujumbe"],
  yourMessage: ["Your message", "Ujumbe wako"],
  send: ["Send", "Tuma"],
  attach: ["Attach a file", "Ambatisha faili"],
  end: ["End the chat", "Maliza mazungumzo"],
  transcript: ["Email me this chat", "Nitumie mazungumzo haya kwa barua pepe"],
  email: ["Email address", "Barua pepe"],
  transcriptSent: ["It is on its way to {email}.", "Inatumwa kwa {email}."],
  online: ["We are here", "Tuko hapa"],
  away: ["No one is here right now", "Hakuna mtu sasa"],
  opens: ["We are back {when}", "Tunarudi {when}"],
  talking: ["{name} is here", "{name} yuko hapa"],
  queue: ["You are number {n} in the queue.", "Wewe ni nambari {n} kwenye foleni."],
  waits: ["Someone will be with you soon.", "Utahudumiwa hivi karibuni."],
  wait: ["About {n} min to go.", "Takriban dakika {n}."],
  joined: ["{name} joined.", "{name} amejiunga."],
  ended: ["The chat has ended.", "Mazungumzo yameisha."],
  again: ["Start a new chat", "Anza mazungumzo mapya"],
  typing: ["{name} is writing", "{name} anaandika"],
  waiting: ["Waits for the network", "Inasubiri mtandao"],
  sending: ["Sending", "Inatumwa"],
  sent: ["Sent", "Imetumwa"],
  read: ["Read", "Imesomwa"],
  failed: ["Not sent", "Haikutumwa"],
  retry: ["Try again", "Jaribu tena"],
  drop: ["Delete", "Futa"],
  gone: ["This message was deleted.", "Ujumbe huu ulifutwa."],
  odd: ["This can't be shown here.", "Hii haiwezi kuonyeshwa hapa."],
  offline: [
    "No network. Your message is kept and will be sent automatically.",
    "Hakuna mtandao. Ulichoandika kimehifadhiwa na kitatumwa chenyewe.",
  ],
  offlineN: [
    "No network. {n} kept, will be sent automatically.",
    "Hakuna mtandao. {n} zimehifadhiwa, zitatumwa zenyewe.",
  ],
  rate: ["How was this chat?", "Mazungumzo yalikuwaje?"],
  stars: ["{n} of 5", "{n} kati ya 5"],
  comment: ["What should we know?", "Ungependa kutuambia nini?"],
  rated: ["Thank you for telling us.", "Asante kwa kutuambia."],
  tooBig: ["A file has at most 16 MB.", "Faili lisizidi MB 16."],
  tooLong: ["A message has at most 10,000 characters.", "Ujumbe usizidi herufi 10,000."],
  problem: ["That did not work. Try again.", "Haikufaulu. Jaribu tena."],
  signIn: ["Sign in on this site to chat with us.", "Ingia kwenye tovuti hii ili kuongea nasi."],
  you: ["You", "Wewe"],
  team: ["The team", "Kampuni"],
  new: ["New message", "Ujumbe mpya"],
  noText: ["{name}, a file", "{name}, faili"],
} as const;

export type Word = keyof typeof table;
export type Say = (word: Word, values?: Record<string, string | number>) => string;

/** The texts in a language, `{name}` replaced. */
export function wordsIn(language: Language): Say {
  const at = language === "sw" ? 1 : 0;
  return (word, values = {}) => table[word][at].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
