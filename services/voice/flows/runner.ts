import type { CallFlow, QueueStep } from "../../../rules/voice-flow";
import {
  type FlowCommand,
  type FlowEvent,
  type FlowState,
  type FlowTransition,
  newFlowState,
  nextFlowState,
} from "../../../rules/voice-flow-run";
import { findAccount } from "../queue/pbx";
import { abandonQueueCall, answerQueueCallAt, countWaiting, insertQueueCall, leaveQueueCall } from "../queue/store";
import { systemActor, type VoiceContext, type VoiceUnitOfWork } from "../workspace/context";
import { planCallBack } from "./call-back";
import { distribution, type WaitingCaller } from "./distribution";
import type { BeginFlow, CallDriver, CallerEvent, PlayedSound, RecordedMessage } from "./driver";
import { findLiveFlow, insertFlowCall, insertFlowEvent, listSounds, soundsIn } from "./store";
import { insertVoicemail, keepMessage } from "./voicemails";

/** Seconds for which an exchange may fetch a sound. */
const soundSeconds = 4 * 3_600;

/** A call that is in its flow. */
type RunningCall = {
  account: string;
  id: number;
  /** The exchange's name of it, who calls, and the number that was called. */
  reference: string;
  from: string;
  number: string;
  numberId: number;
  flow: CallFlow;
  sounds: ReadonlyMap<number, PlayedSound>;
  open: ReadonlySet<number>;
  /** The ids of the agents with each skill that the flow asks for. */
  skilled: ReadonlyMap<number, readonly string[]>;
  state: FlowState;
  driver: CallDriver;
  /** The wait in a queue that goes on now, and how many there were. */
  wait: { reference: string; since: Date } | undefined;
  waits: number;
  timer: NodeJS.Timeout | undefined;
  /** A message that is recorded and kept: who hangs up after it has left it. */
  message: Promise<void> | undefined;
  /** What was told is done one after the other. */
  last: Promise<void>;
};

/** What the runner adds to an event: who answered, and the message. */
type FlowReport = { event: FlowEvent; exten?: string; message?: Awaited<ReturnType<typeof keepMessage>> };

/**
 * Runs incoming calls through the flows of their numbers, over any telephone exchange. A call is in this process until
 * it ends; what happened to it is in the database.
 */
