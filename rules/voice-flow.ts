/** The keys of a telephone. */
export const phoneKeys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"] as const;
export type PhoneKey = (typeof phoneKeys)[number];

export function isPhoneKey(text: string): text is PhoneKey {
  return (phoneKeys as readonly string[]).includes(text);
}

/** What a step of a call flow does, in the order in which a new one is offered. */
export const stepKinds = [
  "hours",
  "greeting",
  "menu",
  "queue",
  "transfer",
  "voicemail",
  "call_back",
  "hang_up",
] as const;
export type StepKind = (typeof stepKinds)[number];

export const stepKindNames: Record<StepKind, string> = {
  hours: "Opening hours",
  greeting: "Greeting",
  menu: "Menu",
  queue: "Queue",
  transfer: "Outside number",
  voicemail: "Voicemail",
  call_back: "Call-back",
  hang_up: "Hang up",
};

/** What each kind is for, in words beside the choice. */
export const stepKindTexts: Record<StepKind, string> = {
  hours: "One way while you are open, another while you are closed",
  greeting: "Plays a sound, then goes on",
  menu: "Plays a sound and waits for a key",
  queue: "The caller waits until an agent answers",
  transfer: "Rings a number outside",
  voicemail: "Records a message and opens a ticket",
  call_back: "Plans a call to the caller",
  hang_up: "Ends the call",
};

export const flowLimits = {
  steps: 50,
  /** Menus: seconds that a key is waited for, times that the menu is said again. */
  keySeconds: { min: 2, max: 20 },
  repeats: { min: 0, max: 3 },
  waitSeconds: { min: 10, max: 3_600 },
  waiting: { min: 1, max: 200 },
  /** Seconds for which only agents with the skill are rung. */
  skillSeconds: { min: 0, max: 3_600 },
  ringSeconds: { min: 5, max: 60 },
  /** The longest message. */
  recordSeconds: 180,
} as const;

type StepBase = { id: number; name: string };
/** A step is named by its id; 0: not chosen yet. Sounds and calendars as well. */
export type HoursStep = StepBase & { kind: "hours"; calendar: number; open: number; closed: number };
export type GreetingStep = StepBase & { kind: "greeting"; sound: number; next: number };
export type MenuStep = StepBase & {
  kind: "menu";
  sound: number;
  keys: { [key in PhoneKey]?: number | undefined };
  keySeconds: number;
  /** Times that it is said again after a wrong key or none. */
  repeats: number;
  otherwise: number;
};
export type QueueStep = StepBase & {
  kind: "queue";
  queue: string;
  /** Ids of the agents who are rung; none: all. */
  agents: string[];
  /** Only agents with this skill are rung, for so many seconds; 0 seconds: to the end. Steps of before have neither. */
  skill?: number | undefined;
  skillSeconds?: number | undefined;
  maxWaitSeconds: number;
  /** With so many waiting already a caller goes on at once. */
  maxWaiting: number;
  /** Whether the place in the queue is said. */
  announce: boolean;
  /** The key that asks for a call-back; "": none. */
  callBackKey: PhoneKey | "";
  overflow: number;
};
export type TransferStep = StepBase & { kind: "transfer"; number: string; ringSeconds: number; otherwise: number };
export type VoicemailStep = StepBase & { kind: "voicemail"; sound: number };
export type CallBackStep = StepBase & { kind: "call_back"; agents: string[] };
export type HangUpStep = StepBase & { kind: "hang_up" };
export type FlowStep =
  | HoursStep
  | GreetingStep
  | MenuStep
  | QueueStep
  | TransferStep
  | VoicemailStep
  | CallBackStep
  | HangUpStep;

/** What happens to whoever calls a number. */
export type CallFlow = { first: number; steps: FlowStep[] };

/** A new step of a kind, with nothing chosen yet. */
export function emptyStep(kind: StepKind, id: number, name: string): FlowStep {
  const base = { id, name };
  if (kind === "hours") return { ...base, kind, calendar: 0, open: 0, closed: 0 };
  if (kind === "greeting") return { ...base, kind, sound: 0, next: 0 };
  if (kind === "menu") return { ...base, kind, sound: 0, keys: {}, keySeconds: 5, repeats: 2, otherwise: 0 };
  if (kind === "transfer") return { ...base, kind, number: "", ringSeconds: 30, otherwise: 0 };
  if (kind === "voicemail") return { ...base, kind, sound: 0 };
  if (kind === "call_back") return { ...base, kind, agents: [] };
  if (kind === "hang_up") return { ...base, kind };
  return {
    ...{ ...base, kind, queue: "", agents: [], skill: 0, skillSeconds: 60, maxWaitSeconds: 300, maxWaiting: 20 },
    ...{ announce: false, callBackKey: "", overflow: 0 },
  };
}

/** A way from one step to another. `byKey`: only the caller can take it. */
export type FlowBranch = { label: string; to: number; byKey: boolean };

/** Where a step leads, in words; a step without branches ends the call. */
export function stepBranches(step: FlowStep): FlowBranch[] {
  const way = (label: string, to: number): FlowBranch => ({ label, to, byKey: false });
  if (step.kind === "hours") return [way("while you are open", step.open), way("while you are closed", step.closed)];
  if (step.kind === "greeting") return [way("then", step.next)];
  if (step.kind === "queue") return [way("when no one answers", step.overflow)];
  if (step.kind === "transfer") return [way("when no one answers", step.otherwise)];
  if (step.kind !== "menu") return [];
  const keys = phoneKeys.flatMap((key) => {
    const to = step.keys[key];
    return to === undefined ? [] : [{ label: `key ${key}`, to, byKey: true }];
  });
  return [...keys, way("without a right key", step.otherwise)];
}

/** How a call in a flow ended: each ends once. */
export const flowOutcomes = [
  "answered",
  "transferred",
  "voicemail",
  "call_back",
  "hung_up",
  "abandoned_menu",
  "abandoned_queue",
  "abandoned_transfer",
  "no_message",
  "failed",
] as const;
export type FlowOutcome = (typeof flowOutcomes)[number];

export const flowOutcomeNames: Record<FlowOutcome, string> = {
  answered: "Answered by an agent",
  transferred: "Answered at an outside number",
  voicemail: "Left a message",
  call_back: "Is called back",
  hung_up: "Ended by the flow",
  abandoned_menu: "Gave up in the menu",
  abandoned_queue: "Gave up in the queue",
  abandoned_transfer: "Gave up while an outside number rang",
  no_message: "Left no message",
  failed: "Failed",
};
