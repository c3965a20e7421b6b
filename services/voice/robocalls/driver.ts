import type { DialResult } from "../../../rules/robocalls";
import type { CallDriver, CallerEvent } from "../flows/driver";

/** A call that we place, named by us; numbers in E.164. */
export type PlacedCall = { reference: string; from: string; to: string; ringSeconds: number };

/** What an exchange does for calls that it places by itself, beside what it does for calls that come in. */
export type DiallingDriver = Pick<CallDriver, "play" | "stop" | "hangUp" | "ring" | "isReachable"> & {
  /** Until the phone was answered, or was not. What happens in an answered call is told. */
  dial(call: PlacedCall, tell: (event: CallerEvent) => void): Promise<DialResult>;
};

/** The exchange that calls are placed with. */
export type DiallingExchange = {
  /** Here while this process is the one that drives it, and it answers. */
  driver: DiallingDriver | undefined;
  /** Whether there is one, which another process may drive. */
  isSet: boolean;
};
