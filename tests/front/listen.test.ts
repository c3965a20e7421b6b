import { connect, type Socket } from "node:net";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { close, listen } from "../../front/listen";

// The product's own times, a hundred times as short: 150 ms for the headers, 600 ms for a body and 10 ms a byte.
const timeoutMs = { headers: 150, body: 600, slowest: 100, look: 20 };

const app = new Hono();
app.onError((_, c) => c.text("The body was cut short.", 400));
app.post("/read", async (c) => c.text(String((await c.req.text()).length)));
app.post("/unread", (c) => c.text("no"));

let listening: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  listening = await listen(app as never, { PORT: 0, HOST: "127.0.0.1" }, timeoutMs);
});
afterAll(() => close(listening.server));

/** A connection and all it hears until it is closed. */
function open(): { socket: Socket; closed: Promise<string> } {
  const socket = connect(listening.port, "127.0.0.1");
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk;
  });
  socket.on("error", () => undefined);
  return { socket, closed: new Promise((resolve) => socket.once("close", () => resolve(heard))) };
}

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: here\r\ncontent-length: ${length}\r\n\r\n`;

describe("a client that is slower than any line", () => {
  it("is closed when it says nothing, and when it sends its headers byte by byte", async () => {
    const silent = open();
    const dripping = open();
    dripping.socket.write("POST /read HTTP/1.1\r\n");
    const drip = setInterval(() => dripping.socket.write("x"), 30);
    await Promise.all([silent.closed, dripping.closed]);
    clearInterval(drip);
  });

  it("is told and closed when its body does not come", async () => {
    const { socket, closed } = open();
    socket.write(`${head("/read", 1_000)}a`);
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("is closed when its body does not come and no one reads it", async () => {
    const { socket, closed } = open();
    socket.write(`${head("/unread", 1_000_000)}a`);
    expect(await closed).toMatch(/^HTTP\/1\.1 (200|408) /);
  });
});

it("a body that keeps coming is waited for, however long it takes", async () => {
  const { socket, closed } = open();
  socket.write(head("/read", 1_000));
  const began = performance.now();
  let left = 1_000;
  const sending = setInterval(() => {
    socket.write("a".repeat(20));
    left -= 20;
    if (left === 0) clearInterval(sending);
  }, 25);
  socket.on("data", () => socket.end());
  expect(await closed).toMatch(/^HTTP\/1\.1 200 .*1000$/s);
  expect(performance.now() - began).toBeGreaterThan(timeoutMs.body);
});

describe("a connection that is quiet between two requests", () => {
  const get = "GET /nothing HTTP/1.1\r\nhost: here\r\n\r\n";
  const hears = (socket: Socket) => new Promise<string>((resolve) => socket.once("data", (text) => resolve(`${text}`)));

  it("is kept for longer than a proxy keeps its own, so that no request meets one that is being closed", async () => {
    const { socket, closed } = open();
    socket.write(get);
    expect(Number(/^keep-alive: timeout=(\d+)/im.exec(await hears(socket))?.[1])).toBeGreaterThan(60);
    socket.destroy();
    await closed;
  });

  it("makes room where there is none left", async () => {
    const small = await listen(app as never, { PORT: 0, HOST: "127.0.0.1" }, timeoutMs);
    if (!("maxConnections" in small.server)) throw new Error("it listens by HTTP 1");
    small.server.maxConnections = 1;
    const quiet = connect(small.port, "127.0.0.1");
    quiet.write(get);
    await hears(quiet);
    const refused = connect(small.port, "127.0.0.1").on("error", () => undefined);
    await Promise.all(
      [quiet, refused].map((socket) => new Promise((resolve) => socket.resume().once("close", resolve))),
    );
    const next = connect(small.port, "127.0.0.1");
    next.write(get);
    expect(await hears(next)).toMatch(/^HTTP\/1\.1 404 /);
    await close(small.server);
  });
});
