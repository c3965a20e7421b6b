import { Form } from "@remix-run/react";
import type { Participant } from "../../../services/chat/contract.schemas";
import { Button, LinkButton } from "../../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Drawer } from "../../kit/ui/drawer";
import { TextArea } from "../../kit/ui/field";
import { Status, type StatusKind } from "../../kit/ui/status";
import type { InboxData } from "./inbox.server";

type TransferProps = {
  colleagues: readonly Participant[];
  teams: InboxData["filters"]["teams"];
  skills: InboxData["filters"]["skills"];
  /** The team that it was given to last. */
  team: number | null;
  me: string;
  name: string;
  close: string;
  working: boolean;
};

/** To whom it goes: a colleague, the least busy first, a team, anyone with a skill, or back to the queue; with a note for them. */
export function TransferDrawer({ colleagues, teams, skills, team, me, name, close, working }: TransferProps) {
  const others = colleagues.filter(({ participant_id }) => participant_id !== me);
  const first = others.find((one) => !isFull(one));
  return (
    <Drawer
      title="Transfer"
      close={close}
      foot={
        <>
          <Button variant="primary" size="lg" form="transfer" working={working}>
            Transfer
          </Button>
          <LinkButton to={close} size="lg" variant="ghost">
            Cancel
          </LinkButton>
        </>
      }
    >
      <Form id="transfer" method="post" action={close} className="grid gap-5" data-keeps="">
        <input type="hidden" name="intent" value="transfer" />
        <CheckboxGroup
          id="to"
          legend={`Who takes over ${name}?`}
          help={others.length === 0 ? "No colleague is online now. The conversation waits in the queue." : ""}
          boxed
        >
          {others.map((one) => (
            <Checkbox
              key={one.participant_id}
              type="radio"
              name="participant_id"
              value={one.participant_id}
              defaultChecked={one === first}
              disabled={isFull(one)}
              label={
                <span className="flex items-center gap-3">
                  <span className="min-w-0 flex-1 truncate font-medium">{one.name || one.email}</span>
                  <Status kind={presenceKind(one)}>{one.present ? one.status.replace("_", " ") : "away"}</Status>
                </span>
              }
              help={loadWords(one)}
              className="[&>span]:flex-1"
            />
          ))}
          {teams.length > 1 &&
            teams.map((one) => (
              <Checkbox
                key={`team ${one.id}`}
                type="radio"
                name="participant_id"
                value={`team:${one.id}`}
                label={<span className="font-medium">Team {one.name}</span>}
                help={one.id === team ? "It has been given to this team before." : "It waits for someone of this team."}
              />
            ))}
          {skills.map((one) => (
            <Checkbox
              key={`skill ${one.id}`}
              type="radio"
              name="participant_id"
              value={`skill:${one.id}`}
              label={<span className="font-medium">Any agent with the skill {one.name}</span>}
              help={one.agents.length === 1 ? "1 agent has it." : `${one.agents.length} agents have it.`}
            />
          ))}
          <Checkbox
            type="radio"
            name="participant_id"
            value="queue"
            defaultChecked={first === undefined}
            label={<span className="font-medium">Back to the queue</span>}
            help="Anyone can take it. It keeps its place by how long the customer has waited."
          />
        </CheckboxGroup>
        <TextArea
          id="transfer-note"
          label="Note for them"
          name="note"
          optional
          rows={3}
          maxLength={2_000}
          help="A private note; the customer does not see it."
        />
      </Form>
    </Drawer>
  );
}

type Load = Pick<Participant, "conversations" | "active_conversations" | "max_conversation">;

/** Nobody takes more than this, by hand neither. */
export function isFull({ conversations, max_conversation }: Load): boolean {
  return conversations >= max_conversation;
}

/** How many they have, and what one more means. */
export function loadWords(load: Load): string {
  const { conversations, active_conversations: limit, max_conversation: most } = load;
  const has = `${conversations} of ${most} conversations`;
  if (isFull(load)) return `${has}: they can take no more.`;
  return conversations >= limit ? `${has}: one more is over their limit of ${limit} at once.` : `${has}.`;
}

function presenceKind({ status, present }: Participant): StatusKind {
  if (!present) return "none";
  return status === "online" ? "good" : "warn";
}
