import { spawn } from "node:child_process";
import { io, type Socket } from "socket.io-client";
import { forEach } from "./http";
import { type Figures, figuresOf, paced } from "./pace";

/** Hands each message on to the agents' room and to its visitor, and does nothing else. */
const program = `
  import { createServer } from "node:http";
  import { Server } from "socket.io";
  const server = createServer();
  const io = new Server(server, { transports: ["websocket"], serveClient: false });
  io.on("connection", (socket) => {
    socket.join(socket.handshake.auth.room);
    socket.on("say", (visitor, body) => io.to(["agents", visitor]).emit("said", visitor, body));
  });
  server.listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;

/** The peer: a bare socket.io server in a process of its own, as many sockets, the same messages at the same rate. */
export async function bareEcho(size: {
  agents: number;
  visitors: number;
  perSecond: number;
  seconds: number;
  bytes: number;
}): Promise<Figures> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const sockets: Socket[] = [];
  try {
    const port = await new Promise<string>((resolve) =>
      child.stdout.once("data", (chunk: Buffer) => resolve(String(chunk).trim())),
    );
    const opened = (room: string) =>
      new Promise<Socket>((resolve, reject) => {
        const auth = { room };
        const socket = io(`http://127.0.0.1:${port}`, { transports: ["websocket"], forceNew: true, auth });
        socket.once("connect", () => resolve(socket));
        socket.once("connect_error", reject);
        sockets.push(socket);
      });
    const agents: Socket[] = [];
    const visitors: Socket[] = [];
    await forEach(Array(size.agents).fill("agents"), 50, async (room) => void agents.push(await opened(room)));
    await forEach([...Array(size.visitors).keys()], 50, async (n) => {
      visitors[n] = await opened(`v${n}`);
    });
    const began: number[] = [];
    const times: number[] = [];
    let heard = 0;
    const listen = (socket: Socket, isOther: (n: number, room: string) => boolean) =>
      socket.on("said", (room: string, body: { n: number }) => {
        heard += 1;
        if (isOther(body.n, room)) times.push(performance.now() - (began[body.n] ?? 0));
      });
    // Even numbers go from a visitor to an agent, odd ones back.
    for (const [at, socket] of agents.entries())
      listen(socket, (n, room) => n % 2 === 0 && Number(room.slice(1)) % size.agents === at);
    for (const socket of visitors) listen(socket, (n) => n % 2 === 1);
    const filling = "x".repeat(size.bytes);
    const sent = await paced(size.perSecond, size.seconds, (n) => {
      const visitor = (n * 7) % size.visitors;
      const from = n % 2 === 0 ? visitors[visitor] : agents[visitor % size.agents];
      began[n] = performance.now();
      from?.emit("say", `v${visitor}`, { n, filling });
    });
    for (let tries = 0; tries < 50 && heard < sent * (size.agents + 1); tries++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    return figuresOf(times);
  } finally {
    for (const socket of sockets) socket.disconnect();
    child.kill();
  }
}
