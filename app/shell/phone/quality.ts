/** How the line is heard, and what one can do about it. */
export type Quality = { level: "good" | "fair" | "poor"; why: string };

/** Counters of a connection at one moment (WebRTC statistics). */
export type LineSample = { received: number; lost: number; jitterMs: number; roundTripMs: number };

/** Reads the counters of the incoming sound; what has not been measured yet is nothing. */
export function lineSample(report: Iterable<[string, Record<string, unknown>]>): LineSample {
  const sample: LineSample = { received: 0, lost: 0, jitterMs: 0, roundTripMs: 0 };
  const number = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : 0);
  for (const [, row] of report) {
    if (row.type === "inbound-rtp" && row.kind === "audio") {
      sample.received += number(row.packetsReceived);
      sample.lost += Math.max(0, number(row.packetsLost));
      sample.jitterMs = Math.max(sample.jitterMs, number(row.jitter) * 1000);
    }
    if (row.type === "candidate-pair" && row.nominated === true)
      sample.roundTripMs = Math.max(sample.roundTripMs, number(row.currentRoundTripTime) * 1000);
  }
  return sample;
}

/** The quality between two samples: of loss, round trip and jitter, the one that is worst. */
export function lineQuality(before: LineSample, now: LineSample): Quality {
  const lost = Math.max(0, now.lost - before.lost);
  const all = lost + Math.max(0, now.received - before.received);
  const loss = all === 0 ? 0 : (100 * lost) / all;
  const levels: [level: number, why: string][] = [
    [grade(loss, 2, 6), "Parts of the sound are lost. Come closer to the Wi-Fi, or use a cable."],
    [
      grade(now.roundTripMs, 300, 600),
      "The sound comes late. Close what uses the network, such as videos and downloads.",
    ],
    [grade(now.jitterMs, 30, 60), "The sound is uneven. Close what uses the network, or use a cable."],
  ];
  const [level, why] = levels.reduce((worst, one) => (one[0] > worst[0] ? one : worst));
  if (level === 0) return { level: "good", why: "" };
  return { level: level === 1 ? "fair" : "poor", why };
}

function grade(value: number, fair: number, poor: number): number {
  if (value >= poor) return 2;
  return value >= fair ? 1 : 0;
}
