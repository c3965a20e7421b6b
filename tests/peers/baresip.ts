import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { vi } from "vitest";
import { findPeer, freePort, peerFolder, runPeer } from "./programs";

/** What baresip tells of a call. */
export type BaresipEvent = { type: string; direction?: string; peeruri?: string; id?: string; param?: string };

export type Baresip = {
  port: number;
  told: BaresipEvent[];
  dial(number: string, address: string): void;
  /** Ends what rings or talks on a number. */
  hangUp(number: string): void;
  said(): string;
  stop(): Promise<void>;
};

/**
 * A telephone that is none of ours (its own SIP, ICE and DTLS-SRTP), with one line for each number; it sends back what
 * it hears.
 * @param numbers `true`: it answers by itself
 */
export async function startBaresip(numbers: Record<string, boolean>, proxyPort: number): Promise<Baresip> {
  const peer = findPeer("usr/bin/baresip");
  if (!peer) throw new Error("baresip is not here");
  const folder = peerFolder("baresip");
  const [port, control] = [await freePort(), await freePort()];
  const modules = ["g711.so", "aubridge.so", "dtls_srtp.so", "ice.so"];
  const apps = ["account.so", "menu.so", "ctrl_tcp.so"];
  writeFileSync(
    join(folder.path, "config"),
    [
      `sip_listen 127.0.0.1:${port}`,
      `module_path ${join(peer.libraries, "../baresip/modules")}`,
      // What is heard is said again.
      "audio_source aubridge,echo",
      "audio_player aubridge,echo",
      "call_max_calls 4",
      "rtcp_mux yes",
      `ctrl_tcp_listen 127.0.0.1:${control}`,
      ...modules.map((name) => `module ${name}`),
      ...apps.map((name) => `module_app ${name}`),
      "",
    ].join("\n"),
  );
  const common = `regint=0;mediaenc=dtls_srtp;medianat=ice;audio_codecs=pcmu/8000/1;outbound="sip:127.0.0.1:${proxyPort};transport=udp"`;
  const accounts = Object.entries(numbers).map(
    ([number, answers]) => `<sip:${number}@127.0.0.1:${port}>;${common};answermode=${answers ? "auto" : "manual"}`,
  );
  writeFileSync(join(folder.path, "accounts"), `${accounts.join("\n")}\n`);
  writeFileSync(join(folder.path, "contacts"), "");
  const running = runPeer(peer, ["-f", folder.path, "-4"]);
  const told: BaresipEvent[] = [];
  const socket = await vi.waitFor(
    () =>
      new Promise<ReturnType<typeof connect>>((resolve, reject) => {
        const fresh = connect(control, "127.0.0.1", () => resolve(fresh));
        fresh.once("error", reject);
      }),
    { timeout: 10_000, interval: 100 },
  );
  socket.on("error", () => undefined);
  // Netstrings of JSON (cr.yp.to/proto/netstrings.txt).
  let rest = "";
  socket.on("data", (data) => {
    rest += data.toString();
    for (let colon = rest.indexOf(":"); colon > 0; colon = rest.indexOf(":")) {
      const length = Number(rest.slice(0, colon));
      if (rest.length < colon + length + 2) return;
      const one = JSON.parse(rest.slice(colon + 1, colon + 1 + length));
      rest = rest.slice(colon + length + 2);
      if (one.event) told.push(one);
    }
  });
  /** A command of its menu, on the line of a number. */
  function command(number: string, name: string, params?: string): void {
    for (const one of [
      { command: "uafind", params: `sip:${number}@127.0.0.1:${port}` },
      { command: name, params },
    ]) {
      const text = JSON.stringify(one);
      socket.write(`${Buffer.byteLength(text)}:${text},`);
    }
  }

  return {
    port,
    told,
    dial: (number, address) => command(number, "dial", address),
    hangUp: (number) => command(number, "hangup"),
    said: running.said,
    async stop() {
      socket.destroy();
      await running.stop();
      folder.remove();
    },
  };
}
