import type { ReplyProblem } from "./replies";

type FixedTexts = {
  reply: string;
  several: string;
  yesNo: string;
  /** An answer of yes or no in another text. */
  yes: string;
  no: string;
  between: (low: number, high: number) => string;
  scale: (high: number) => string;
  date: string;
  phone: string;
  location: string;
  /** How to put choices in order. @param sample such as "2,1,3" */
  rank: (sample: string) => string;
  /** How to choose for each row of a matrix. @param sample such as "2,1" */
  rows: (sample: string) => string;
  skip: string;
  skipText: string;
  /** What opens a list of choices, and the choice that leaves a question out: at most 20 characters. */
  choose: string;
  skipTap: string;
  stop: string;
  /** With a link to the web, for whoever did not answer. */
  onTheWeb: (link: string) => string;
  /** To whoever writes the keyword of a survey that does not begin at once. */
  join: {
    early: string;
    over: string;
    done: string;
    full: string;
    waits: string;
    later: (from: string, until: string) => string;
  };
  thanks: string;
  declined: string;
  full: string;
  ended: string;
  problems: Record<ReplyProblem, string>;
};

/** The words that surveys add of themselves. */
const fixed: Record<"en" | "sw", FixedTexts> = {
  en: {
    reply: "Reply",
    several: "Reply with one or more numbers, such as 1,3",
    yesNo: "Reply YES or NO",
    yes: "Yes",
    no: "No",
    between: (low, high) => `Reply with a number from ${low} to ${high}`,
    scale: (high) => `Reply 1 (lowest) to ${high} (highest)`,
    date: "Reply with a date, such as 15/6/2026",
    phone: "Reply with a phone number, such as 0712345678",
    location: "Reply with the name of the place",
    rank: (sample) => `Reply with the numbers in your order, such as ${sample}`,
    rows: (sample) => `Reply with one number for each row, such as ${sample}`,
    skip: "or SKIP",
    skipText: "Type your answer, or SKIP",
    choose: "Choose",
    skipTap: "Skip",
    stop: "STOP to end.",
    onTheWeb: (link) => `You can answer our questions here: ${link}`,
    join: {
      early: "This survey has not begun yet. Please try again later.",
      over: "This survey is over. Thank you.",
      done: "You have answered this survey already. Thank you.",
      full: "This survey has enough people. Thank you.",
      waits: "Thank you. This survey begins when you have finished the one that you are answering now.",
      later: (from, until) => `Thank you. You will get the first question between ${from} and ${until}.`,
    },
    thanks: "Thank you. Your answers have been saved.",
    declined: "Thank you. You won't be asked any questions.",
    full: "Thank you. We have enough answers from people like you.",
    ended: "We could not understand your answers, so the survey ends here. Thank you.",
    problems: {
      choice: "Please reply with one of the numbers.",
      choices: "Please reply with one or more of the numbers, such as 1,3.",
      alone: "One of these can only be chosen alone.",
      yes_no: "Please reply YES or NO.",
      number: "Please reply with a number.",
      bounds: "That number is out of range.",
      date: "Please reply with a date, such as 15/6/2026.",
      phone: "Please give a phone number, such as 0712345678.",
      place: "Please give the name of the place.",
      coordinates: "There is no such place: a latitude is from -90 to 90, and a longitude from -180 to 180.",
      rank: "Please reply with the numbers in your order.",
      rank_missing: "Some are missing. Please give each of them one place.",
      rank_double: "One of them is there twice. Please give each of them one place.",
      rows: "Please choose an answer for each row.",
      empty: "Please answer the question.",
      long: "Please answer in fewer words.",
      file: "Please answer in words. A file can't be an answer here.",
    },
  },
  sw: {
    reply: "Jibu",
    several: "Jibu kwa namba moja au zaidi, kama 1,3",
    yesNo: "Jibu NDIO au HAPANA",
    yes: "Ndio",
    no: "Hapana",
    between: (low, high) => `Jibu kwa namba kuanzia ${low} hadi ${high}`,
    scale: (high) => `Jibu 1 (chini) hadi ${high} (juu)`,
    date: "Jibu kwa tarehe, kama 15/6/2026",
    phone: "Jibu kwa namba ya simu, kama 0712345678",
    location: "Jibu kwa jina la mahali",
    rank: (sample) => `Jibu kwa namba kwa mpangilio wako, kama ${sample}`,
    rows: (sample) => `Jibu kwa namba moja kwa kila mstari, kama ${sample}`,
    skip: "au RUKA",
    skipText: "Andika jibu lako, au RUKA",
    choose: "Chagua",
    skipTap: "Ruka",
    stop: "STOP kuacha.",
    onTheWeb: (link) => `Unaweza kujibu maswali yetu hapa: ${link}`,
    join: {
      early: "Maswali haya hayajaanza bado. Tafadhali jaribu tena baadaye.",
      over: "Maswali haya yamekwisha. Asante.",
      done: "Umeshajibu maswali haya. Asante.",
      full: "Tuna watu wa kutosha. Asante.",
      waits: "Asante. Maswali haya yataanza ukimaliza yale unayojibu sasa.",
      later: (from, until) => `Asante. Utapata swali la kwanza kati ya saa ${from} na ${until}.`,
    },
    thanks: "Asante. Majibu yako yamehifadhiwa.",
    declined: "Asante. Hutaulizwa maswali yoyote.",
    full: "Asante. Tuna majibu ya kutosha kutoka kwa watu kama wewe.",
    ended: "Hatukuelewa majibu yako, kwa hivyo maswali yanaishia hapa. Asante.",
    problems: {
      choice: "Tafadhali jibu kwa namba mojawapo.",
      choices: "Tafadhali jibu kwa namba moja au zaidi, kama 1,3.",
      alone: "Mojawapo ya majibu haya huchaguliwa peke yake.",
      yes_no: "Tafadhali jibu NDIO au HAPANA.",
      number: "Tafadhali jibu kwa namba.",
      bounds: "Namba hiyo haikubaliki.",
      date: "Tafadhali jibu kwa tarehe, kama 15/6/2026.",
      phone: "Tafadhali toa namba ya simu, kama 0712345678.",
      place: "Tafadhali toa jina la mahali.",
      coordinates: "Hakuna mahali kama hapo: latitudo ni kati ya -90 na 90, na longitudo kati ya -180 na 180.",
      rank: "Tafadhali jibu kwa namba kwa mpangilio wako.",
      rank_missing: "Baadhi hazipo. Tafadhali ipe kila moja nafasi yake.",
      rank_double: "Moja imerudiwa. Tafadhali ipe kila moja nafasi moja.",
      rows: "Tafadhali chagua jibu kwa kila mstari.",
      empty: "Tafadhali jibu swali.",
      long: "Tafadhali jibu kwa maneno machache.",
      file: "Tafadhali jibu kwa maneno. Faili haiwezi kuwa jibu hapa.",
    },
  },
};

/** The fixed words in a language; English where there are none. */
export function fixedTexts(language: string): FixedTexts {
  return language === "sw" ? fixed.sw : fixed.en;
}
