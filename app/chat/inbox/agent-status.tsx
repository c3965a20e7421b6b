import { type AgentStatus, statusWords } from "../../../rules/chat";
import { duration } from "../../../rules/format";
import type { Participant } from "../../../services/chat/contract.schemas";
import { Status, type StatusKind } from "../../kit/ui/status";

const kinds: Partial<Record<AgentStatus, StatusKind>> = { online: "good", offline: "none" };

/** What an agent is and for how long: "Lunch, 12 min"; an agent whose tabs are all gone is away whatever they said. */
export function AgentState({
  agent,
  now,
}: {
  agent: Pick<Participant, "status" | "status_since" | "present">;
  now: number;
}) {
  const away = agent.status === "online" && !agent.present;
  return (
    <>
      <Status kind={away ? "bad" : (kinds[agent.status] ?? "warn")}>{away ? "Away" : statusWords[agent.status]}</Status>
      {agent.status !== "offline" && (
        <span className="ml-1.5 whitespace-nowrap text-quiet">{duration(Math.max(0, now - agent.status_since))}</span>
      )}
    </>
  );
}
