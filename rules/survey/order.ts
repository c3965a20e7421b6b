import type { SurveyChoice, SurveyGraph, SurveyQuestion } from "./graph";

/**
 * The survey as one session has it: the choices of questions in random order are in the order of that session. The same
 * seed is the same order, so that "2" means the same choice all the way. @param seed the session's id
 */
export function sessionGraph(graph: SurveyGraph, seed: number): SurveyGraph {
  if (!graph.questions.some(({ random_order }) => random_order)) return graph;
  const questions = graph.questions.map((question) =>
    question.random_order ? { ...question, choices: orderedChoices(question, seed) } : question,
  );
  return { ...graph, questions };
}

/** "Other" and what is chosen alone stay last, in the order in which they were written; rows of a matrix stay as they are. */
function orderedChoices({ id, choices }: SurveyQuestion, seed: number): SurveyChoice[] {
  const normal = choices.filter(({ role }) => role === "normal");
  const random = randomNumbers(seed * 31 + id);
  for (let at = normal.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const [one, two] = [normal[at], normal[other]];
    if (one && two) [normal[at], normal[other]] = [two, one];
  }
  const last = (role: SurveyChoice["role"]) => choices.filter((choice) => choice.role === role);
  return [...last("row"), ...normal, ...last("other"), ...last("exclusive")];
}

/** Numbers from 0 up to 1 that follow from a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
