import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { closeOutside, OutsideError, type OutsidePolicy } from "../../services/kit/outside";

/** Two listeners on loopback: the canary that nobody may reach, and a stand-in for a server in the outside world. */
export const outside = {
  /** Connections the canary saw. */
  connections: 0,
  /** What the stand-in was asked in this test. */
  asked: [] as IncomingMessage[],
  /** How the stand-in answers. */
  answer: ((_, response) => response.end("hello")) as RequestListener,
};

const canary = createServer((_, response) => response.end("secret")).on("connection", () => {
  outside.connections += 1;
});
const world = createServer((request, response) => {
  outside.asked.push(request);
  outside.answer(request, response);
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;
export const canaryPort = () => portOf(canary);
export const worldPort = () => portOf(world);

export function listen(): void {
  beforeAll(async () => {
    await new Promise<void>((resolve) => canary.listen(0, () => resolve()));
    await new Promise<void>((resolve) => world.listen(0, "127.0.0.1", () => resolve()));
  });
  beforeEach(() => {
    outside.asked.length = 0;
  });
  afterAll(async () => {
    await closeOutside();
    for (const server of [canary, world]) {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  });
}

/** Only the stand-in is "public"; every name leads to this machine. */
export function policy(more: Partial<OutsidePolicy> = {}): OutsidePolicy {
  return { allow: (_, port) => port === worldPort(), resolve: async () => ["127.0.0.1"], ...more };
}

export const at = (path: string, host = "world.example") => `http://${host}:${worldPort()}${path}`;

export async function fault(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutsideError)) throw new Error(`expected an OutsideError, got ${String(error)}`);
  return error.fault;
}
