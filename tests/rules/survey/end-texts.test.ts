import { describe, expect, test } from "vitest";
import { surveyParts } from "../../../rules/survey/cost";
import { endText } from "../../../rules/survey/end-texts";
import type { EndText, SurveyAnswer } from "../../../rules/survey/graph";
import { publishFindings } from "../../../rules/survey/publish";
import { replyMessage, type SessionState, stepSession } from "../../../rules/survey/sessions";
import { replyWhatsapp } from "../../../rules/survey/whatsapp";
import { graphOf } from "./graph-of";

const text = (given: Partial<EndText>): EndText => ({
  ...{ id: 1, outcome: "completed", asked: null, calculated: null, operand: "always", value: "", text: {} },
  ...given,
});

const graph = graphOf(
  [
    { type: "consent", name: "agree" },
    { type: "nps", name: "score" },
    { type: "single", name: "where", choices: ["Nairobi", "Kisumu"] },
  ],
  {
    languages: ["en", "sw"],
    ending: { en: "Thank you." },
    calculated: [{ id: 7, name: "double", expression: "{score} * 2" }],
    end_texts: [
      text({
        ...{ id: 1, asked: 2, operand: "is at most", value: "6" },
        text: { en: "We are sorry, {{score}} is low.", sw: "Pole, {{score}} ni chini." },
      }),
      text({ id: 2, calculated: 7, operand: "is at least", value: "20", text: { en: "Tell a friend in {{where}}!" } }),
      text({ id: 3, outcome: "ineligible", text: { en: "Goodbye." } }),
      text({ id: 4, outcome: "rejected", asked: 3, operand: "equals", value: "31", text: { en: "Nairobi is full." } }),
      text({ id: 5, outcome: "ended", text: { en: "We will call you." } }),
    ],
  },
);

/** What is said after each reply, from the first question on. */
function saidAfter(replies: readonly string[], language = "en"): string[] {
  let state: SessionState = { disposition: "contacted", answers: new Map(), invalid: 0 };
  return replies.map((reply) => {
    const step = stepSession(graph, state, reply);
    if (!step) throw new Error("no question is due");
    state = step;
    const said = replyMessage(graph, step, step.disposition, language);
    // Both channels of messages say the same at an end.
    if (step.outcome !== "next" && step.outcome !== "invalid")
      expect(replyWhatsapp(graph, step, step.disposition, language)).toEqual({ text: said });
    return said;
  });
}

describe("the text at the end", () => {
  test("is the first whose condition is true, with answers in it", () => {
    expect(saidAfter(["yes", "6", "1"]).at(-1)).toBe("We are sorry, 6 is low.");
    expect(saidAfter(["yes", "10", "2"]).at(-1)).toBe("Tell a friend in Kisumu!");
    expect(saidAfter(["yes", "8", "2"]).at(-1)).toBe("Thank you.");
  });

  test("is in the language of the session, and in the first one where it is missing", () => {
    expect(saidAfter(["ndio", "6", "1"], "sw").at(-1)).toBe("Pole, 6 ni chini.");
    expect(saidAfter(["ndio", "10", "1"], "sw").at(-1)).toBe("Tell a friend in Nairobi!");
  });

  test("is another one without consent, after replies that were not understood, and where a limit is full", () => {
    expect(saidAfter(["no"])).toEqual(["Goodbye."]);
    expect(saidAfter(["yes", "many", "lots", "much"]).at(-1)).toBe("We will call you.");
    const step = stepSession(
      graph,
      { disposition: "started", answers: new Map<number, SurveyAnswer>([[1, { kind: "yes", yes: true }]]), invalid: 0 },
      "9",
    );
    if (!step) throw new Error("no question is due");
    const full = (choice: number) => {
      const answers = new Map<number, SurveyAnswer>([...step.answers, [3, { kind: "choices", choices: [choice] }]]);
      return replyMessage(graph, { ...step, answers }, "rejected", "en");
    };
    expect(full(31)).toBe("Nairobi is full.");
    expect(full(32)).toBe("Thank you. We have enough answers from people like you.");
  });

  test("does not look at an answer that is no longer on the way", () => {
    const away = graphOf(
      [{ type: "yes_no", conditions: [{ operand: "equals", value: "no", target: null }] }, { type: "nps" }],
      { end_texts: [text({ asked: 2, operand: "is at most", value: "6", text: { en: "Sorry." } })] },
    );
    const answers = new Map<number, SurveyAnswer>([
      [1, { kind: "yes", yes: false }],
      [2, { kind: "number", number: 3 }],
    ]);
    expect(endText(away, "completed", answers, "en")).toBe("Thank you. Your answers have been saved.");
  });

  test("is counted in the cost by the longest that there is", () => {
    const short = graphOf([{ type: "nps" }], { ending: { en: "Thanks." } });
    const long = { ...short, end_texts: [text({ outcome: "rejected", text: { en: "x".repeat(200) } })] };
    expect(surveyParts(long, "en").most).toBe(surveyParts(short, "en").most + 1);
  });

  test("has its faults and warnings before a survey is published", () => {
    const wrong = graphOf([{ type: "nps" }, { type: "single", choices: ["Good", "Poor"] }], {
      languages: ["en", "sw"],
      end_texts: [
        text({ id: 1, asked: 9, operand: "equals", value: "1", text: { en: "One", sw: "Moja" } }),
        text({ id: 2, asked: 2, operand: "equals", value: "99", text: { en: "Two {{gone}}", sw: "Mbili" } }),
        text({ id: 3, text: { en: "y".repeat(400) } }),
        text({ id: 4, text: { sw: "Nne" } }),
        text({ id: 5, outcome: "ineligible", text: { en: "z".repeat(1_601), sw: "z" } }),
      ],
    });
    const found = publishFindings(wrong);
    const texts = (level: string) => found.flatMap((one) => (one.level === level ? [one.text] : []));
    expect(texts("fault")).toEqual(
      expect.arrayContaining([
        "End text 1: its condition looks at a question that was deleted.",
        "End text 2: its condition looks at a choice that was deleted.",
        "End text 2: {{gone}} names no question.",
        "End text 4 has no text.",
        "A text at the end (No consent) in English is too long for an SMS.",
      ]),
    );
    expect(texts("warning")).toEqual(
      expect.arrayContaining([
        "End text 3 is not in Kiswahili.",
        "End text 4 is never shown: end text 3 is shown in all cases.",
        "A text at the end (Completed) in English takes 3 SMS.",
      ]),
    );
  });
});
