/** A sound that a caller hears. */
export type PlayedSound = {
  id: number;
  name: string;
  words: string;
  /** A link to its mp3, which needs no session and is good for some hours. */
  url: string;
};

/** Whom a caller is connected with: an agent's extension or a number outside, in E.164. */
export type RingTarget = { to: string; seconds: number; headers: readonly string[] };

/** A message that was recorded: an mp3, and how long it is. */
export type RecordedMessage = { bytes: Uint8Array<ArrayBuffer>; seconds: number };

/**
 * What a telephone exchange does for a call that goes through a flow, named by the exchange's own reference. Promises
 * are of what was begun: each settles when it has come to its end, also when it was stopped. A failure is an exception.
 */
export type CallDriver = {
  answer(call: string): Promise<void>;
  /** Until the sound is over, or was stopped. */
  play(call: string, sound: PlayedSound): Promise<void>;
  /** Says the place in a queue; 1 is the next. */
  announce(call: string, place: number): Promise<void>;
  /** The caller waits: music, or silence. */
  hold(call: string): Promise<void>;
  /** Rings somebody and connects the caller with them; false: they did not answer, or it was stopped. */
  ring(call: string, target: RingTarget): Promise<boolean>;
  /** Whether a phone of this extension is there. */
  isReachable(exten: string): boolean;
  /** Until the caller hangs up, presses # or the seconds are over. Settles before `gone` is told. */
  record(call: string, seconds: number): Promise<RecordedMessage | undefined>;
  /** Ends what plays, rings or is recorded. */
  stop(call: string): Promise<void>;
  hangUp(call: string): Promise<void>;
};

/** What the exchange tells of a call by itself. */
export type CallerEvent = { type: "key"; key: string } | { type: "gone" };

/** An incoming call whose number has a flow. */
export type IncomingCall = { number: string; from: string; reference: string };

/** A call that a flow has taken; undefined where its number has none that is on. */
export type BeginFlow = (
  call: IncomingCall,
  driver: CallDriver,
) => Promise<{ tell(event: CallerEvent): void } | undefined>;
