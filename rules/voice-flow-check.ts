import { type CallFlow, type FlowStep, stepBranches } from "./voice-flow";

/** What an account has that a flow may name. */
export type FlowSurroundings = {
  sounds: readonly number[];
  calendars: readonly number[];
  agents: readonly string[];
  skills: readonly number[];
};

/** Something that keeps a flow from being used; `step` 0: the flow itself. */
export type FlowProblem = { step: number; message: string };

/** Everything that is wrong with a flow, in the order of its steps. A flow without problems ends every call. */
export function flowProblems(flow: CallFlow, known: FlowSurroundings): FlowProblem[] {
  if (flow.steps.length === 0) return [{ step: 0, message: "Add a step." }];
  const ids = new Set(flow.steps.map(({ id }) => id));
  const found: FlowProblem[] = [];
  if (!ids.has(flow.first)) found.push({ step: 0, message: "Choose the step that a call begins with." });
  for (const step of flow.steps) {
    const say = (message: string) => found.push({ step: step.id, message: `${step.name}: ${message}` });
    for (const message of stepProblems(step, known)) say(message);
    for (const { label, to } of stepBranches(step)) if (!ids.has(to)) say(`choose what follows ${label}.`);
  }
  const loop = loopWithoutKey(flow);
  if (loop) {
    const names = loop.map(({ name }) => name).join(", ");
    found.push({ step: loop[0]?.id ?? 0, message: `These steps follow each other for ever without a key: ${names}.` });
  }
  return found;
}

function stepProblems(step: FlowStep, { sounds, calendars, agents, skills }: FlowSurroundings): string[] {
  const found: string[] = [];
  const sound = (id: number, required: boolean) => {
    if (id === 0 ? required : !sounds.includes(id)) found.push("choose a sound.");
  };
  const people = (ids: readonly string[]) => {
    if (ids.some((id) => !agents.includes(id))) found.push("one of its agents is no longer an agent.");
  };
  if (step.kind === "hours" && !calendars.includes(step.calendar)) found.push("choose the business hours.");
  if (step.kind === "greeting") sound(step.sound, true);
  if (step.kind === "voicemail") sound(step.sound, false);
  if (step.kind === "menu") {
    sound(step.sound, true);
    if (Object.values(step.keys).every((to) => to === undefined)) found.push("choose what at least one key does.");
  }
  if (step.kind === "queue") {
    if (step.queue.trim() === "") found.push("enter the name of the queue.");
    people(step.agents);
    if (step.skill && !skills.includes(step.skill)) found.push("its skill was deleted. Choose another one, or none.");
  }
  if (step.kind === "call_back") people(step.agents);
  if (step.kind === "transfer" && !/^\+\d{8,15}$/.test(step.number))
    found.push("enter a phone number with its country code.");
  return found;
}

/** Steps that lead to each other without the caller's doing; undefined when there are none. */
function loopWithoutKey({ steps }: CallFlow): FlowStep[] | undefined {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const done = new Set<number>();
  const visit = (step: FlowStep, way: FlowStep[]): FlowStep[] | undefined => {
    const at = way.indexOf(step);
    if (at >= 0) return way.slice(at);
    if (done.has(step.id)) return undefined;
    for (const { to, byKey } of stepBranches(step)) {
      const next = byId.get(to);
      const found = next && !byKey ? visit(next, [...way, step]) : undefined;
      if (found) return found;
    }
    done.add(step.id);
    return undefined;
  };
  for (const step of steps) {
    const found = visit(step, []);
    if (found) return found;
  }
  return undefined;
}
