// A mail host as a process of its own, as every installation has it: takes each mail over SMTP and keeps none.
// Prints {"port":N}; ends with its input.
import { createServer } from "node:net";

const server = createServer((socket) => {
  let [text, inside] = ["", false];
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.write("220 bench ESMTP\r\n");
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    for (;;) {
      const end = text.indexOf(inside ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const line = text.slice(0, end);
      text = text.slice(end + (inside ? 5 : 2));
      if (inside) {
        inside = false;
        socket.write("250 2.0.0 Ok: queued as 1\r\n");
      } else if (/^DATA/i.test(line)) {
        inside = true;
        socket.write("354 Go on\r\n");
      } else if (/^QUIT/i.test(line)) socket.end("221 Bye\r\n");
      else socket.write("250 Ok\r\n");
    }
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ port: typeof address === "object" ? address?.port : 0 })}\n`);
});
process.stdin.resume().on("end", () => process.exit(0));
