import type { MachineAction } from "../../../rules/answering-machines";
import type { DialOutcome } from "../../../rules/robocalls";
import { HttpError } from "../../kit/serve";
import type { CallDriver, CallerEvent } from "../flows/driver";

/** A call that we place, named by us; numbers in E.164. */
export type PlacedCall = {
  reference: string;
  from: string;
  to: string;
  ringSeconds: number;
  /** What is done with an answering machine; with "off" it need not be found out who answered. */
  onMachine: MachineAction;
};

/** What an exchange does for calls that it places by itself, beside what it does for calls that come in. */
export type DiallingDriver = Pick<CallDriver, "play" | "stop" | "hangUp" | "ring" | "isReachable"> & {
  /**
   * Until the phone was answered, or was not. What happens in an answered call is told. Where machines matter, until it is
   * known who answered; where a message is left on them, until the machine's greeting is over, as far as it can be told.
   */
  dial(call: PlacedCall, tell: (event: CallerEvent) => void): Promise<DialOutcome>;
};

/** @throws HttpError 422 where the exchange can't tell a machine, and it matters */
export function mustDetect({ detectsMachines }: Pick<DiallingExchange, "detectsMachines">, on: MachineAction): void {
  if (on === "off" || detectsMachines) return;
  const words = "The telephone exchange here can't tell answering machines from persons.";
  throw new HttpError(422, words, { on_machine: [words] });
}

/** The exchange that calls are placed with. */
export type DiallingExchange = {
  /** Here while this process is the one that drives it, and it answers. */
  driver: DiallingDriver | undefined;
  /** Whether there is one, which another process may drive. */
  isSet: boolean;
  /** Whether it can tell answering machines from persons. */
  detectsMachines: boolean;
};
