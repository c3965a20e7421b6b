import { createServer } from "node:net";
import { Fault } from "./cli.mjs";

/** Where the application is to listen, by the settings; throws a Fault for a port that is no port. */
export function listenAddress(env = process.env) {
  const port = Number(env.PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Fault(`PORT is "${env.PORT}": set it to a number from 1 to 65535.`);
  return { port, host: env.HOST || "127.0.0.1" };
}

/** Minutes of installing must not come before the news that the port is taken. */
export async function checkAddress() {
  const wanted = listenAddress();
  await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ ...wanted, exclusive: true }, () => probe.close(resolve));
  }).catch((error) => {
    throw addressFault(error, wanted) ?? error;
  });
}

/** The sentence for an address that cannot be listened on; undefined for any other error. */
export function addressFault(error, { port, host }) {
  if (error.syscall !== "listen" && error.syscall !== "getaddrinfo") return undefined;
  if (error.code === "EADDRINUSE")
    return new Fault(
      `Port ${port} is in use: stop the program that has it, or choose another, as in PORT=${port + 1} npm start.`,
    );
  if (error.code === "EACCES")
    return new Fault(`Port ${port} is for administrators: choose one above 1023, as in PORT=3000 npm start.`);
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].includes(error.code))
    return new Fault(`HOST is "${host}", which is no address of this machine: set it to 127.0.0.1 or 0.0.0.0.`);
  return undefined;
}
