import { randomUUID } from "node:crypto";
import { startInterval } from "../services/kit/interval";
import type { Log } from "../services/kit/log";
import type { Introspect, Person } from "../services/kit/principal";
import type { LiveSocket } from "./live-follow";

type Watched = { sockets: Set<LiveSocket>; asked: number };
/** Milliseconds without an answer about a person after which their sockets are cut all the same. */
const longestUnasked = 60_000;
/** Milliseconds between two looks at those who work in a child account: what ends that ends it within a second. */
const delegatesEvery = 500;
/** Questions under way at once. */
const atOnce = 8;

/** Asks every few seconds whether each session behind a socket still stands, and what its person may. */
export function watchSessions(introspect: Introspect, options: { every: number; log: Pick<Log, "error"> }) {
  const sessions = new Map<string, Watched>();
  const people = new Map<string, number>();
  let changed: (socket: LiveSocket, before: Person) => void = () => undefined;

  const keyOf = ({ customer_account, id }: Person) => `${customer_account} ${id}`;
  const onError = (err: unknown) => options.log.error({ err }, "asking for sessions");
  const asking = startInterval(() => askAll(sessions), { everyMs: options.every, onError });
  const askingDelegates = startInterval(() => askAll([...sessions].filter(isDelegate)), {
    everyMs: Math.min(options.every, delegatesEvery),
    onError,
  });

  async function askAll(which: Iterable<[string, Watched]>): Promise<void> {
    const waiting = [...which];
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await ask(...next);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  async function ask(session: string, watched: Watched): Promise<void> {
    try {
      const person = await introspect(session, randomUUID());
      watched.asked = Date.now();
      for (const socket of watched.sockets) {
        const before = socket.data.person;
        if (!person || keyOf(person) !== keyOf(before)) {
          socket.emit("over");
          socket.disconnect(true);
          continue;
        }
        socket.data.person = person;
        changed(socket, before);
      }
    } catch (err) {
      options.log.error({ err }, "asking who is behind a socket");
      if (Date.now() - watched.asked > longestUnasked) for (const socket of watched.sockets) socket.disconnect(true);
    }
  }

  return {
    /** How many sockets a person has here. */
    count: (person: Person) => people.get(keyOf(person)) ?? 0,
    add(socket: LiveSocket) {
      const { session, person } = socket.data;
      const watched = sessions.get(session) ?? { sockets: new Set(), asked: Date.now() };
      watched.sockets.add(socket);
      sessions.set(session, watched);
      people.set(keyOf(person), (people.get(keyOf(person)) ?? 0) + 1);
    },
    remove(socket: LiveSocket) {
      const { session, person } = socket.data;
      const watched = sessions.get(session);
      watched?.sockets.delete(socket);
      if (watched?.sockets.size === 0) sessions.delete(session);
      const left = (people.get(keyOf(person)) ?? 1) - 1;
      if (left > 0) people.set(keyOf(person), left);
      else people.delete(keyOf(person));
    },
    /** Called for each socket whenever its person was asked for: what they may can have changed. */
    onChange(listener: typeof changed) {
      changed = listener;
    },
    stop: () => Promise.all([asking.stop(), askingDelegates.stop()]),
  };
}

function isDelegate([, { sockets }]: [string, Watched]): boolean {
  return [...sockets].some(({ data }) => data.person.delegation);
}
