import { sql } from "kysely";
import { z } from "zod";
import { formQuestions, ranked } from "../../../rules/chat-forms";
import { recordActivity } from "../../kit/activities";
import { actorId } from "../../kit/principal";
import { checkedRows } from "../../kit/row-schema";
import type { Handlers } from "../../kit/serve";
import type { chat } from "../contract";
import type { ChatForm } from "../contract.forms";
import type { settingCalls } from "../contract.settings";
import { asNotAcceptableAnswer } from "../workspace/conflict";
import { activityActor, type CallerContext, type ChatContext } from "../workspace/context";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { cannedHandlers } from "./canned.handlers";
import { changeForm, loadForm, withField } from "./forms";
import { loadPreferences, savePreferences } from "./preferences";
import { rankTriggers, removeTrigger, saveTrigger, triggerList } from "./triggers";

type ChatHandlers = Handlers<typeof chat.calls>;

const formNames = { prechat: "the form before the chat", postchat: "the form after the chat" } as const;

/** The calls of the chat's settings. */
export function chatSettingHandlers(service: ChatContext): Pick<ChatHandlers, keyof typeof settingCalls> {
  const { read, write } = service;

  /** A change of a form, with its activity. */
  async function change(
    context: CallerContext,
    kind: ChatForm["kind"],
    what: string,
    by: Parameters<typeof changeForm>[2],
  ) {
    const form = await write(context, async (unit) => {
      const changed = await changeForm(unit, kind, by);
      await toldOfForm(unit, kind, what);
      return changed;
    });
    return { status: 201 as const, body: { status: 201 as const, form } };
  }

  return {
    ...cannedHandlers(service),

    async preferences(_, { account, who }) {
      return { status: 200, body: await read(account, (trx) => loadPreferences(trx, account, actorId(who))) };
    },
    async savePreferences({ body }, context) {
      return { status: 201, body: await write(context, (unit) => savePreferences(unit, actorId(context.who), body)) };
    },

    async chatForm({ params }, { account }) {
      return { status: 200, body: await read(account, (trx) => loadForm(trx, account, params.kind)) };
    },
    async saveChatForm({ params, body }, context) {
      return change(context, params.kind, "changed the settings", () => body);
    },
    async saveField({ params, body }, context) {
      const word = body.name === "" ? "added a question" : "changed a question";
      return asNotAcceptableAnswer(
        change(context, params.kind, word, ({ fields }) => ({ fields: withField(fields, body) })),
      );
    },
    async removeField({ params }, context) {
      return change(context, params.kind, "removed a question", ({ fields }) => ({
        fields: fields.filter(({ name }) => name !== params.name),
      }));
    },
    async rankFields({ params, body }, context) {
      return change(context, params.kind, "changed the order", ({ fields }) => ({
        fields: ranked(fields, body.names),
      }));
    },

    async chatTriggers(_, { account }) {
      return { status: 200, body: { data: await read(account, (trx) => triggerList(trx, account)) } };
    },
    async saveTrigger({ body }, context) {
      const saved = await write(context, async (unit) => {
        const kept = await saveTrigger(unit, body);
        const word = body.id === undefined ? "added" : "changed";
        await toldOfTrigger(unit, word, `the trigger ${kept.name}`, String(kept.id));
        return kept;
      });
      return { status: 201, body: saved };
    },
    async removeTrigger({ params }, context) {
      const name = await write(context, async (unit) => {
        const gone = await removeTrigger(unit, params.id);
        await toldOfTrigger(unit, "removed", `the trigger ${gone}`, String(params.id));
        return gone;
      });
      return { status: 201, body: { status: 201, message: `${name} was removed.` } };
    },
    async rankTriggers({ body }, context) {
      await write(context, async (unit) => {
        await rankTriggers(unit, body.ids);
        await toldOfTrigger(unit, "changed", "the order of the triggers");
      });
      return { status: 201, body: { status: 201, message: "The order is saved." } };
    },

    async dispositionSettings(_, { account }) {
      const data = await read(account, (trx) => dispositions(trx, account));
      return { status: 200, body: { data } };
    },

    async forms(_, { account }) {
      const [prechat, postchat] = await read(account, async (trx) => [
        await loadForm(trx, account, "prechat"),
        await loadForm(trx, account, "postchat"),
      ]);
      const { active, comment, title_en, title_sw } = postchat;
      const title = { en: title_en || title_sw, sw: title_sw || title_en };
      return {
        status: 200,
        body: {
          prechat: { on: prechat.active, questions: formQuestions(prechat) },
          postchat: { on: active, comment, title, questions: formQuestions(postchat) },
        },
      };
    },
    async triggers(_, { account }) {
      const all = await read(account, (trx) => triggerList(trx, account));
      const data = all
        .filter(({ active }) => active)
        .map(({ id, match, url, seconds, once, text_en, text_sw }) => ({
          ...{ id: String(id), match, url, seconds, once },
          text: { en: text_en || text_sw, sw: text_sw || text_en },
        }));
      return { status: 200, body: { data } };
    },
  };
}

function toldOfForm(unit: UnitOfWork, kind: ChatForm["kind"], what: string): Promise<void> {
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    action: "Chat form changed",
    description: `${unit.by.name} ${what} of ${formNames[kind]}`,
    subject: "chat form",
    subject_id: kind,
  });
}

function toldOfTrigger(unit: UnitOfWork, word: "added" | "changed" | "removed", what: string, id = ""): Promise<void> {
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    action: `Chat trigger ${word}`,
    description: `${unit.by.name} ${word} ${what}`,
    subject: "chat trigger",
    subject_id: id,
  });
}

const Disposition = z.object({
  id: z.number(),
  name: z.string(),
  used: z.number(),
  items: z.array(z.object({ id: z.number(), title: z.string() })),
});
type Disposition = z.infer<typeof Disposition>;

/** Each type with its items, and how many conversations have it. */
export function dispositions(trx: UnitOfWork["trx"], account: string): Promise<Disposition[]> {
  return checkedRows(
    trx,
    Disposition,
    sql`
    select t.id, t.name,
      (select count(*)::int from chat.contacts c where c.customer_account = t.customer_account and c.disposition_type_id = t.id) as used,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', i.id, 'title', i.title) order by i.rank, i.id) from chat.disposition_items i
        where i.customer_account = t.customer_account and i.type_id = t.id
      ), '[]') as items
    from chat.disposition_types t where t.customer_account = ${account} order by t.rank, t.id`,
  );
}