export function flowRunner(
  service: VoiceContext,
  onError: (error: unknown) => void,
): { begin: BeginFlow; stop(): void } {
  const { database, change, read, now } = service;
  const queue = distribution(service, onError);
  const running = new Set<RunningCall>();

  const begin: BeginFlow = async ({ number, from, reference }, driver) => {
    const account = await findAccount(database, "number", number);
    const found = account && (await read(account, (trx) => findLiveFlow(trx, account, number)));
    if (!account || !found) return undefined;
    const { live: flow, number_id: numberId } = found;
    const id = await change(account, systemActor, (unit) =>
      insertFlowCall(unit, { reference, flowId: found.id, numberId, from }),
    );
    if (id === undefined) return undefined;
    const call: RunningCall = {
      ...{ account, id, reference, from, number, numberId, flow, driver, message: undefined },
      ...{
        sounds: new Map(),
        open: new Set(),
        skilled: new Map(),
        state: newFlowState,
        wait: undefined,
        waits: 0,
        timer: undefined,
      },
      last: Promise.resolve(),
    };
    running.add(call);
    call.last = prepare(service, call).catch((error: unknown) => {
      onError(error);
      tell(call, { event: { type: "failed" } });
    });
    tell(call, { event: { type: "begun" } });
    return { tell: (event) => afterMessage(call, event, () => tell(call, { event })) };
  };

  function tell(call: RunningCall, told: FlowReport): void {
    call.last = call.last
      .then(() => take(call, told))
      .catch((error: unknown) => {
        onError(error);
        if (told.event.type !== "failed") return take(call, { event: { type: "failed" } }).catch(onError);
      });
  }

  /** One event: the state after it and its records in one transaction, then the exchange is told. */
  async function take(call: RunningCall, told: FlowReport): Promise<void> {
    if (call.state.phase === "ended") return;
    const { account, flow } = call;
    const waiting = await countWaiters(service, call);
    const isOpen = (calendar: number) => call.open.has(calendar);
    const facts = { isOpen, waiting: (name: string) => waiting.get(name) ?? 0 };
    const { state, commands } = nextFlowState(flow, call.state, told.event, facts);
    if (state === call.state) return;
    const wait = await change(account, systemActor, async (unit) => {
      const step = flow.steps.find(({ id }) => id === state.step);
      await insertFlowEvent(unit, call.id, told.event, { state, step });
      if (state.outcome === "voicemail" && told.message)
        await insertVoicemail(unit, { ...call, flowCallId: call.id, message: told.message });
      return recordWaits(unit, call, { state, commands }, told);
    });
    if (call.wait && call.wait !== wait) queue.leave(call.wait.reference);
    const entered = wait !== call.wait ? wait : undefined;
    Object.assign(call, { state, wait, waits: call.waits + (entered ? 1 : 0) });
    clearTimeout(call.timer);
    for (const command of commands) await perform(call, command, waiting);
    if (state.phase === "ended") running.delete(call);
  }

  /** What the exchange does; reports come back as events of the same turn. */
  async function perform(call: RunningCall, command: FlowCommand, waiting: Map<string, number>): Promise<void> {
    const { driver, reference, account } = call;
    const failed = (error: unknown) => {
      onError(error);
      tell(call, { event: { type: "failed" } });
    };
    if (command.do === "stop") return driver.stop(reference);
    if (command.do === "hangUp") return driver.hangUp(reference);
    if (command.do === "timer") {
      const event = { type: "timeout", turn: command.turn } as const;
      call.timer = setTimeout(() => tell(call, { event }), command.seconds * 1_000).unref();
    }
    if (command.do === "play") {
      const event = { type: "played", turn: command.turn } as const;
      const sound = call.sounds.get(command.sound);
      const played = sound ? driver.play(reference, sound) : Promise.resolve();
      played.then(() => tell(call, { event }), failed);
    }
    if (command.do === "ring") {
      const { turn, number: to, seconds } = command;
      const rung = driver.ring(reference, { to, seconds, headers: [] });
      rung.then((answered) => tell(call, { event: { type: answered ? "answered" : "unanswered", turn } }), failed);
    }
    if (command.do === "record") {
      const { turn } = command;
      const heard = driver.record(reference, command.seconds).then((one) => reportMessage(service, account, turn, one));
      call.message = heard.then((told) => tell(call, told), failed);
    }
    if (command.do === "enqueue" && call.wait) {
      const { turn, step } = command;
      const place = (waiting.get(step.queue) ?? 0) + 1;
      const held = step.announce ? driver.announce(reference, place) : Promise.resolve();
      held.then(() => (call.state.turn === turn ? driver.hold(reference) : undefined)).catch(onError);
      const answered = (exten: string) => tell(call, { event: { type: "answered", turn }, exten });
      queue.enter({ ...waitingCaller(call, step, call.wait.reference, now()), answered });
    }
  }

  return {
    begin,
    stop() {
      queue.stop();
      for (const { timer } of running) clearTimeout(timer);
      running.clear();
    },
  };
}

/** The end of a call is told after its message is kept, everything else at once. */
function afterMessage({ message }: RunningCall, { type }: CallerEvent, then: () => void): void {
  if (type !== "gone" || message === undefined) then();
  else void message.then(then);
}

/** What is told of a recording that has ended; a message is kept first. */
async function reportMessage(
  { deps }: VoiceContext,
  account: string,
  turn: number,
  message: RecordedMessage | undefined,
): Promise<FlowReport> {
  const kept = message && message.seconds > 0 ? await keepMessage(deps, account, message) : undefined;
  return { event: { type: "recorded", turn, seconds: kept?.seconds ?? 0 }, ...(kept && { message: kept }) };
}

/** How many wait in each queue, where the flow asks for it. */
async function countWaiters({ read, now }: VoiceContext, { account, flow }: RunningCall): Promise<Map<string, number>> {
  if (!flow.steps.some(({ kind }) => kind === "queue")) return new Map();
  return read(account, (trx) => countWaiting(trx, account, now()));
}

/** The caller as a queue knows them: how they are rung for, and for whom. */
function waitingCaller(
  call: RunningCall,
  step: QueueStep,
  reference: string,
  now: Date,
): Omit<WaitingCaller, "answered"> {
  const { account, number, driver } = call;
  const { agents } = step;
  return {
    ...{ account, call: call.reference, reference, number, agents, driver },
    skilled: skilledFor(call, step, now),
  };
}

