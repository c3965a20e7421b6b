// /chat/team/wall - the supervisor's wall: who is what for how long, and what waits
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { duration } from "../../rules/format";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { StatStrip } from "../kit/ui/stat";
import { useEventRevalidate } from "../shell/live";
import { act, done, expectStatus, page } from "../shell/page.server";
import { ChannelIcon } from "./channels/channel-icon";
import { customerName } from "./inbox/labels";
import { PriorityMark } from "./inbox/priority-mark";
import { useNow } from "./inbox/use-now";
import { TeamTabs } from "./team/team-tabs";
import { AgentLine } from "./team/wall-agent";

export const meta = titled("Chat wall");

export const loader = page("/chat/team/wall", async ({ api }) => expectStatus(await api.chat.wall({}), 200));

export const action = act("/chat/team/wall", z.object({ agent: z.string() }), async ({ api, value, refuse, from }) => {
  const answer = await api.chat.requeueOf({ params: { participant_id: value.agent } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/chat/team/wall"), answer.body.message);
});

type LimitedWait = { waiting_since: number | null; max_wait: number | null };

/** How long a customer waits, and whether that is too long. */
function WaitTime({ contact: { waiting_since, max_wait }, now }: { contact: LimitedWait; now: number }) {
  const waited = Math.max(0, now - (waiting_since ?? now));
  if (max_wait === null || waited < max_wait * 60)
    return <span className="num whitespace-nowrap text-quiet">{duration(waited)}</span>;
  return (
    <span className="num whitespace-nowrap text-right text-bad">
      {duration(waited)}
      <small className="block text-sm">over {max_wait} min</small>
    </span>
  );
}

const order = ["online", "bio_break", "short_break", "lunch", "coaching", "training", "offline"];

export default function Wall() {
  const { agents, waiting, at } = useLoaderData<typeof loader>();
  const now = useNow(at);
  useEventRevalidate(["chat.participant", "chat.contact"]);
  const online = agents.filter(({ status, present }) => status === "online" && present);
  const pausing = agents.filter(({ status }) => status !== "online" && status !== "offline");
  const open = agents.reduce((sum, agent) => sum + agent.open.length, 0);
  const longest = waiting.reduce((most, { waiting_since }) => Math.max(most, now - (waiting_since ?? now)), 0);
  // Whoever needs a look comes first: chats open and nobody there.
  const left = (one: (typeof agents)[number]) => one.open.length > 0 && (one.status !== "online" || !one.present);
  const sorted = [...agents].sort(
    (a, b) => Number(left(b)) - Number(left(a)) || order.indexOf(a.status) - order.indexOf(b.status),
  );
  return (
    <>
      <PageHeader
        title="Chat team"
        text="Who is available, and which chats are waiting."
        actions={<LinkButton to={href("/chat/team/wall")}>Refresh</LinkButton>}
      />
      <TeamTabs current="wall" waiting={waiting.length} />
      <StatStrip
        label="Now"
        stats={[
          {
            label: "Waiting",
            value: String(waiting.length),
            note: waiting.length > 0 ? `Longest ${duration(longest)}` : "No one is waiting",
          },
          { label: "Online", value: String(online.length), note: `of ${agents.length} agents` },
          {
            label: "On a break",
            value: String(pausing.length),
            note: pausing.map(({ name }) => name.split(" ")[0]).join(", ") || "No one",
          },
          { label: "Open chats", value: String(open), note: `${agents.filter(left).length} agents left chats open` },
        ]}
      />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <Card label="Agents">
          <CardHead title="Agents" />
          {sorted.length === 0 ? (
            <EmptyState title="No chat agents yet" text="Give people a role that has the permission View chat inbox." />
          ) : (
            <ul className="@container divide-y divide-line">
              {sorted.map((agent) => (
                <AgentLine key={agent.participant_id} agent={agent} now={now} left={left(agent)} />
              ))}
            </ul>
          )}
        </Card>
        <Card label="Waiting">
          <CardHead title="Waiting" />
          {waiting.length === 0 ? (
            <EmptyState title="No one is waiting" text="New conversations go to the next free agent." />
          ) : (
            <ul className="divide-y divide-line">
              {waiting.slice(0, 50).map((contact) => (
                <li key={contact.contact_id} className="flex items-center gap-2.5 px-4 py-2.5">
                  <ChannelIcon channel={contact.channel} named />
                  <Link
                    className="link min-w-0 flex-1 truncate"
                    to={href("/chat/inbox", undefined, { chat: contact.contact_id })}
                  >
                    {customerName(contact)}
                  </Link>
                  <PriorityMark priority={contact.priority} />
                  <WaitTime contact={contact} now={now} />
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  );
}
