import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postHook } from "../../sandbox/chat-wire";

/** An application that goes away in the middle of its answer. */
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-length": "10" });
  response.write("half");
  setImmediate(() => response.destroy());
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

test("a webhook whose answer breaks off was taken by nobody, and is no fault of the sandbox", async () => {
  const { port } = server.address() as AddressInfo;
  const posted = postHook(`http://127.0.0.1:${port}/hook`, "{}", {}, { send: "accept", hookMs: 0, hookTimes: 2 });
  expect(await posted).toBe(0);
});
