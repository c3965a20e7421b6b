import { withHandles } from "../../../rules/mentions";
import type { Handlers } from "../../kit/serve";
import { alive } from "../agents/status";
import type { chat } from "../contract";
import type { labelCalls } from "../contract.labels";
import { knownSkills } from "../records/skills";
import { agentChoices, knownTeams } from "../records/teams";
import { asNotAcceptableAnswer } from "../workspace/conflict";
import type { ChatContext } from "../workspace/context";
import { done } from "../workspace/done";
import { activeLabels, labelContact, labelPage, removeLabel, saveLabel } from "./store";

/** The calls about labels, and those of a conversation. */
export function labelHandlers({
  read,
  write,
}: ChatContext): Pick<Handlers<typeof chat.calls>, keyof typeof labelCalls> {
  return {
    async labels({ query }, { account }) {
      return { status: 200, body: await read(account, (trx) => labelPage(trx, account, query)) };
    },

    async saveLabel({ body }, context) {
      const saving = write(context, (unit) => saveLabel(unit, body));
      return asNotAcceptableAnswer(
        saving.then((id) => ({
          status: 201 as const,
          body: { status: 201, message: `The label ${body.name} was saved.`, id },
        })),
      );
    },

    async removeLabel({ params }, context) {
      const what = await write(context, (unit) => removeLabel(unit, params.id));
      return done(what === "deleted" ? "The label was deleted." : "The label was archived.");
    },

    async inboxFilters(_, { account }) {
      const [labels, teams, skills, choices] = await read(account, (trx) =>
        Promise.all([
          activeLabels(trx, account),
          knownTeams(trx, account),
          knownSkills(trx, account),
          agentChoices(trx, account),
        ]),
      );
      const colleagues = choices.map(({ participant_id: id, name, email }) => ({ id, name, email }));
      return { status: 200, body: { labels, teams, skills, agents: withHandles(colleagues) } };
    },

    async labelContact({ params, body }, context) {
      return asNotAcceptableAnswer(
        write(context, async (unit) => {
          if (context.who.kind === "person") await alive(unit, context.who);
          const contact = await labelContact(unit, params.id, body);
          return { status: 201 as const, body: { status: 201 as const, message: "The labels were saved.", contact } };
        }),
      );
    },
  };
}
