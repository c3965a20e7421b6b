import type { LocalText, SurveyGraph, SurveyQuestion } from "./graph";

/** Whether a section begins at a question. */
export function beginsSection({ section }: Pick<SurveyQuestion, "section">): boolean {
  return Object.values(section.title).some((text) => text.trim() !== "");
}

/** The question at which the section of a question begins; undefined before the first section. */
export function sectionStart({ questions }: SurveyGraph, question: SurveyQuestion): SurveyQuestion | undefined {
  return questions.slice(0, questions.indexOf(question) + 1).findLast(beginsSection);
}

/**
 * The texts of questions in a row, with the text of each section that they come to. @param after the question before
 * them; null: they are the first
 */
export function textsInSections(
  graph: SurveyGraph,
  questions: readonly SurveyQuestion[],
  after: SurveyQuestion | null,
): LocalText[] {
  let section = after ? sectionStart(graph, after) : undefined;
  return questions.flatMap((question) => {
    const start = sectionStart(graph, question);
    const comes = start !== undefined && start !== section;
    section = start;
    return comes ? [start.section.text, question.text] : [question.text];
  });
}
