import { duration } from "../../../rules/format";
import type { AgentLine } from "../../../services/voice/contract.reports";
import { href } from "../../href";
import { numberWords } from "../../kit/call-labels";
import { Card, CardHead } from "../../kit/ui/card";
import { EmptyState } from "../../kit/ui/empty-state";
import { Link } from "../../kit/ui/link";
import { Status, type StatusKind } from "../../kit/ui/status";

const groups: readonly { activity: AgentLine["activity"]; label: string; kind: StatusKind }[] = [
  { activity: "available", label: "Available", kind: "good" },
  { activity: "ringing", label: "Ringing", kind: "info" },
  { activity: "talking", label: "On a call", kind: "info" },
  { activity: "holding", label: "On hold", kind: "info" },
  { activity: "wrapping", label: "Wrap-up", kind: "none" },
  { activity: "on_break", label: "On break", kind: "warn" },
  { activity: "logged_out", label: "Logged out", kind: "bad" },
];

/** What each agent does, and since when. */
export function AgentsCard({ agents, now }: { agents: readonly AgentLine[]; now: number }) {
  const present = agents.filter(({ state }) => state !== "logged_out").length;
  return (
    <Card label="Agents">
      <CardHead title="Agents">
        <span className="text-sm text-quiet">{present} logged in</span>
      </CardHead>
      {agents.length === 0 ? (
        <EmptyState title="No voice agents yet" text="Create agents under Voice agents. Each gets an extension." />
      ) : (
        groups.map(({ activity, label, kind }) => {
          const own = agents.filter((agent) => agent.activity === activity);
          if (own.length === 0) return null;
          return (
            <section key={activity} aria-label={label}>
              <h3 className="flex items-center justify-between border-line border-y bg-raised px-4 py-1.5 text-sm font-medium">
                <Status kind={kind}>{label}</Status>
                <span className="num text-quiet">{own.length}</span>
              </h3>
              <ul>
                {own.map(({ user_id, name, exten, detail, since, callRecord }) => (
                  <li key={user_id} className="flex items-baseline gap-3 px-4 py-2">
                    <span className="min-w-0 flex-1 truncate">
                      {name} <span className="num text-sm text-quiet">{exten}</span>
                    </span>
                    {callRecord === null ? (
                      <span className="text-sm text-quiet">{detail}</span>
                    ) : (
                      <Link className="link num text-sm" to={href("/voice/reports/calls/:id", { id: callRecord })}>
                        {numberWords(detail)}
                      </Link>
                    )}
                    <span className="num whitespace-nowrap text-sm">
                      {duration(Math.max(0, (now - Date.parse(since)) / 1_000))}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          );
        })
      )}
    </Card>
  );
}
