import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CallFlow, emptyStep, type FlowStep, phoneKeys, type StepKind, stepKinds } from "../../rules/voice-flow";
import { flowProblems } from "../../rules/voice-flow-check";
import {
  type FlowCommand,
  type FlowEvent,
  type FlowFacts,
  type FlowState,
  maxSteps,
  newFlowState,
  nextFlowState,
} from "../../rules/voice-flow-run";
import { tryFlow } from "../../rules/voice-flow-try";

const known = { sounds: [1, 2, 3], calendars: [0, 7], agents: ["2", "3"], skills: [4] };
const facts: FlowFacts = { isOpen: () => true, waiting: () => 0 };

function made<K extends StepKind>(kind: K, id: number, more: object): FlowStep {
  return { ...emptyStep(kind, id, `${kind} ${id}`), ...more } as FlowStep;
}

/** Hours, greeting, a menu of two keys, a queue that overflows to voicemail. */
const shop: CallFlow = {
  first: 1,
  steps: [
    made("hours", 1, { calendar: 7, open: 2, closed: 5 }),
    made("greeting", 2, { sound: 1, next: 3 }),
    made("menu", 3, { sound: 2, keys: { "1": 4, "2": 5, "*": 3 }, repeats: 1, otherwise: 6 }),
    made("queue", 4, { queue: "Sales", maxWaitSeconds: 60, maxWaiting: 2, callBackKey: "1", overflow: 5 }),
    made("voicemail", 5, { sound: 3 }),
    made("hang_up", 6, {}),
  ],
};

/** Runs events through a flow; an event without a turn is of the newest one. */
function run(flow: CallFlow, events: readonly (FlowEvent | FlowEvent["type"])[], given = facts) {
  let state: FlowState = newFlowState;
  const commands: FlowCommand[] = [];
  for (const one of events) {
    const event = typeof one === "string" ? ({ type: one, turn: state.turn, seconds: 5 } as FlowEvent) : one;
    const next = nextFlowState(flow, state, event, given);
    state = next.state;
    commands.push(...next.commands);
  }
  return { state, commands };
}
const key = (pressed: string): FlowEvent => ({ type: "key", key: pressed });

describe("a call in a flow", () => {
  it("hears the greeting and the menu, presses a key and is answered", () => {
    const { state, commands } = run(shop, ["begun", "played", "played", key("1"), "answered"]);
    expect(state).toMatchObject({ phase: "ended", outcome: "answered" });
    expect(commands.map((one) => one.do)).toEqual(["play", "play", "timer", "enqueue", "timer"]);
  });

  it("goes to voicemail while the hours are closed", () => {
    const { state } = run(shop, ["begun", "played", "recorded"], { ...facts, isOpen: () => false });
    expect(state).toMatchObject({ step: 5, outcome: "voicemail" });
  });

  it("hears the menu again after a wrong key, and takes the default branch after the next one", () => {
    const once = run(shop, ["begun", "played", "played", key("9")]);
    expect(once.state).toMatchObject({ step: 3, phase: "playing", repeats: 1 });
    const twice = run(shop, ["begun", "played", "played", key("9"), "played", "timeout"]);
    expect(twice.state).toMatchObject({ step: 6, outcome: "hung_up" });
  });

  it("may press a key before the menu is said to its end", () => {
    const { state, commands } = run(shop, ["begun", "played", key("1")]);
    expect(state).toMatchObject({ step: 4, phase: "waiting" });
    expect(commands.some((one) => one.do === "stop")).toBe(true);
  });

  it("goes on when nobody answers in time, and at once where too many wait", () => {
    const late = run(shop, ["begun", "played", "played", key("1"), "timeout"]);
    expect(late.state).toMatchObject({ step: 5, phase: "playing" });
    expect(late.commands).toContainEqual({ do: "leaveQueue", for: "voicemail" });
    const full = run(shop, ["begun", "played", "played", key("1")], { ...facts, waiting: () => 2 });
    expect(full.state).toMatchObject({ step: 5, phase: "playing" });
    expect(full.commands.some((one) => one.do === "enqueue")).toBe(false);
  });

  it("asks for a call-back while it waits", () => {
    const { state, commands } = run(shop, ["begun", "played", "played", key("1"), key("1")]);
    expect(state.outcome).toBe("call_back");
    expect(commands.map((one) => one.do)).toContain("planCallBack");
  });

  it("is abandoned in the menu, or in the queue, and never in both", () => {
    expect(run(shop, ["begun", "gone"]).state.outcome).toBe("abandoned_menu");
    expect(run(shop, ["begun", "played", "played", key("1"), "gone", "gone"]).state.outcome).toBe("abandoned_queue");
    expect(run(shop, ["begun", "played", "played", key("2"), "gone"]).state.outcome).toBe("no_message");
  });

  it("takes no report of what was begun earlier", () => {
    const { state } = run(shop, ["begun", "played", key("9"), { type: "played", turn: 2 }]);
    expect(state.phase).toBe("playing");
  });

  it("rings an outside number and goes on when nobody answers", () => {
    const flow = {
      first: 1,
      steps: [made("transfer", 1, { number: "+254711000111", otherwise: 2 }), made("hang_up", 2, {})],
    };
    expect(run(flow, ["begun", "answered"]).state.outcome).toBe("transferred");
    expect(run(flow, ["begun", "unanswered"]).state.outcome).toBe("hung_up");
    expect(run(flow, ["begun", "gone"]).state.outcome).toBe("abandoned_transfer");
  });
});

