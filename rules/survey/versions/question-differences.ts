import { conditionSentence } from "../conditions";
import {
  needsChoices,
  questionTypeNames,
  type SurveyChoice,
  type SurveyCondition,
  type SurveyGraph,
  type SurveyLanguage,
  type SurveyQuestion,
  textIn,
} from "../graph";
import {
  changed,
  type DifferenceTeller,
  matched,
  movedIds,
  teller,
  textDifferences,
  type VersionDifference,
} from "./difference";

/** A question of one version, with the version: conditions name other questions. */
type Side = { graph: SurveyGraph; question: SurveyQuestion };

/**
 * The differences of questions. A question has the number that it has after; one that was removed has the number that it
 * had before.
 */
export function questionDifferences(
  before: SurveyGraph,
  after: SurveyGraph,
  languages: readonly SurveyLanguage[],
): VersionDifference[] {
  const { added, removed, both } = matched(before.questions, after.questions);
  const moved = movedIds(before.questions, after.questions);
  const name = (graph: SurveyGraph, question: SurveyQuestion) => `Question ${graph.questions.indexOf(question) + 1}`;
  return [
    ...removed.map((question) =>
      teller("question", name(before, question))("removed", "", summary({ graph: before, question }), ""),
    ),
    ...after.questions.flatMap((question) => {
      const tell = teller("question", name(after, question));
      if (added.includes(question)) return [tell("added", "", "", summary({ graph: after, question }))];
      const old = both.find(([, now]) => now === question)?.[0] ?? question;
      const place = (graph: SurveyGraph, one: SurveyQuestion) =>
        `${name(graph, one)}. ${textIn(one.text, "", graph.languages)}`;
      return [
        ...(moved.has(question.id) ? [tell("moved", "", place(before, old), place(after, question))] : []),
        ...oneQuestion(tell, { graph: before, question: old }, { graph: after, question }, languages),
      ];
    }),
  ];
}

/** A question as a whole: its text, its type, its choices and what happens after it. */
function summary({ graph, question }: Side): string {
  const { text, type, required, choices, conditions } = question;
  const words = (one: SurveyChoice) => textIn(one.text, "", graph.languages);
  return [
    textIn(text, "", graph.languages),
    `${questionTypeNames[type]}${required || type === "statement" ? "" : ", can be left out"}`,
    ...(needsChoices(type) && choices.length > 0 ? [choices.map(words).join(", ")] : []),
    ...conditions.map((condition) => conditionSentence(graph, question, condition)),
  ].join("\n");
}

function oneQuestion(
  tell: DifferenceTeller,
  before: Side,
  after: Side,
  languages: readonly SurveyLanguage[],
): VersionDifference[] {
  const [old, now] = [before.question, after.question];
  const has = (wanted: (question: SurveyQuestion) => boolean) => wanted(old) || wanted(now);
  return [
    ...textDifferences(tell, "text", [old.text, now.text], languages),
    ...changed(tell, "type", questionTypeNames[old.type], questionTypeNames[now.type]),
    ...changed(tell, "answer required", yesNo(old.required), yesNo(now.required)),
    ...(has(({ type }) => type === "number")
      ? [
          ...changed(tell, "lowest number", bound(old.min), bound(now.min)),
          ...changed(tell, "highest number", bound(old.max), bound(now.max)),
        ]
      : []),
    ...(has(({ type }) => type === "rating")
      ? changed(tell, "highest mark", String(old.max_rating), String(now.max_rating))
      : []),
    ...changed(tell, "reference", old.name || "None", now.name || "None"),
    ...changed(tell, "note for interviewers", old.interviewer_note, now.interviewer_note),
    ...(has(({ type }) => needsChoices(type))
      ? [
          ...choiceDifferences(tell, before, after, languages),
          ...changed(tell, "random order of choices", yesNo(old.random_order), yesNo(now.random_order)),
        ]
      : []),
    ...conditionDifferences(tell, before, after),
  ];
}

const yesNo = (yes: boolean) => (yes ? "Yes" : "No");
const bound = (number: number | null) => (number === null ? "None" : String(number));
const roleNames: Record<SurveyChoice["role"], string> = {
  normal: "A choice like others",
  other: "“Other”, at the end",
  exclusive: "Chosen alone",
  row: "A row of the matrix",
};

function choiceDifferences(
  tell: DifferenceTeller,
  { graph: before, question: old }: Side,
  { graph: after, question: now }: Side,
  languages: readonly SurveyLanguage[],
): VersionDifference[] {
  const { added, removed, both } = matched(old.choices, now.choices);
  const moved = movedIds(old.choices, now.choices);
  const words = (graph: SurveyGraph, choice: SurveyChoice) => textIn(choice.text, "", graph.languages);
  const what = ({ role }: SurveyChoice) => (role === "row" ? "row" : "choice");
  const place = (graph: SurveyGraph, { choices }: SurveyQuestion, choice: SurveyChoice) =>
    `${choices.indexOf(choice) + 1}. ${words(graph, choice)}`;
  return [
    ...removed.map((choice) => tell("removed", what(choice), words(before, choice), "")),
    ...added.map((choice) => tell("added", what(choice), "", words(after, choice))),
    ...both.flatMap(([earlier, choice]) => {
      const own = `${what(choice)} ${now.choices.indexOf(choice) + 1}`;
      return [
        ...(moved.has(choice.id) ? [tell("moved", own, place(before, old, earlier), place(after, now, choice))] : []),
        ...textDifferences(tell, `text of ${own}`, [earlier.text, choice.text], languages),
        ...changed(tell, `other replies for ${own}`, earlier.aliases.join(", "), choice.aliases.join(", ")),
        ...changed(tell, `kind of ${own}`, roleNames[earlier.role], roleNames[choice.role]),
      ];
    }),
  ];
}

/** Conditions are the same that compare and lead the same way: one that was removed and added again is no difference. */
function conditionDifferences(tell: DifferenceTeller, before: Side, after: Side): VersionDifference[] {
  const rest = [...after.question.conditions];
  const removed: SurveyCondition[] = [];
  const kept: { id: number }[] = [];
  for (const condition of before.question.conditions) {
    const key = conditionKey(before.question, condition);
    const at = rest.findIndex((one) => conditionKey(after.question, one) === key);
    const [same] = at < 0 ? [] : rest.splice(at, 1);
    if (same) kept.push(same);
    else removed.push(condition);
  }
  const sentence = ({ graph, question }: Side, condition: SurveyCondition) =>
    conditionSentence(graph, question, condition);
  const all = (side: Side) => side.question.conditions.map((condition) => sentence(side, condition)).join("\n");
  const { added, removed: gone, both } = matched(removed, rest);
  const order = after.question.conditions.filter((condition) => kept.includes(condition));
  return [
    ...gone.map((condition) => tell("removed", "condition", sentence(before, condition), "")),
    ...both.map(([old, now]) => tell("changed", "condition", sentence(before, old), sentence(after, now))),
    ...added.map((condition) => tell("added", "condition", "", sentence(after, condition))),
    ...(order.some((condition, at) => condition !== kept[at])
      ? [tell("changed", "order of conditions", all(before), all(after))]
      : []),
  ];
}

function conditionKey({ id }: SurveyQuestion, condition: SurveyCondition): string {
  const { asked, calculated, operand, value, target } = condition;
  if (operand === "always") return JSON.stringify([operand, target]);
  return JSON.stringify([calculated === null ? (asked ?? id) : null, calculated, operand, value.trim(), target]);
}
