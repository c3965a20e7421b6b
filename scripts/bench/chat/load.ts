import type { EventFrame } from "../../../rules/live-frames";
import type { Agent } from "./agents";
import { call } from "./http";
import { type Figures, figuresOf, paced } from "./pace";
import { answer, say, type Visitor } from "./visitors";

/** `like`: the body of one of the events, as it travels. */
export type Load = { times: Figures; lost: number; doubled: number; refused: number; like: Record<string, unknown> };
type SentMessage = { began: number; byVisitor: boolean; visitor: Visitor };

/** How long after the last message something may still arrive before it counts as lost. */
const timeoutMs = 15_000;

/** The number of one of our own messages, or undefined for any other. */
function numberOf(text: string): number | undefined {
  const found = /^#(\d+) /.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/**
 * So many messages a second, by turns from a visitor to their agent and back, from the moment the request starts to
 * the receipt at the other side. Every agent must hear every message once, and every visitor each of their own. As open
 * pages do by themselves, visitors say what they have seen.
 */
export async function underLoad(
  url: string,
  {
    agents,
    visitors,
    perSecond,
    seconds,
  }: { agents: Agent[]; visitors: Visitor[]; perSecond: number; seconds: number },
): Promise<Load> {
  const all = perSecond * seconds;
  const sent: SentMessage[] = [];
  const times: number[] = [];
  let refused = 0;
  let like: Load["like"] = {};
  const byAgents = agents.map(() => new Uint8Array(all));
  const byVisitor = new Uint8Array(all);
  const byId = new Map(agents.map((agent) => [agent.id, agent]));

  for (const [at, agent] of agents.entries())
    agent.heard = ([, kind, body]: EventFrame) => {
      if (kind !== "chat.message" || body.change !== "made") return;
      const n = numberOf((body.message as { message: string }).message);
      const one = n === undefined ? undefined : sent[n];
      if (n === undefined || !one) return;
      const counted = byAgents[at];
      if (counted) counted[n] = (counted[n] ?? 0) + 1;
      if (one.byVisitor && one.visitor.agent === agent.id) times.push(performance.now() - one.began);
      like = body;
    };
  for (const visitor of visitors)
    visitor.heard = ({ id, text, mine }) => {
      const n = numberOf(text);
      const one = n === undefined ? undefined : sent[n];
      if (n === undefined || !one) return;
      byVisitor[n] = (byVisitor[n] ?? 0) + 1;
      if (mine) return;
      times.push(performance.now() - one.began);
      const seen = { method: "POST", headers: visitor.headers, body: { upto: id } };
      call(`${url}/webchat/v1/read`, seen).catch(() => undefined);
    };

  const asked: Promise<void>[] = [];
  await paced(perSecond, seconds, (n) => {
    const visitor = visitors[(n * 7) % visitors.length];
    if (!visitor) return;
    const byVisitor = n % 2 === 0;
    sent[n] = { began: performance.now(), byVisitor, visitor };
    const text = `#${n} Is the blue one still there, and does it come to Kisumu before Friday?`;
    const agent = byId.get(visitor.agent);
    const asking = byVisitor ? say(url, visitor, text) : answer(url, agent?.headers ?? {}, visitor.contact, text);
    asked.push(
      asking.then(
        (status) => {
          if (status === 201) return;
          refused += 1;
          process.stderr.write(`a message was answered ${status}\n`);
        },
        (error: unknown) => {
          refused += 1;
          process.stderr.write(`${String(error)}\n`);
        },
      ),
    );
  });
  await Promise.all(asked);
  const counts = () => [...byAgents, byVisitor];
  const missing = () => counts().reduce((sum, one) => sum + one.filter((times) => times === 0).length, 0);
  for (const end = performance.now() + timeoutMs; missing() > 0 && performance.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 200));
  const doubled = counts().reduce((sum, one) => sum + one.filter((times) => times > 1).length, 0);
  return { times: figuresOf(times), lost: missing(), doubled, refused, like };
}
