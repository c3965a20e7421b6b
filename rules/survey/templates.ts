import type { LocalText, Operand, QuestionType, SurveyLanguage } from "./graph";

/** A choice is a word of one language in both: replies by SMS may be typed in either. */
type TemplateQuestion = {
  type: QuestionType;
  /** What the texts of later questions call its answer. */
  name?: string;
  text: LocalText;
  optional?: true;
  choices?: readonly LocalText[];
  max_rating?: number;
  /** After this answer; `value` is the place of a choice, from 1, or what is typed. `to`: the place of a question; null: the end. */
  next?: readonly { operand: Operand; value: string; to: number | null }[];
};

export type SurveyTemplate = {
  name: string;
  about: string;
  category: string;
  questions: readonly TemplateQuestion[];
  ending: LocalText;
};

const say = (en: string, sw: string): LocalText => ({ en, sw });

const csat: SurveyTemplate = {
  name: "Customer satisfaction (CSAT)",
  about: "How satisfied people are with one purchase or one visit, and what went wrong where they are not.",
  category: "satisfaction",
  questions: [
    {
      type: "rating",
      name: "mark",
      text: say(
        "How satisfied were you with our service? 1 is very dissatisfied, 5 is very satisfied.",
        "Uliridhika kiasi gani na huduma yetu? 1 ni kutoridhika kabisa, 5 ni kuridhika sana.",
      ),
      next: [{ operand: "is at least", value: "4", to: 3 }],
    },
    {
      type: "single",
      text: say("What was the main problem?", "Tatizo kuu lilikuwa lipi?"),
      choices: [
        say("It took too long", "Ilichukua muda mrefu"),
        say("My problem was not solved", "Tatizo langu halikutatuliwa"),
        say("The staff", "Wahudumu"),
        say("The price", "Bei"),
        say("Something else", "Jambo lingine"),
      ],
      next: [{ operand: "always", value: "", to: 4 }],
    },
    {
      type: "text",
      optional: true,
      text: say("What did we do well?", "Ni nini tulichofanya vizuri?"),
      next: [{ operand: "always", value: "", to: null }],
    },
    {
      type: "text",
      optional: true,
      text: say("What should we do better?", "Tuboreshe nini?"),
    },
  ],
  ending: say("Thank you. We read every answer.", "Asante. Tunasoma kila jibu."),
};

const nps: SurveyTemplate = {
  name: "Recommendation (NPS)",
  about: "Whether people would recommend you, from 0 to 10, and why. Each group is asked a question of its own.",
  category: "recommendation",
  questions: [
    {
      type: "nps",
      name: "mark",
      text: say(
        "How likely are you to recommend us to a friend or colleague? 0 is not at all, 10 is certainly.",
        "Kuna uwezekano gani utupendekeze kwa rafiki au mwenzako? 0 ni hapana kabisa, 10 ni hakika.",
      ),
      next: [
        { operand: "is at least", value: "9", to: 4 },
        { operand: "is at least", value: "7", to: 3 },
      ],
    },
    {
      type: "text",
      text: say("Why {{mark}}? What went wrong?", "Kwa nini {{mark}}? Ni nini kilienda vibaya?"),
      next: [{ operand: "always", value: "", to: 5 }],
    },
    {
      type: "text",
      text: say("What is missing for a 10?", "Ni nini kinakosekana ili utupe 10?"),
      next: [{ operand: "always", value: "", to: null }],
    },
    {
      type: "text",
      optional: true,
      text: say("What do you like most?", "Unapenda nini zaidi?"),
      next: [{ operand: "always", value: "", to: null }],
    },
    {
      type: "yes_no",
      text: say("May we contact you about it?", "Tunaweza kuwasiliana nawe kuhusu hilo?"),
    },
  ],
  ending: say("Thank you for telling us.", "Asante kwa kutuambia."),
};

