import { sql } from "kysely";
import { questionsOf, ranked } from "../../../rules/chat-forms";
import { recordActivity } from "../../kit/activities";
import type { Handlers } from "../../kit/serve";
import type { chat } from "../contract";
import type { ChatForm } from "../contract.forms";
import type { settingCalls } from "../contract.settings";
import { type Act, rows } from "../desk/act";
import { type Asking, actorOf, type Bench, idOf } from "../desk/bench";
import { moved406 } from "../desk/unmoved";
import { cannedHandlers } from "./canned.handlers";
import { changeForm, formOf, withField } from "./forms";
import { preferencesOf, savePreferences } from "./preferences";
import { rankTriggers, removeTrigger, saveTrigger, triggerList } from "./triggers";

type Served = Handlers<typeof chat.calls>;

const formNames = { prechat: "the form before the chat", postchat: "the form after the chat" } as const;

/** The calls of the chat's settings. */
export function chatSettingHandlers(bench: Bench): Pick<Served, keyof typeof settingCalls> {
  const { read, write } = bench;

  /** A change of a form, with its activity. */
  async function change(asking: Asking, kind: ChatForm["kind"], what: string, by: Parameters<typeof changeForm>[2]) {
    const form = await write(asking, async (act) => {
      const changed = await changeForm(act, kind, by);
      await told(act, "Chat form changed", `${what} of ${formNames[kind]}`, "chat form", kind);
      return changed;
    });
    return { status: 201 as const, body: { status: 201 as const, form } };
  }

  return {
    ...cannedHandlers(bench),

    async preferences(_, { account, who }) {
      return { status: 200, body: await read(account, (trx) => preferencesOf(trx, account, idOf(who))) };
    },
    async savePreferences({ body }, asking) {
      return { status: 201, body: await write(asking, (act) => savePreferences(act, idOf(asking.who), body)) };
    },

    async chatForm({ params }, { account }) {
      return { status: 200, body: await read(account, (trx) => formOf(trx, account, params.kind)) };
    },
    async saveChatForm({ params, body }, asking) {
      return change(asking, params.kind, "changed the settings", () => body);
    },
    async saveField({ params, body }, asking) {
      const word = body.name === "" ? "added a question" : "changed a question";
      return moved406(change(asking, params.kind, word, ({ fields }) => ({ fields: withField(fields, body) })));
    },
    async removeField({ params }, asking) {
      return change(asking, params.kind, "removed a question", ({ fields }) => ({
        fields: fields.filter(({ name }) => name !== params.name),
      }));
    },
    async rankFields({ params, body }, asking) {
      return change(asking, params.kind, "changed the order", ({ fields }) => ({
        fields: ranked(fields, body.names),
      }));
    },

    async chatTriggers(_, { account }) {
      return { status: 200, body: { data: await read(account, (trx) => triggerList(trx, account)) } };
    },
    async saveTrigger({ body }, asking) {
      const saved = await write(asking, async (act) => {
        const kept = await saveTrigger(act, body);
        const word = body.id === undefined ? "added" : "changed";
        await told(act, `Chat trigger ${word}`, `${word} the trigger ${kept.name}`, "chat trigger", String(kept.id));
        return kept;
      });
      return { status: 201, body: saved };
    },
    async removeTrigger({ params }, asking) {
      const name = await write(asking, async (act) => {
        const gone = await removeTrigger(act, params.id);
        await told(act, "Chat trigger removed", `removed the trigger ${gone}`, "chat trigger", String(params.id));
        return gone;
      });
      return { status: 201, body: { status: 201, message: `${name} was removed.` } };
    },
    async rankTriggers({ body }, asking) {
      await write(asking, async (act) => {
        await rankTriggers(act, body.ids);
        await told(act, "Chat trigger changed", "changed the order of the triggers", "chat trigger", "");
      });
      return { status: 201, body: { status: 201, message: "The order is saved." } };
    },

    async dispositionSettings(_, { account }) {
      const data = await read(account, (trx) => dispositions(trx, account));
      return { status: 200, body: { data } };
    },

    async forms(_, { account }) {
      const [prechat, postchat] = await read(account, async (trx) => [
        await formOf(trx, account, "prechat"),
        await formOf(trx, account, "postchat"),
      ]);
      const { active, comment, title_en, title_sw } = postchat;
      const title = { en: title_en || title_sw, sw: title_sw || title_en };
      return {
        status: 200,
        body: {
          prechat: { on: prechat.active, questions: questionsOf(prechat) },
          postchat: { on: active, comment, title, questions: questionsOf(postchat) },
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

function told(act: Act, action: string, did: string, subject: string, subject_id: string): Promise<void> {
  const description = `${act.by.name} ${did}`;
  return recordActivity(act.trx, act.account, actorOf(act), { action, description, subject, subject_id });
}

type Disposition = { id: number; name: string; used: number; items: { id: number; title: string }[] };

/** Each type with its items, and how many conversations have it. */
export function dispositions(trx: Act["trx"], account: string): Promise<Disposition[]> {
  return rows<Disposition>(
    trx,
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
