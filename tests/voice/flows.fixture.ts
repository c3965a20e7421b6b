import { emptyStep, type FlowStep, type StepKind } from "../../rules/voice-flow";
import type { CallDriver, CallerEvent, RecordedMessage } from "../../services/voice/flows/driver";
import { ourNumber, type VoiceStage } from "./fixture";

export function step(kind: StepKind, more: object = {}): FlowStep {
  return { ...emptyStep(kind, 0, `The ${kind}`), ...more } as FlowStep;
}

/** A sound of the account. */
export async function addSound({ ask }: VoiceStage, name: string): Promise<number> {
  const file_id = crypto.randomUUID();
  const answer = await ask("addFlowSound", { body: { name, words: `${name}.`, file_id } }, "owner");
  if (answer.status !== 201) throw new Error(answer.body.message);
  return Number(answer.body.id);
}

/** A flow with these steps, ids 1 and on, for our number; switched on. */
export async function addFlow(stage: VoiceStage, name: string, steps: readonly FlowStep[]): Promise<number> {
  const { ask, rows } = stage;
  const must = async (answer: ReturnType<typeof ask>) => {
    const { status, body } = await answer;
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  };
  const { id } = await must(ask("addCallFlow", { body: { name } }, "owner"));
  for (const body of steps) await must(ask("saveFlowStep", { params: { id }, body }, "owner"));
  const [number] = await rows<{ id: number }>(`select id from voice.numbers where phone_number = '${ourNumber}'`);
  await must(ask("updateCallFlow", { params: { id }, body: { name, first: 1, numbers: [number?.id] } }, "owner"));
  await must(ask("switchCallFlow", { params: { id }, body: { on: true } }, "owner"));
  return Number(id);
}

/** A telephone exchange that does what the test says. */
export function fakeExchange({ flows }: Pick<VoiceStage, "flows">) {
  const heard: string[] = [];
  const rung: string[] = [];
  const log: string[] = [];
  const pending = new Map<string, (value: never) => void>();
  const wait = <Value>(what: string) =>
    new Promise<Value>((resolve) => pending.set(what, resolve as (value: never) => void));
  const driver: CallDriver = {
    answer: async () => void log.push("answer"),
    play: (_, { words }) => {
      heard.push(words);
      return wait("play");
    },
    announce: async (_, place) => void heard.push(`place ${place}`),
    hold: async () => void log.push("hold"),
    ring: (_, { to, headers }) => {
      rung.push(to);
      log.push(...headers);
      return wait("ring");
    },
    isReachable: (exten) => exten !== "1002",
    record: () => wait("record"),
    stop: async () => {
      log.push("stop");
      settle("ring", false);
      settle("record", undefined);
      settle("play", undefined);
    },
    hangUp: async () => void log.push("hangUp"),
  };
  function settle(what: string, value: unknown): void {
    const resolve = pending.get(what);
    pending.delete(what);
    resolve?.(value as never);
  }
  let line: { tell(event: CallerEvent): void } | undefined;
  return {
    ...{ heard, rung, log },
    async call(reference: string, from = "+254711000111", number = ourNumber): Promise<boolean> {
      line = await flows.begin({ number, from, reference }, driver);
      return line !== undefined;
    },
    /** The sound is over. */
    played: () => settle("play", undefined),
    isPlaying: () => pending.has("play"),
    isRecording: () => pending.has("record"),
    isRinging: () => pending.has("ring"),
    answers: (answered: boolean) => settle("ring", answered),
    speaks: (message: RecordedMessage | undefined) => settle("record", message),
    press: (key: string) => line?.tell({ type: "key", key }),
    gone() {
      void driver.stop("");
      line?.tell({ type: "gone" });
    },
  };
}
