import { calculationFindings, comparisonProblem, endFindings, manyParts, type PublishFinding } from "./end-findings";
import {
  matrixRows,
  needsChoices,
  numberBounds,
  type SurveyGraph,
  type SurveyQuestion,
  scaleChoices,
  surveyLanguages,
  textIn,
} from "./graph";
import { maxRows } from "./matrix";
import { questionParts } from "./messages";
import { randomBlocks } from "./order";
import { referenceProblems, referencesIn } from "./piping";
import { quotaFindings } from "./quotas";
import { ambiguousName, isBareNumber } from "./replies";
import { beginsSection } from "./sections";

/** What is to be said before a survey is published: faults first. @param quotas its limits over several questions */
export function publishFindings(
  graph: SurveyGraph,
  quotas: Parameters<typeof quotaFindings>[1] = [],
): PublishFinding[] {
  const { questions } = graph;
  if (!questions.some(({ type }) => type !== "statement"))
    return [{ level: "fault", question: null, text: "Add at least one question." }];
  const found = questions.flatMap((question, at) => [
    ...textFindings(graph, question, at),
    ...choiceFindings(graph, question, at),
    ...conditionFindings(graph, question, at),
    ...[
      ...new Set(
        [question.text, question.section.title, question.section.text].flatMap((text) =>
          referenceProblems(graph, text, at).map((problem) => `Question ${at + 1}: ${problem}`),
        ),
      ),
    ].map((text) => fault(question, text)),
    ...messageFindings(graph, question, at),
  ]);
  const between = sectionFindings(graph);
  const unreached = unreachable(graph).map((question) =>
    fault(question, `Question ${questions.indexOf(question) + 1} can't be reached by any answer.`),
  );
  const limits = quotaFindings(graph, quotas);
  return [...found, ...between, ...unreached, ...limits, ...calculationFindings(graph), ...endFindings(graph)].sort(
    (a, b) => a.level.localeCompare(b.level),
  );
}

function fault(question: SurveyQuestion, text: string): PublishFinding {
  return { level: "fault", question: question.id, text };
}

function warning(question: SurveyQuestion, text: string): PublishFinding {
  return { level: "warning", question: question.id, text };
}

function textFindings({ languages }: SurveyGraph, question: SurveyQuestion, at: number): PublishFinding[] {
  const [main = "en", ...others] = languages;
  if (!textIn(question.text, main)) return [fault(question, `Question ${at + 1} has no text.`)];
  return others.flatMap((language) => {
    const texts = [
      question.text,
      ...(needsChoices(question.type) ? question.choices.map(({ text }) => text) : []),
      ...Object.values(beginsSection(question) ? question.section : {}).filter((text) => textIn(text, main) !== ""),
    ];
    const missing = texts.some((text) => !textIn(text, language));
    return missing ? [warning(question, `Question ${at + 1} is not wholly in ${surveyLanguages[language]}.`)] : [];
  });
}

function choiceFindings({ languages }: SurveyGraph, question: SurveyQuestion, at: number): PublishFinding[] {
  const [low, high] = numberBounds(question);
  if (low !== null && high !== null && low > high)
    return [fault(question, `Question ${at + 1}: the lowest number is above the highest.`)];
  if (!needsChoices(question.type)) return [];
  const [rows, choices] = [matrixRows(question), scaleChoices(question)];
  if (choices.length < 2) return [fault(question, `Question ${at + 1} needs at least 2 choices.`)];
  if (question.type === "matrix") return matrixFindings(question, rows.length, at);
  if (rows.length > 0) return [fault(question, `Question ${at + 1}: only a matrix has rows.`)];
  const double = ambiguousName(question);
  const bare = question.choices.filter(({ text, aliases }) => [...Object.values(text), ...aliases].some(isBareNumber));
  return [
    ...(double ? [fault(question, `Question ${at + 1}: “${double}” could mean two of its choices.`)] : []),
    ...bare.map(({ text }) =>
      warning(
        question,
        `Question ${at + 1}: the choice “${textIn(text, "", languages)}” is a bare number. A reply by SMS could mean its place instead.`,
      ),
    ),
  ];
}

