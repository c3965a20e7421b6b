type RespondWords = {
  begin: string;
  resume: string;
  language: string;
  next: string;
  back: string;
  /** Leaves what was answered on a shared tablet. */
  startOver: string;
  yes: string;
  no: string;
  optional: string;
  closed: string;
  /** The places of the first and the last question of a page. */
  place: (at: number, to: number, of: number) => string;
  problems: (count: number) => string;
  lowest: string;
  highest: string;
  /** The label of a place in a ranking. */
  rank: (place: number) => string;
  choose: string;
};

const english: RespondWords = {
  begin: "Begin",
  resume: "You can close this page and go on later at the same address.",
  language: "Language",
  next: "Next",
  back: "Back",
  startOver: "Start over",
  yes: "Yes",
  no: "No",
  optional: "optional",
  closed: "This survey takes no more answers. Thank you for your interest.",
  place: (at, to, of) => (to > at ? `Questions ${at} to ${to} of up to ${of}` : `Question ${at} of up to ${of}`),
  problems: (count) => (count === 1 ? "There is a problem" : `There are ${count} problems`),
  lowest: "lowest",
  highest: "highest",
  rank: (place) => `Place ${place}`,
  choose: "Choose",
};

const swahili: RespondWords = {
  begin: "Anza",
  resume: "Unaweza kufunga ukurasa huu na kuendelea baadaye kwa anwani hii hii.",
  language: "Lugha",
  next: "Endelea",
  back: "Rudi",
  startOver: "Anza upya",
  yes: "Ndio",
  no: "Hapana",
  optional: "si lazima",
  closed: "Maswali haya hayapokei majibu tena. Asante kwa nia yako.",
  place: (at, to, of) => (to > at ? `Maswali ${at} hadi ${to} kati ya ${of}` : `Swali ${at} kati ya ${of}`),
  problems: (count) => (count === 1 ? "Kuna tatizo" : `Kuna matatizo ${count}`),
  lowest: "chini",
  highest: "juu",
  rank: (place) => `Nafasi ${place}`,
  choose: "Chagua",
};

/** The words around the questions in a language; English where there are none. */
export function respondWords(language: string): RespondWords {
  return language === "sw" ? swahili : english;
}
