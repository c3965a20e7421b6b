import { cpus } from "node:os";
import { demoChatKey } from "../../demo/webchat";
import type { EventFrame } from "../../rules/live-frames";
import { account, startedApplication } from "./application";
import { type Agent, connectAll, keepPresent, makeAgents, openDesk } from "./chat/agents";
import { bareEcho } from "./chat/echo";
import { underLoad } from "./chat/load";
import { afterGap, overRestart } from "./chat/returns";
import { makeVisitors, type Visitor } from "./chat/visitors";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const size = { agents: 100, visitors: 1_000, perSecond: 50, seconds: 60 };
const few = 20;

/**
 * The whole application with its database, agents on websockets, visitors on server-sent events. This process is the
 * load; the server and PostgreSQL have theirs.
 */
export default async function bench(): Promise<Row[]> {
  // Each visitor comes from an address of their own, as a proxy tells it.
  const app = await startedApplication({ TRUSTED_PROXIES: "127.0.0.1" });
  let leave: (() => void) | undefined;
  try {
    const agents = await makeAgents(app.dataDir, size.agents);
    // One more each: some of the demo's own customers wait too.
    await openDesk(app, agents, await ownerToken(app.url), Math.ceil(size.visitors / size.agents) + 1);
    leave = keepPresent(app.url, agents);
    await connectAll(app.url, agents);
    const places = placesOf(agents[0]);
    const visitors = await makeVisitors(app.url, demoChatKey(account), size.visitors);
    await given(visitors, places);

    const { times, lost, doubled, refused, like } = await underLoad(app.url, { ...size, agents, visitors });
    for (const visitor of visitors.slice(few)) visitor.close();
    for (const { socket } of agents.slice(few)) socket?.disconnect();

    const some = agents.slice(0, few);
    const restart = await overRestart(app, some, visitors.slice(0, few));
    const gaps: Row[] = [];
    for (const [words, events] of gapsOf) {
      const gap = await afterGap(app, some, events, like);
      gaps.push({
        name: `chat: ${few} agents back after ${words} (${events} events)`,
        figure: `${gap.seconds.toFixed(2)} s, ${gap.lost} lost, ${gap.doubled} doubled`,
        limit: "3 s, 0, 0",
        ok: gap.seconds < 3 && gap.lost + gap.doubled === 0,
      });
    }
    for (const { socket } of some) socket?.disconnect();
    leave();
    const broken = visitors.filter(({ broke }) => broke.length > 0).length;

    const bare = await bareEcho({ ...size, bytes: JSON.stringify(like).length });
    const what = `chat: ${size.perSecond} messages a second for ${size.seconds} s, ${size.agents} agents, ${size.visitors} visitors, load and server on ${cpus().length} cores`;
    const whole = `${(size.perSecond * size.seconds * (size.agents + 1)).toLocaleString("en")} receipts`;
    const peer = (figure: number) => `bare socket.io echo ${figure.toFixed(1)} ms`;
    return [
      { name: what, figure: `p50 ${times.p50.toFixed(0)} ms`, limit: "-", peer: peer(bare.p50), ok: true },
      {
        name: "chat: p95, from the request to the other side",
        figure: `${times.p95.toFixed(0)} ms`,
        limit: "500 ms",
        peer: peer(bare.p95),
        ok: times.p95 < 500,
      },
      {
        name: "chat: p99",
        figure: `${times.p99.toFixed(0)} ms`,
        limit: "1500 ms",
        peer: peer(bare.p99),
        ok: times.p99 < 1_500,
      },
      {
        name: `chat: lost of ${whole}, refused, streams broken`,
        figure: `${lost}, ${refused}, ${broken - few}`,
        limit: "0, 0, 0",
        ok: lost + refused === 0,
      },
      { name: `chat: doubled of ${whole}`, figure: String(doubled), limit: "0", ok: doubled === 0 },
      {
        name: `chat: server restarted with ${few} agents' sockets open, all back (${restart.messages} messages meanwhile)`,
        figure: `${restart.seconds.toFixed(1)} s, ${restart.lost} lost, ${restart.doubled} doubled`,
        limit: "10 s, 0, 0",
        ok: restart.seconds < 10 && restart.lost + restart.doubled === 0,
      },
      ...gaps,
    ];
  } finally {
    leave?.();
    await app.stop();
  }
}

const gapsOf: [words: string, events: number][] = [
  ["30 s", 30],
  ["10 minutes", 600],
  ["an hour", 3_600],
];

/** Who was given which conversation, as one agent hears it. */
function placesOf(listener: Agent | undefined): ReadonlyMap<number, string> {
  const agents = new Map<number, string>();
  if (listener)
    listener.heard = ([, kind, body]: EventFrame) => {
      if (kind !== "chat.contact") return;
      const { contact_id, participant_id } = body.contact as { contact_id: number; participant_id: string | null };
      if (participant_id) agents.set(contact_id, participant_id);
    };
  return agents;
}

/** Waits until every visitor has an agent. */
async function given(visitors: readonly Visitor[], agents: ReadonlyMap<number, string>): Promise<void> {
  for (let tries = 0; ; tries++) {
    for (const visitor of visitors) visitor.agent = agents.get(visitor.contact) ?? "";
    const without = visitors.filter(({ agent }) => agent === "").length;
    if (without === 0) return;
    if (tries > 100) throw new Error(`${without} visitors were given to nobody`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function ownerToken(url: string): Promise<string> {
  const sign = { username: "owner@savanna.test", password: "karibu-demo-2026", grant_type: "password" };
  const body = new URLSearchParams({ ...sign, client_id: "jibu-web", scope: "*" });
  const response = await fetch(`${url}/api/identity/login/token`, { method: "POST", body });
  return ((await response.json()) as { access_token: string }).access_token;
}