/** Who has the skill of a queue, and until when only they are rung; undefined where everyone is. */
function skilledFor({ skilled }: RunningCall, { skill, skillSeconds }: QueueStep, now: Date): WaitingCaller["skilled"] {
  const agents = skill ? skilled.get(skill) : undefined;
  return agents && { agents, until: skillSeconds ? new Date(now.getTime() + skillSeconds * 1_000) : undefined };
}

/** The agents of each skill that a flow asks for; where they can't be asked for, everyone is rung. */
async function loadSkilled({ deps }: VoiceContext, { account, flow }: RunningCall): Promise<RunningCall["skilled"]> {
  const asked = flow.steps.flatMap((step) => (step.kind === "queue" && step.skill ? [step.skill] : []));
  const found = asked.length > 0 ? await deps.clientsOfAccount(account).identity.skills({}) : undefined;
  const skills = found?.status === 200 ? found.body.data.filter(({ id }) => asked.includes(id)) : [];
  return new Map(skills.map(({ id, people }) => [id, people.map(String)]));
}

/** Answers, and finds out what the flow will ask for. */
async function prepare(service: VoiceContext, call: RunningCall): Promise<void> {
  const { read, deps, now } = service;
  const { account, flow, driver, reference } = call;
  const { ticketing, uploads } = deps.clientsOfAccount(account);
  const needed = new Set(soundsIn(flow));
  const calendars = flow.steps.flatMap((step) => (step.kind === "hours" ? [step.calendar] : []));
  const [found, hours, skilled] = await Promise.all([
    read(account, (trx) => listSounds(trx, account)),
    calendars.length > 0 ? ticketing.openHours({ query: { at: now().toISOString() } }) : undefined,
    loadSkilled(service, call),
    driver.answer(reference),
  ]);
  call.skilled = skilled;
  // Where the hours can't be asked, callers are served.
  const open = hours?.status === 200 ? hours.body.data.filter((one) => one.open).map(({ id }) => id) : calendars;
  call.open = new Set(open);
  const sounds = await Promise.all(
    found
      .filter(({ id }) => needed.has(id))
      .map(async ({ id, name, words, file_id }): Promise<PlayedSound> => {
        const link = await uploads.link({ params: { id: file_id }, query: { seconds: soundSeconds, open: true } });
        return { id, name, words, url: link.status === 200 ? link.body.url : "" };
      }),
  );
  call.sounds = new Map(sounds.map((sound) => [sound.id, sound]));
}

/** What becomes of the call's wait in a queue, in the order of the commands; answers the one that goes on. */
async function recordWaits(
  unit: VoiceUnitOfWork,
  call: RunningCall,
  { state, commands }: FlowTransition,
  { exten = "" }: FlowReport,
): Promise<RunningCall["wait"]> {
  const { id: flowCallId, numberId, from: phoneNumber } = call;
  let { wait } = call;
  const since = wait?.since ?? unit.now;
  if (wait && state.outcome === "answered") await answerQueueCallAt(unit, wait.reference, exten);
  if (wait && state.outcome === "abandoned_queue") await abandonQueueCall(unit, wait.reference);
  if (wait && state.outcome === "failed") await leaveQueueCall(unit, wait.reference, "hang_up");
  if (state.outcome === "answered" || state.outcome === "abandoned_queue" || state.outcome === "failed")
    wait = undefined;
  for (const command of commands) {
    if (command.do === "leaveQueue" && wait) {
      await leaveQueueCall(unit, wait.reference, command.for);
      wait = undefined;
    }
    if (command.do === "planCallBack") await planCallBack(unit, { phoneNumber, agents: command.agents, since });
    if (command.do !== "enqueue") continue;
    const reference = call.waits === 0 ? call.reference : `${call.reference}.${call.waits + 1}`;
    const { queue } = command.step;
    const id = await insertQueueCall(unit, { reference, phoneNumber, numberId, queue, flowCallId });
    unit.events.push({ kind: "voice.call", body: { id, status: "Waiting", user: null, to: [] } });
    wait = { reference, since: unit.now };
  }
  return wait;
}