describe("problems of a flow", () => {
  it("are none where everything is chosen", () => {
    expect(flowProblems(shop, known)).toEqual([]);
  });

  it("name what is not chosen", () => {
    const flow = { first: 9, steps: [made("menu", 1, {}), made("queue", 2, { agents: ["77"], skill: 9 })] };
    expect(flowProblems(flow, known).map(({ message }) => message)).toEqual([
      "Choose the step that a call begins with.",
      "menu 1: choose a sound.",
      "menu 1: choose what at least one key does.",
      "menu 1: choose what follows without a right key.",
      "queue 2: enter the name of the queue.",
      "queue 2: one of its agents is no longer an agent.",
      "queue 2: its skill was deleted. Choose another one, or none.",
      "queue 2: choose what follows when no one answers.",
    ]);
    expect(flowProblems({ first: 0, steps: [] }, known)).toEqual([{ step: 0, message: "Add a step." }]);
  });

  it("name steps that follow each other for ever without a key", () => {
    const greeting = (id: number, next: number) => made("greeting", id, { sound: 1, next });
    const loop = flowProblems({ first: 1, steps: [greeting(1, 2), greeting(2, 1)] }, known);
    expect(loop.map(({ message }) => message)).toEqual([
      "These steps follow each other for ever without a key: greeting 1, greeting 2.",
    ]);
  });
});

describe("a trial", () => {
  it("says what a caller hears and where they end", () => {
    const { lines, outcome } = tryFlow(shop, { keys: "91-", answers: false, speaks: true }, facts);
    expect(lines.map(({ what }) => what)).toEqual([
      "hears",
      "hears",
      "presses",
      "hears",
      "presses",
      "waits",
      "is not answered",
      "hears",
      "leaves a message",
    ]);
    expect(outcome).toBe("voicemail");
    expect(tryFlow(shop, { keys: "1", answers: true, speaks: false }, facts).outcome).toBe("answered");
  });
});

