import { actorId } from "../../kit/principal";
import type { Handlers } from "../../kit/serve";
import { alive } from "../agents/status";
import type { chat } from "../contract";
import type { Contact } from "../contract.schemas";
import { findMentioned } from "../messages/mentions";
import { mustHave } from "../records/contacts";
import { assignWaiting } from "../routing/assign-waiting";
import { end, handOver, requeue, start } from "../routing/moves";
import { giveToSkill } from "../routing/skill-queue";
import { giveToTeam } from "../routing/team-queue";
import { asConflictAnswer, asNotAcceptableAnswer } from "../workspace/conflict";
import type { CallerContext, ChatContext } from "../workspace/context";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { dispose, dispositionTypes, ignore } from "./dispose";
import { note } from "./note";
import { setPriority } from "./priority";

/** The calls by which an agent takes, hands over, ends and files a conversation. */
export function handlingHandlers(
  service: ChatContext,
): Pick<
  Handlers<typeof chat.calls>,
  | "startContact"
  | "endContact"
  | "transferContact"
  | "setContactPriority"
  | "ignoreContact"
  | "dispositionTypes"
  | "setDisposition"
> {
  const { read, write } = service;

  /** Everybody who acts is an agent from then on. */
  const acted = (context: CallerContext, message: string, work: (unit: UnitOfWork) => Promise<Contact>) =>
    write(context, async (unit) => {
      if (context.who.kind === "person") await alive(unit, context.who);
      const contact = await work(unit);
      return { status: 201 as const, body: { status: 201 as const, message, contact } };
    });

  return {
    async startContact({ params }, context) {
      return asConflictAnswer(
        acted(context, "The conversation was started.", (unit) => start(unit, params.id, actorId(context.who))),
      );
    },

    async endContact({ params }, context) {
      return asNotAcceptableAnswer(acted(context, "The conversation has ended.", (unit) => end(unit, params.id)));
    },

    async transferContact({ params, body }, context) {
      const { participant_id: to, team_id: team, skill_id: skill } = body;
      const message =
        to || team || skill ? "The conversation was handed over." : "The conversation is back in the queue.";
      const transfer = async () => {
        const mentions = await findMentioned(service, context, body.note);
        return acted(context, message, async (unit) => {
          const found = await mustHave(unit.trx, unit.account, params.id);
          if (body.note) await note(unit, found, body.note, mentions);
          if (to) return handOver(unit, params.id, to);
          if (team) return giveToTeam(unit, params.id, team, skill);
          if (skill) return giveToSkill(unit, params.id, skill);
          const contact = await requeue(unit, params.id, `${unit.by.name} returned it to the queue`, true);
          await assignWaiting(unit);
          return contact;
        });
      };
      return asNotAcceptableAnswer(transfer());
    },

    async setContactPriority({ params, body }, context) {
      return asNotAcceptableAnswer(
        acted(context, "The priority was set.", (unit) => setPriority(unit, params.id, body.priority)),
      );
    },

    async ignoreContact({ params }, context) {
      return asNotAcceptableAnswer(
        acted(context, "It was left without a disposition.", (unit) => ignore(unit, params.id)),
      );
    },

    async dispositionTypes({ query }, { account }) {
      return { status: 200, body: await read(account, (trx) => dispositionTypes(trx, account, query.contact_id)) };
    },

    async setDisposition({ body }, context) {
      return asNotAcceptableAnswer(acted(context, "The disposition was set.", (unit) => dispose(unit, body)));
    },
  };
}
