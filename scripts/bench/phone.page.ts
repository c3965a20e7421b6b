// What the bench of the phone has run in the page: it keeps times of its own, which no message to another process delays.
import type { Page } from "@playwright/test";

type PageRecord = {
  peers: RTCPeerConnection[];
  sip: { at: number; way: "out" | "in"; line: string; method: string }[];
};
type Sockets = { tries: number[]; most: number; open: WebSocket[]; refuse: boolean };
type Flow = { worst: number; packets: number; stop: boolean };
export type PhoneWindow = Window & { kept: PageRecord; sockets: Sockets; flow: Flow };

/** Notes every SIP message with its time, every try to connect, and every connection of sound. */
export function noteEverything(): void {
  const page = window as unknown as PhoneWindow;
  page.kept = { peers: [], sip: [] };
  page.sockets = { tries: [], most: 0, open: [], refuse: false };
  const { kept, sockets } = page;
  const note = (way: "out" | "in", data: unknown) => {
    const text = typeof data === "string" ? data : "";
    const method = /^CSeq: *\d+ +(\w+)/im.exec(text)?.[1] ?? "";
    if (method) kept.sip.push({ at: performance.now(), way, line: text.split("\r\n")[0] ?? "", method });
  };
  window.RTCPeerConnection = new Proxy(window.RTCPeerConnection, {
    construct(target, given) {
      const made = new target(...(given as [RTCConfiguration]));
      kept.peers.push(made);
      return made;
    },
  });
  window.WebSocket = new Proxy(window.WebSocket, {
    construct(target, [url, protocol]: [string, string | undefined]) {
      if (protocol !== "sip") return new target(url, protocol);
      sockets.tries.push(performance.now());
      // A port on which no one listens.
      const made = new target(sockets.refuse ? "ws://127.0.0.1:9" : url, protocol);
      sockets.open = [...sockets.open.filter(({ readyState }) => readyState <= 1), made];
      sockets.most = Math.max(sockets.most, sockets.open.length);
      const { send } = made;
      made.send = (data) => {
        note("out", data);
        send.call(made, data);
      };
      made.addEventListener("message", ({ data }) => note("in", data));
      return made;
    },
  });
}

/** Watches the packets of sound that come in; fifty a second are sent. `worst`: the longest lack of them, in ms. */
export function watchFlow(page: Page): Promise<void> {
  return page.evaluate(() => {
    const own = window as unknown as PhoneWindow;
    const peer = own.kept.peers.at(-1);
    const flow = { worst: 0, packets: -1, stop: false };
    own.flow = flow;
    let last = performance.now();
    const look = async () => {
      let packets = 0;
      for (const [, row] of (await peer?.getStats()) ?? new Map())
        if (row.type === "inbound-rtp") packets += row.packetsReceived ?? 0;
      const now = performance.now();
      // What a late look did not see has been counted all the same.
      if (flow.packets >= 0) flow.worst = Math.max(flow.worst, now - last - (packets - flow.packets) * 20);
      flow.packets = packets;
      last = now;
      if (!flow.stop) setTimeout(look, 50);
    };
    void look();
  });
}

export function endFlow(page: Page): Promise<{ worst: number; packets: number }> {
  return page.evaluate(() => {
    const { flow } = window as unknown as PhoneWindow;
    flow.stop = true;
    return { worst: flow.worst, packets: flow.packets };
  });
}

type Heard = { seconds: number; peak: number; customer: number; agent: number };

/** What an mp3 holds: shares of its seconds in which the customer's tones are heard, and in which something else is. */
export function hearRecording(page: Page, bytes: Uint8Array): Promise<Heard> {
  return page.evaluate(
    async (given) => {
      const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(Uint8Array.from(given).buffer);
      const samples = sound.getChannelData(0);
      const size = Math.round(sound.sampleRate / 20);
      const power = (at: number, hertz: number) => {
        let [re, im] = [0, 0];
        for (let n = 0; n < size; n += 1) {
          const angle = (2 * Math.PI * hertz * n) / sound.sampleRate;
          re += (samples[at + n] ?? 0) * Math.cos(angle);
          im += (samples[at + n] ?? 0) * Math.sin(angle);
        }
        return (2 * (re * re + im * im)) / (size * size);
      };
      const [customer, agent] = [new Set<number>(), new Set<number>()];
      let peak = 0;
      for (let at = 0; at + size <= samples.length; at += size) {
        let all = 0;
        for (let n = 0; n < size; n += 1) {
          const sample = samples[at + n] ?? 0;
          all += (sample * sample) / size;
          peak = Math.max(peak, Math.abs(sample));
        }
        const tones = power(at, 440) + power(at, 330);
        const second = Math.floor(at / sound.sampleRate);
        if (tones > 1e-4 && tones > all / 2) customer.add(second);
        if (all - tones > 1e-5 && tones < all / 2) agent.add(second);
      }
      const seconds = Math.max(1, Math.ceil(sound.duration));
      return { seconds: sound.duration, peak, customer: customer.size / seconds, agent: agent.size / seconds };
    },
    [...bytes],
  );
}