/** Flows whose steps lead anywhere, most of them full of problems. */
const anyFlow: fc.Arbitrary<CallFlow> = fc.integer({ min: 1, max: 8 }).chain((count) => {
  const to = fc.integer({ min: 1, max: count });
  const step = (id: number) =>
    fc
      .record({
        kind: fc.constantFrom(...stepKinds),
        ...{ open: to, closed: to, next: to, otherwise: to, overflow: to },
        keys: fc.dictionary(fc.constantFrom(...phoneKeys), to, { minKeys: 1, maxKeys: 4 }),
        ...{ repeats: fc.integer({ min: 0, max: 3 }), maxWaiting: fc.integer({ min: 1, max: 3 }) },
        callBackKey: fc.constantFrom("", "1" as const),
      })
      .map(({ kind, ...more }) =>
        made(kind, id, { ...more, calendar: 7, sound: 1, queue: "Sales", number: "+254711000111" }),
      );
  return fc
    .tuple(...Array.from({ length: count }, (_, i) => step(i + 1)))
    .map((steps) => ({ first: 1, steps: steps as FlowStep[] }));
});
const validFlow = anyFlow.filter((flow) => flowProblems(flow, known).length === 0);
const stale = { turn: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }) };
const anyEvent = fc.oneof(
  fc.record({ type: fc.constantFrom("played", "timeout", "answered", "unanswered", "recorded"), ...stale }),
  fc.constantFrom(...phoneKeys, "x").map((pressed) => ({ type: "key", key: pressed })),
);
type AnyEvent = { type: string; turn?: number | undefined; key?: string };

describe("whatever happens to whatever flow", () => {
  it("a call ends once, when its caller hangs up at the latest, and its wait in each queue ends once", () => {
    fc.assert(
      fc.property(validFlow, fc.array(anyEvent, { maxLength: 60 }), fc.func(fc.boolean()), (flow, events, isOpen) => {
        const given: FlowFacts = { isOpen, waiting: () => (isOpen(1) ? 0 : 2) };
        let state: FlowState = newFlowState;
        let [ends, waits] = [0, 0];
        const all: AnyEvent[] = [{ type: "begun" }, ...events, { type: "gone" }, { type: "gone" }, ...events];
        for (const one of all) {
          const event = { seconds: 3, ...one, turn: one.turn ?? state.turn } as FlowEvent;
          const { state: next, commands } = nextFlowState(flow, state, event, given);
          if (state.phase === "ended") expect(next === state && commands.length === 0).toBe(true);
          else if (next.phase === "ended") ends += 1;
          for (const command of commands) {
            if (command.do === "enqueue") waits += 1;
            if (command.do === "leaveQueue") waits -= 1;
          }
          if (state.phase !== "ended" && ["answered", "abandoned_queue"].includes(next.outcome)) waits -= 1;
          expect(waits).toBe(next.phase === "waiting" ? 1 : 0);
          expect((next.outcome === "") === (next.phase !== "ended")).toBe(true);
          expect(next.entered).toBeLessThanOrEqual(maxSteps + 1);
          state = next;
        }
        expect(ends).toBe(1);
      }),
      { numRuns: 300 },
    );
  });

  it("a caller who does nothing comes to an end in a bounded number of turns", () => {
    fc.assert(
      fc.property(validFlow, fc.boolean(), (flow, speaks) => {
        const { lines, outcome } = tryFlow(flow, { keys: "", answers: false, speaks }, facts);
        expect(lines.length).toBeLessThanOrEqual(flow.steps.length * 9);
        expect(outcome).not.toBe("failed");
      }),
      { numRuns: 300 },
    );
  });

  it("a caller who presses keys for ever is ended", () => {
    const { outcome } = tryFlow(shop, { keys: "*".repeat(1_000), answers: false, speaks: false }, facts);
    expect(outcome).toBe("failed");
  });

  it("a flow with problems ends its calls as well", () => {
    fc.assert(
      fc.property(anyFlow, (flow) => {
        expect(tryFlow(flow, { keys: "1-2-1", answers: false, speaks: false }, facts).outcome).not.toBe("");
      }),
      { numRuns: 300 },
    );
  });
});