function matrixFindings(question: SurveyQuestion, rows: number, at: number): PublishFinding[] {
  if (rows === 0) return [fault(question, `Question ${at + 1} needs at least 1 row.`)];
  if (rows > maxRows) return [fault(question, `Question ${at + 1} has more than ${maxRows} rows.`)];
  const words = `Question ${at + 1} is a matrix, so the survey can't be sent by SMS or on WhatsApp.`;
  return [warning(question, words)];
}

function conditionFindings(graph: SurveyGraph, question: SurveyQuestion, at: number): PublishFinding[] {
  return question.conditions.flatMap((condition) => {
    const say = (text: string) => [fault(question, `Question ${at + 1}: ${text}`)];
    const target = condition.target === null ? at + 1 : graph.questions.findIndex(({ id }) => id === condition.target);
    if (target < 0) return say("a condition goes to a question that was deleted.");
    if (target <= at) return say(`a condition goes back to question ${target + 1}. A survey only goes forward.`);
    const problem = comparisonProblem(graph, condition, at);
    return problem ? say(`a condition ${problem}`) : [];
  });
}

/** Sections in random order need nothing of each other: none leads into another, nor shows or compares its answers. */
function sectionFindings(graph: SurveyGraph): PublishFinding[] {
  const { questions } = graph;
  const places = new Map(questions.map(({ id }, at) => [id, at]));
  const within = (at: number | undefined, { from, to }: { from: number; to: number }) =>
    at !== undefined && at >= from && at < to;
  return randomBlocks(graph).flatMap((block) => {
    const whole = { from: block[0]?.from ?? 0, to: block.at(-1)?.to ?? 0 };
    return questions.flatMap((question, at) => {
      const own = block.find((section) => within(at, section));
      const isOther = (id: number | null) => {
        const place = id === null ? undefined : places.get(id);
        return within(place, whole) && !(own && within(place, own));
      };
      const leads = question.conditions.some(({ target }) => isOther(target));
      const named = own
        ? [question.text, question.section.title, question.section.text]
            .flatMap((text) => Object.values(text).flatMap(referencesIn))
            .flatMap((name) => questions.filter((one) => one.name === name || String(one.id) === name))
        : [];
      const shows =
        named.some(({ id }) => isOther(id)) || (own && question.conditions.some(({ asked }) => isOther(asked)));
      return [
        ...(leads ? [fault(question, `Question ${at + 1} leads into a section that is in random order.`)] : []),
        ...(shows ? [fault(question, `Question ${at + 1} needs an answer of a section that may come after it.`)] : []),
      ];
    });
  });
}

function messageFindings(graph: SurveyGraph, question: SurveyQuestion, at: number): PublishFinding[] {
  // It is never a message.
  if (question.type === "matrix") return [];
  return graph.languages.flatMap((language) => {
    const { parts, encoding } = questionParts(graph, question, language);
    const inLanguage = graph.languages.length > 1 ? ` in ${surveyLanguages[language]}` : "";
    if (parts < manyParts) return [];
    const why = encoding === "UCS-2" ? " A special character makes its parts shorter." : "";
    return [warning(question, `Question ${at + 1}${inLanguage} takes ${parts} SMS.${why}`)];
  });
}

/** The questions to which no way leads, whatever is answered. A rule for all other cases leaves nothing to the order. */
function unreachable({ questions }: SurveyGraph): SurveyQuestion[] {
  const reached = new Set<number>();
  const ways = [questions[0]?.id];
  while (ways.length > 0) {
    const id = ways.pop();
    const at = questions.findIndex((question) => question.id === id);
    const question = questions[at];
    if (!question || reached.has(question.id)) continue;
    reached.add(question.id);
    const always = question.conditions.findIndex(({ operand }) => operand === "always");
    const possible = always < 0 ? question.conditions : question.conditions.slice(0, always + 1);
    ways.push(...possible.flatMap(({ target }) => (target === null ? [] : [target])));
    if (always < 0) ways.push(questions[at + 1]?.id);
  }
  return questions.filter(({ id }) => !reached.has(id));
}
