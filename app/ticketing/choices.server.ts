import { channels, impactLevels, priorities, statuses, urgencyLevels } from "../../rules/ticket-words";
import type { Choice } from "../kit/ui/field";
import type { Ask } from "../shell/context.server";
import { need } from "../shell/page.server";
import { statusWords } from "./words";

/** What the menus of ticketing offer. */
export type Choices = {
  statuses: Choice[];
  priorities: Choice[];
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

export async function choicesOf(ask: Ask): Promise<Choices> {
  const [boards, types, dispositions, groups, users, policies, grid] = await Promise.all([
    ask.ticketing.boards({}),
    ask.ticketing.types({}),
    ask.ticketing.dispositions({}),
    ask.ticketing.groups({}),
    ask.ticketing.users({}),
    ask.ticketing.policies({}),
    ask.ticketing.priorityGrids({}),
  ]);
  const boardList = need(boards, 200).data;
  const many = boardList.length > 1;
  return {
    statuses: statuses.map((status) => ({ value: status, label: statusWords[status].word })),
    priorities: [...priorities].reverse().map(named),
    stages: boardList.flatMap((board) =>
      board.stages.map((stage) => ({
        value: String(stage.id),
        label: many ? `${board.name}: ${stage.name}` : stage.name,
      })),
    ),
    types: need(types, 200).data.map(named),
    dispositions: need(dispositions, 200).data.flatMap((disposition) => [
      named(disposition),
      ...disposition.items.map(({ id, title }) => ({ value: String(id), label: `${disposition.name}: ${title}` })),
    ]),
    groups: need(groups, 200).data.map(named),
    members: need(users, 200).data.map(named),
    policies: need(policies, 200).data.map(named),
    grid: need(grid, 200).data.map(({ id, urgency, impact, priority }) => ({
      value: String(id),
      label: `${urgency}, ${impact.toLowerCase()}: ${priority}`,
    })),
    urgencies: urgencyLevels.map(named),
    impacts: impactLevels.map(named),
    channels: channels.map(named),
  };
}
