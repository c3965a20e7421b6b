import { parseWish } from "../keywords";
import { answerReply, type BotAnswer, type BotGraph, botLimits, botTarget, findAnswer } from "./bot";
import { maxAnswersInRow } from "./bot-steps";
import { plainWords } from "./bot-words";

/** What is wrong with a bot. `answer`: its id; empty: the bot as a whole. Only what `stops` keeps it from being used. */
export type BotProblem = { answer: string; words: string; stops: boolean };

/** The ids of the teams and skills that a bot may hand over to. */
type BotSurroundings = { teams: readonly number[]; skills: readonly number[] };

/** Everything that is wrong, in the order of the answers. */
export function botProblems(graph: BotGraph, known: BotSurroundings): BotProblem[] {
  const problems: BotProblem[] = [];
  const { greeting, away, start, answers } = graph;
  if (greeting === "" && away === "" && answers.length === 0)
    problems.push({ answer: "", words: "It has nothing to say. Write a greeting or an answer.", stops: true });
  if (start !== "" && !findAnswer(graph, start))
    problems.push({ answer: "", words: "The answer that it begins with was deleted.", stops: true });
  const reached = reachedAnswers(graph);
  for (const answer of answers) {
    for (const words of [
      ...wrongText(graph, answer),
      ...wrongTargets(graph, answer, known),
      ...wrongKeywords(graph, answer),
    ])
      problems.push({ answer: answer.id, words, stops: true });
    if (!reached.has(answer.id)) problems.push({ answer: answer.id, words: "Nothing leads here.", stops: false });
  }
  return problems;
}

function wrongText(graph: BotGraph, answer: BotAnswer): string[] {
  const { text, style, choices } = answer;
  const tapped = choices.length > 0 && style !== "numbers";
  const most = tapped ? botLimits.body : botLimits.plain;
  const length = [...answerReply(graph, answer).text].length;
  const label = style === "buttons" ? botLimits.button : style === "list" ? botLimits.row : botLimits.numbered;
  const seen = new Set<string>();
  return [
    ...(text === "" ? ["It has no text."] : []),
    ...(length > most ? [`The text has ${length} characters. WhatsApp takes ${most} here.`] : []),
    ...(style === "buttons" && choices.length > botLimits.buttons
      ? [
          `${choices.length} choices are too many for buttons. WhatsApp shows ${botLimits.buttons}; use a list or numbers.`,
        ]
      : []),
    ...(choices.length > botLimits.choices ? [`WhatsApp takes ${botLimits.choices} choices.`] : []),
    ...choices.flatMap((choice) => {
      const words = plainWords(choice.label);
      const twice = seen.has(words);
      seen.add(words);
      return [
        ...([...choice.label].length > label ? [`“${choice.label}” is too long: ${label} characters at most.`] : []),
        ...(optsOut(choice.label) ? [`“${choice.label}” is an opt-out word: it never gets here.`] : []),
        ...(twice ? [`“${choice.label}” stands twice.`] : []),
      ];
    }),
  ];
}

function wrongTargets(graph: BotGraph, answer: BotAnswer, { teams, skills }: BotSurroundings): string[] {
  const wrong = (leads_to: string, what: string): string[] => {
    const target = botTarget(leads_to);
    if (!target) return [`${what} leads nowhere.`];
    if (target.to === "answer" && !findAnswer(graph, target.answer))
      return [`${what} leads to an answer that was deleted.`];
    if (target.to === "person" && target.team !== null && !teams.includes(target.team))
      return [`${what} leads to a team that was deleted.`];
    if (target.to === "person" && target.skill !== null && !skills.includes(target.skill))
      return [`${what} leads to a skill that was deleted.`];
    return [];
  };
  if (answer.choices.length > 0) return answer.choices.flatMap(({ label, leads_to }) => wrong(leads_to, `“${label}”`));
  const dead = wrong(answer.leads_to, "It");
  return dead.length > 0 ? dead : wrongRow(graph, answer);
}

/** Answers that follow each other without a choice must come to an end. */
function wrongRow(graph: BotGraph, answer: BotAnswer): string[] {
  const seen = new Set<string>();
  for (let at: BotAnswer | undefined = answer; at && at.choices.length === 0; ) {
    if (seen.has(at.id)) return ["It goes round in a circle that asks the customer nothing."];
    seen.add(at.id);
    const target = botTarget(at.leads_to);
    at = target?.to === "answer" ? findAnswer(graph, target.answer) : undefined;
    if (at && seen.size >= maxAnswersInRow && !seen.has(at.id))
      return [`More than ${maxAnswersInRow} answers follow each other without a choice.`];
  }
  return [];
}

/** Opt-outs come before the bot. */
function optsOut(text: string): boolean {
  return parseWish(text)?.wish === "stop";
}

function wrongKeywords(graph: BotGraph, answer: BotAnswer): string[] {
  const before = graph.answers.slice(0, graph.answers.indexOf(answer));
  const used = new Set(before.flatMap(({ keywords }) => keywords.map(plainWords)));
  return answer.keywords.flatMap((keyword) => {
    const words = plainWords(keyword);
    if (words === "") return [`“${keyword}” has no letters or digits.`];
    if (optsOut(keyword)) return [`“${keyword}” is an opt-out word: it never gets here.`];
    return used.has(words) ? [`“${keyword}” leads to an earlier answer already.`] : [];
  });
}

function reachedAnswers(graph: BotGraph): Set<string> {
  const reached = new Set<string>();
  const next = [graph.start, ...graph.answers.flatMap(({ id, keywords }) => (keywords.length > 0 ? [id] : []))];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    const answer = reached.has(id) ? undefined : findAnswer(graph, id);
    if (!answer) continue;
    reached.add(id);
    const all = answer.choices.length > 0 ? answer.choices.map(({ leads_to }) => leads_to) : [answer.leads_to];
    for (const target of all.map(botTarget)) if (target?.to === "answer") next.push(target.answer);
  }
  return reached;
}
