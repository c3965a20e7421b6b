import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import WebSocket from "ws";
import { findPeer, freePort, peerFolder, runPeer } from "./programs";

export type Kamailio = { url: string; port: number; said(): string; stop(): Promise<void> };

/** Kamailio with the configuration of docs/kamailio.cfg, whose carrier is at a port of this machine. */
export async function startKamailio(
  trunkPort: () => number,
  sipPort: number,
  passwords: Record<string, string>,
): Promise<Kamailio> {
  const peer = findPeer("usr/sbin/kamailio");
  if (!peer) throw new Error("Kamailio is not here");
  const folder = peerFolder("kamailio");
  const port = await freePort();
  const site = {
    WS_PORT: String(port),
    SIP_PORT: String(sipPort),
    // Another name than the address: every port of the domain is its own to Kamailio, the carrier is at this address too.
    DOMAIN: "localhost",
    TRUNK_PORT: String(trunkPort()),
    MODULES: join(peer.libraries, "kamailio/modules"),
  };
  let text = readFileSync("docs/kamailio.cfg", "utf8");
  for (const [name, value] of Object.entries(site))
    text = text.replace(new RegExp(`^(#!substdef "!${name}!).*(!g")$`, "m"), `$1${value}$2`);
  const known = Object.entries(passwords).map(([exten, one]) => `\t$sht(passwords=>${exten}) = "${one}";`);
  const config = join(folder.path, "kamailio.cfg");
  writeFileSync(config, `${text}\nevent_route[htable:mod-init] {\n${known.join("\n")}\n}\n`);
  const args = ["-f", config, "-DD", "-E", "-m", "32", "-M", "4", "-P", join(folder.path, "pid"), "-Y", folder.path];
  const running = runPeer(peer, args);
  const url = `ws://localhost:${port}/ws`;
  const answers = () =>
    new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(url, "sip");
      socket.once("error", () => reject(new Error(running.said())));
      socket.once("open", () => {
        socket.close();
        resolve();
      });
    });
  await vi.waitFor(answers, { timeout: 15_000, interval: 100 });
  return {
    ...{ url, port, said: running.said },
    async stop() {
      await running.stop();
      folder.remove();
    },
  };
}
