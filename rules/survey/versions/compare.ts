import { comparisonText } from "../conditions";
import {
  type EndText,
  endOutcomeNames,
  type LocalText,
  type SurveyGraph,
  type SurveyLanguage,
  type SurveyQuestion,
  surveyLanguages,
  textIn,
} from "../graph";
import { beginsSection } from "../sections";
import { changed, matched, movedIds, teller, textDifferences, type VersionDifference } from "./difference";
import { questionDifferences } from "./question-differences";

/** What is different in `after`, in words: a version against another, or what is being written against what was published. */
export function versionDifferences(before: SurveyGraph, after: SurveyGraph): VersionDifference[] {
  const languages = [...new Set([...after.languages, ...before.languages])];
  return [
    ...languageDifferences(before, after),
    ...questionDifferences(before, after, languages),
    ...sectionDifferences(before, after, languages),
    ...valueDifferences(before, after),
    ...endDifferences(before, after, languages),
  ];
}

/** The first language is the one that is shown where a text is missing, so that their order counts. */
function languageDifferences(before: SurveyGraph, after: SurveyGraph): VersionDifference[] {
  const names = ({ languages }: SurveyGraph) => languages.map((language) => surveyLanguages[language]).join(", ");
  return changed(teller("setting", "Languages"), "", names(before), names(after));
}

type Section = SurveyQuestion["section"];

/** A section belongs to the question at which it begins. One that begins with the same texts elsewhere has moved. */
function sectionDifferences(
  before: SurveyGraph,
  after: SurveyGraph,
  languages: readonly SurveyLanguage[],
): VersionDifference[] {
  const { added, removed, both } = matched(
    before.questions.filter(beginsSection),
    after.questions.filter(beginsSection),
  );
  const title = (graph: SurveyGraph, { section }: SurveyQuestion) =>
    `Section “${textIn(section.title, "", graph.languages)}”`;
  const place = (graph: SurveyGraph, question: SurveyQuestion) =>
    `Begins at question ${graph.questions.indexOf(question) + 1}`;
  const whole = (graph: SurveyGraph, question: SurveyQuestion) =>
    [place(graph, question), textIn(question.section.text, "", graph.languages)]
      .filter((line) => line !== "")
      .join("\n");
  const rest = [...added];
  const gone = removed.flatMap((question) => {
    const at = rest.findIndex(
      ({ section }) => sectionKey(section, languages) === sectionKey(question.section, languages),
    );
    const [same] = at < 0 ? [] : rest.splice(at, 1);
    return same
      ? [teller("section", title(after, same))("moved", "", place(before, question), place(after, same))]
      : [teller("section", title(before, question))("removed", "", whole(before, question), "")];
  });
  return [
    ...gone,
    ...rest.map((question) => teller("section", title(after, question))("added", "", "", whole(after, question))),
    ...both.flatMap(([{ section: old, random_section: was }, question]) => {
      const tell = teller("section", title(after, question));
      return [
        ...textDifferences(tell, "title", [old.title, question.section.title], languages),
        ...textDifferences(tell, "text", [old.text, question.section.text], languages),
        ...changed(tell, "random order of sections", was ? "Yes" : "No", question.random_section ? "Yes" : "No"),
      ];
    }),
  ];
}

function sectionKey({ title, text }: Section, languages: readonly SurveyLanguage[]): string {
  const words = (one: LocalText) => languages.map((language) => one[language]?.trim() ?? "");
  return JSON.stringify([words(title), words(text)]);
}

function valueDifferences(before: SurveyGraph, after: SurveyGraph): VersionDifference[] {
  const { added, removed, both } = matched(before.calculated, after.calculated);
  const moved = movedIds(before.calculated, after.calculated);
  const tell = (name: string) => teller("value", `Calculated value ${name}`);
  const place = ({ calculated }: SurveyGraph, id: number) =>
    `Place ${calculated.findIndex((one) => one.id === id) + 1}`;
  return [
    ...removed.map(({ name, expression }) => tell(name)("removed", "", expression, "")),
    ...added.map(({ name, expression }) => tell(name)("added", "", "", expression)),
    ...both.flatMap(([old, { id, name, expression }]) => [
      ...(moved.has(id) ? [tell(name)("moved", "", place(before, id), place(after, id))] : []),
      ...changed(tell(name), "name", old.name, name),
      ...changed(tell(name), "calculation", old.expression, expression),
    ]),
  ];
}

function endDifferences(
  before: SurveyGraph,
  after: SurveyGraph,
  languages: readonly SurveyLanguage[],
): VersionDifference[] {
  const { added, removed, both } = matched(before.end_texts, after.end_texts);
  const moved = movedIds(before.end_texts, after.end_texts);
  const place = ({ end_texts }: SurveyGraph, { id }: EndText) => end_texts.findIndex((one) => one.id === id) + 1;
  const tell = (graph: SurveyGraph, one: EndText) => teller("end text", `End text ${place(graph, one)}`);
  const whole = (graph: SurveyGraph, one: EndText) =>
    [`${endOutcomeNames[one.outcome]}: ${endCondition(graph, one)}`, textIn(one.text, "", graph.languages)].join("\n");
  return [
    ...textDifferences(teller("end text", "Closing text"), "text", [before.ending, after.ending], languages),
    ...removed.map((one) => tell(before, one)("removed", "", whole(before, one), "")),
    ...added.map((one) => tell(after, one)("added", "", "", whole(after, one))),
    ...both.flatMap(([old, now]) => {
      const own = tell(after, now);
      return [
        ...(moved.has(now.id) ? [own("moved", "", `Place ${place(before, old)}`, `Place ${place(after, now)}`)] : []),
        ...changed(own, "outcome", endOutcomeNames[old.outcome], endOutcomeNames[now.outcome]),
        ...(comparisonKey(old) === comparisonKey(now)
          ? []
          : [own("changed", "condition", endCondition(before, old), endCondition(after, now))]),
        ...textDifferences(own, "text", [old.text, now.text], languages),
      ];
    }),
  ];
}

/** By ids: that a question has another number changes no condition. */
function comparisonKey({ asked, calculated, operand, value }: EndText): string {
  if (operand === "always") return operand;
  return JSON.stringify([calculated === null ? asked : null, calculated, operand, value.trim()]);
}

function endCondition(graph: SurveyGraph, one: EndText): string {
  return one.operand === "always" ? "in all cases" : `if ${comparisonText(graph, one, null)}`;
}
