import type { SurveyChoice, SurveyGraph, SurveyQuestion } from "./graph";
import { beginsSection } from "./sections";

/**
 * The survey as one session has it: choices and sections in random order are in the order of that session. The same
 * seed is the same order, so that "2" means the same choice all the way. @param seed the session's id
 */
export function sessionGraph(graph: SurveyGraph, seed: number): SurveyGraph {
  const blocks = randomBlocks(graph);
  if (blocks.length === 0 && !graph.questions.some(({ random_order }) => random_order)) return graph;
  const questions = graph.questions.map((question) =>
    question.random_order ? { ...question, choices: orderedChoices(question, seed) } : question,
  );
  return { ...graph, questions: inBlocks(questions, blocks, seed) };
}

/** A section by the places of its first question and of the one after its last. */
type Section = { from: number; to: number };

/** Sections beside each other that are in random order: at least two each. */
export function randomBlocks({ questions }: Pick<SurveyGraph, "questions">): Section[][] {
  const starts = questions.flatMap((question, at) => (beginsSection(question) ? [at] : []));
  const blocks: Section[][] = [];
  let block: Section[] = [];
  for (const [place, from] of starts.entries()) {
    if (!questions[from]?.random_section) block = [];
    else {
      if (block.length === 0) blocks.push(block);
      block.push({ from, to: starts[place + 1] ?? questions.length });
    }
  }
  return blocks.filter(({ length }) => length > 1);
}

function inBlocks(questions: SurveyQuestion[], blocks: readonly Section[][], seed: number): SurveyQuestion[] {
  const ordered = [...questions];
  for (const block of blocks) {
    const start = block[0]?.from ?? 0;
    const sections = shuffled(block, seed * 37 + (questions[start]?.id ?? 0));
    ordered.splice(
      start,
      (block.at(-1)?.to ?? 0) - start,
      ...sections.flatMap(({ from, to }) => questions.slice(from, to)),
    );
  }
  return ordered;
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const left = [...items];
  const random = randomNumbers(seed);
  return items.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
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
