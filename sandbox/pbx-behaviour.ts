/** What a simulated customer does when they are called, by the last two digits of their number. */
export const behaviours = {
  answers: { suffix: "", what: "answers after a second and a half, and you hear a tone" },
  busy: { suffix: "01", what: "is busy (486)" },
  silent: { suffix: "02", what: "never answers" },
  unknown: { suffix: "03", what: "is not a number in service (404)" },
  brief: { suffix: "04", what: "answers and hangs up after five seconds" },
  echo: { suffix: "05", what: "answers and sends back what it hears" },
  holds: { suffix: "06", what: "answers, and puts you on hold for three seconds after three" },
  declines: { suffix: "07", what: "declines (603)" },
  machine: { suffix: "08", what: "has an answering machine: it answers, and records after its greeting" },
} as const satisfies Record<string, { suffix: string; what: string }>;
export type Behaviour = keyof typeof behaviours;

export function phoneBehaviour(number: string): Behaviour {
  const found = Object.entries(behaviours).find(([, { suffix }]) => suffix !== "" && number.endsWith(suffix));
  return (found?.[0] as Behaviour | undefined) ?? "answers";
}

/** The key that a customer presses when a robocall asks: numbers that end in 11 to 19. */
export function pressedKey(number: string): string | undefined {
  return /1([1-9])$/.exec(number)?.[1];
}

/** What the PBX asks of the process of the customers. Numbers are digits without a plus. */
export type CustomerCommand =
  | { do: "attend"; number: string }
  | { do: "call"; id: string; number: string; target: string; headers: string[] }
  | { do: "hangUp"; id: string };

/** A customer's call as that process sees it. */
export type CustomerCall = {
  id: string;
  number: string;
  /** Who called whom. */
  direction: "in" | "out";
  peer: string;
  state: "ringing" | "answered" | "ended";
  /** The SIP status or the cause with which it ended. */
  cause: string;
  onHold: boolean;
  /** Packets and loudness (0 to 1) of what arrived, the keys that were pressed, whom they were transferred to. */
  packets: number;
  loudness: number;
  digits: string;
  referred: string;
};

export type CustomerMessage = { attending: string; ready: boolean } | { call: CustomerCall };