const onboarding: SurveyTemplate = {
  name: "Onboarding",
  about: "How the first days with your product or service were, and where people got stuck.",
  category: "onboarding",
  questions: [
    {
      type: "single",
      text: say("What do you want to use our service for?", "Unataka kutumia huduma yetu kwa nini?"),
      choices: [
        say("For my business", "Kwa biashara yangu"),
        say("For my employer", "Kwa mwajiri wangu"),
        say("For myself", "Kwa matumizi yangu"),
        say("Something else", "Jambo lingine"),
      ],
    },
    {
      type: "rating",
      text: say(
        "How easy was it to get started? 1 is very hard, 5 is very easy.",
        "Kuanza kulikuwa rahisi kiasi gani? 1 ni vigumu sana, 5 ni rahisi sana.",
      ),
      next: [{ operand: "is at least", value: "4", to: 4 }],
    },
    {
      type: "multiple",
      text: say("What was hard?", "Ni nini kilikuwa kigumu?"),
      choices: [
        say("To sign up", "Kujisajili"),
        say("To pay", "Kulipa"),
        say("To understand what to do", "Kuelewa cha kufanya"),
        say("To get help", "Kupata msaada"),
        say("Something else", "Jambo lingine"),
      ],
    },
    {
      type: "yes_no",
      text: say("Did you find all that you needed?", "Ulipata yote uliyohitaji?"),
      next: [{ operand: "equals", value: "yes", to: 6 }],
    },
    { type: "text", text: say("What was missing?", "Ni nini kilikosekana?") },
    {
      type: "yes_no",
      text: say("Would you like us to call you and help?", "Ungependa tukupigie simu tukusaidie?"),
    },
  ],
  ending: say("Thank you, and welcome.", "Asante, na karibu."),
};

const baseline: SurveyTemplate = {
  name: "Baseline",
  about: "Who people are and how things stand before a project begins. Ask the same again later to compare.",
  category: "research",
  questions: [
    {
      type: "consent",
      text: say(
        "We ask some questions before our work begins. Answering is free and voluntary. Do you agree to take part?",
        "Tunauliza maswali machache kabla ya kazi yetu kuanza. Kujibu ni bure na kwa hiari. Unakubali kushiriki?",
      ),
    },
    {
      type: "single",
      text: say("How old are you?", "Una umri gani?"),
      choices: [
        say("Under 18 years", "Chini ya miaka 18"),
        say("18 to 24 years", "Miaka 18 hadi 24"),
        say("25 to 34 years", "Miaka 25 hadi 34"),
        say("35 to 54 years", "Miaka 35 hadi 54"),
        say("55 years or more", "Miaka 55 au zaidi"),
      ],
      next: [{ operand: "equals", value: "1", to: null }],
    },
    {
      type: "single",
      text: say("What is your gender?", "Jinsia yako ni ipi?"),
      choices: [say("Female", "Mwanamke"), say("Male", "Mwanaume"), say("I would rather not say", "Sipendi kusema")],
    },
    { type: "text", text: say("In which town or village do you live?", "Unaishi mji au kijiji gani?") },
    {
      type: "number",
      text: say(
        "How many people live in your household, you included?",
        "Watu wangapi wanaishi nyumbani kwako, ukiwemo wewe?",
      ),
    },
    {
      type: "single",
      text: say("What is your main source of income?", "Chanzo chako kikuu cha mapato ni kipi?"),
      choices: [
        say("Farming", "Kilimo"),
        say("A job", "Ajira"),
        say("My own business", "Biashara yangu"),
        say("Support from others", "Msaada wa wengine"),
        say("None", "Sina"),
      ],
    },
    {
      type: "rating",
      text: say(
        "How content are you with your life at present? 1 is not at all, 5 is very.",
        "Kwa sasa umeridhika kiasi gani na maisha yako? 1 ni hapana kabisa, 5 ni sana.",
      ),
    },
    {
      type: "text",
      optional: true,
      text: say("What would help you most?", "Ni nini kingekusaidia zaidi?"),
    },
  ],
  ending: say("Thank you. We will ask again later.", "Asante. Tutauliza tena baadaye."),
};

/** Questions that a survey can begin with, in English and Kiswahili. */
export const surveyTemplates = { csat, nps, onboarding, baseline } as const satisfies Record<string, SurveyTemplate>;
export type TemplateId = keyof typeof surveyTemplates;
export const templateIds = Object.keys(surveyTemplates) as [TemplateId, ...TemplateId[]];

/**
 * The texts that a survey in these languages begins with. Where its first language has none, the English one is shown in
 * that place, to be written over.
 */
export function templateText(text: LocalText, languages: readonly SurveyLanguage[]): LocalText {
  const [main = "en"] = languages;
  const known = Object.entries(text).filter(([language]) => languages.some((code) => code === language));
  return { [main]: text.en ?? "", ...Object.fromEntries(known) };
}
