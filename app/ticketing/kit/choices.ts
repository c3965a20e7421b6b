import { channels, impactLevels, priorities, statuses, urgencyLevels } from "../../../rules/ticket-labels";
import type { Choices as Offered } from "../../../services/ticketing/contract.settings";
import type { Choice } from "../../kit/ui/field";
import { statusWords } from "./labels";

/** What the menus of ticketing offer. */
export type Choices = {
  statuses: Choice[];
  priorities: Choice[];
  boards: Choice[];
  stages: Choice[];
  types: Choice[];
  dispositions: Choice[];
  groups: Choice[];
  members: Choice[];
  policies: Choice[];
  grid: Choice[];
  urgencies: Choice[];
  impacts: Choice[];
  channels: Choice[];
};

const named = ({ id, name }: { id: number | string; name: string }): Choice => ({ value: String(id), label: name });

/** When the service can't be reached: menus with nothing in them. */
export const noChoices: Choices = {
  statuses: [],
  priorities: [],
  boards: [],
  stages: [],
  types: [],
  dispositions: [],
  groups: [],
  members: [],
  policies: [],
  grid: [],
  urgencies: [],
  impacts: [],
  channels: [],
};

/** The menus, from what the service offers. */
export function choicesFrom(offered: Offered): Choices {
  const many = offered.boards.length > 1;
  return {
    statuses: statuses.map((status) => ({ value: status, label: statusWords[status].word })),
    priorities: [...priorities].reverse().map(named),
    boards: offered.boards.map(named),
    stages: offered.boards.flatMap((board) =>
      board.stages.map((stage) => ({
        value: String(stage.id),
        label: many ? `${board.name}: ${stage.name}` : stage.name,
      })),
    ),
    types: offered.types.map(named),
    dispositions: offered.dispositions.flatMap((disposition) => [
      named(disposition),
      ...disposition.items.map(({ id, name }) => ({ value: String(id), label: `${disposition.name}: ${name}` })),
    ]),
    groups: offered.groups.map(named),
    members: offered.users.map(named),
    policies: offered.policies.map(named),
    grid: offered.grid.map(({ id, urgency, impact, priority }) => ({
      value: String(id),
      label: `${urgency}, ${impact.toLowerCase()}: ${priority}`,
    })),
    urgencies: urgencyLevels.map(named),
    impacts: impactLevels.map(named),
    channels: channels.map(named),
  };
}
