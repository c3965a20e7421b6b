import { sql } from "kysely";
import { z } from "zod";
import { parsePhone } from "../../../rules/phone.foreign";
import { activityActor } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Person, Service } from "../../kit/principal";
import { checkedRow, IdRow } from "../../kit/row-schema";
import type { Handlers } from "../../kit/serve";
import type { whatsapp } from "../contract";
import type { broadcastCalls } from "../contract.broadcasts";
import { currentTime, type WhatsappDeps } from "../deps";
import { connectedNumbers } from "../numbers/connected";
import { loadTemplate } from "../templates/store";
import { insertDraft, makeDraft } from "./create";
import { type BroadcastMove, confirm, move, mustBeToCome } from "./moves";
import { mustBeMapped, priceDraft } from "./price";
import { broadcastDetail, broadcastPage, broadcastRow, recipientPage } from "./store";
import { noBroadcast, valueHandlers } from "./values";

const moved: { readonly [which in BroadcastMove]: string } = {
  pause: "The broadcast is paused.",
  resume: "The broadcast goes on.",
  cancel: "The broadcast was cancelled.",
};

type Caller = { account: string; who: Person | Service; address?: string };

function authorOf({ who }: Caller) {
  return who.kind === "person" ? { id: who.id, name: who.name } : { id: null, name: "" };
}

const TestPerson = z.object({ name: z.string(), fields: z.record(z.string(), z.string()) });

export function broadcastHandlers(
  database: Database,
  deps: WhatsappDeps,
): Pick<Handlers<typeof whatsapp.calls>, keyof typeof broadcastCalls> {
  const { db } = database;

  async function make(which: BroadcastMove, { params }: { params: { id: number } }, context: Caller) {
    await move(database, context.account, params.id, which, activityActor(context));
    return { status: 201 as const, body: { status: 201, message: moved[which] } };
  }

  return {
    async numberBroadcasts({ params, query }, { account }) {
      const own = params.customer_account === account || params.customer_account === "own";
      const connected = own ? await connectedNumbers(deps, account) : [];
      const number = connected.find((one) => one.phone_number_id === params.param);
      if (!number) return problem(404, "This account has no such WhatsApp number.");
      const asked = { ...query, number: number.channel_id };
      return { status: 200, body: await readAccount(db, account, (trx) => broadcastPage(trx, account, asked)) };
    },

    async broadcasts({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => broadcastPage(trx, account, query)) };
    },

    async broadcast({ params }, { account }) {
      const found = await readAccount(db, account, (trx) => broadcastDetail(trx, account, params.id, deps));
      return found ? { status: 200, body: found } : problem(404, noBroadcast);
    },

    async createBroadcast({ body }, context) {
      const id = await makeDraft(database, deps, context.account, body, authorOf(context));
      return { status: 201, body: { id } };
    },

    ...valueHandlers(database, deps),

    async testBroadcast({ params, body }, context) {
      const { account } = context;
      const phone = parsePhone(body.phone);
      if (!phone.ok)
        return problem(422, "Please correct the marked fields.", {
          phone: [`This number can't be used: ${phone.reason}.`],
        });
      const numbers = await connectedNumbers(deps, account);
      const made = await inAccount(db, account, async (trx) => {
        const found = await broadcastRow(trx, account, params.id);
        if (!found) return problem(404, noBroadcast);
        mustBeMapped(found);
        const number = numbers.find(({ channel_id }) => channel_id === found.channel_id);
        const template = await loadTemplate(trx, account, found.template_id);
        if (!number || !template || template.unusable)
          return problem(409, template?.unusable || "The number is no longer connected.");
        const first = await checkedRow(
          trx,
          TestPerson,
          sql`select name, fields from whatsapp.recipients where customer_account = ${account}
            and broadcast_id = ${params.id} and state = 'queued' order by seq limit 1`,
        );
        if (!first) return problem(422, "There are no recipients.");
        const name = `Dry run: ${found.name || found.template_name}`.slice(0, 100);
        const people = [{ msisdn: phone.e164, name: first.name, fields: first.fields, opted_out: false }];
        const audience = { name: phone.e164, fields: found.fields, people };
        const by = authorOf(context);
        const id = await insertDraft(trx, account, {
          ...{ key: body.key, kind: "single", name, number, template, audience, by },
        });
        const { mapping, file } = found;
        if (id !== undefined) await priceDraft(trx, account, id, { components: template.components, mapping, file });
        return id;
      });
      if (typeof made === "object") return made;
      const id = made ?? (await readAccount(db, account, (trx) => byKey(trx, account, body.key)));
      const answer = await confirm(database, deps, account, id, { by: activityActor(context) });
      return answer.status === 201 ? { status: 201, body: { id } } : answer;
    },

    async confirmBroadcast({ params }, context) {
      const answer = await confirm(database, deps, context.account, params.id, { by: activityActor(context) });
      if (answer.status !== 201) return answer;
      return { status: 201, body: { status: 201, message: "The broadcast is being sent." } };
    },

    async scheduleBroadcast({ params, body }, context) {
      const sendAt = new Date(body.send_at);
      mustBeToCome(sendAt, currentTime(deps));
      const by = activityActor(context);
      const answer = await confirm(database, deps, context.account, params.id, { by, sendAt });
      if (answer.status !== 201) return answer;
      return { status: 201, body: { status: 201, message: "The broadcast is scheduled." } };
    },

    pauseBroadcast: (input, context) => make("pause", input, context),
    resumeBroadcast: (input, context) => make("resume", input, context),
    cancelBroadcast: (input, context) => make("cancel", input, context),

    async recipients({ params, query }, { account }) {
      return readAccount(db, account, async (trx) => {
        if (!(await broadcastRow(trx, account, params.id))) return problem(404, noBroadcast);
        return { status: 200 as const, body: await recipientPage(trx, account, params.id, query) };
      });
    },
  };
}

async function byKey(trx: Parameters<typeof broadcastRow>[0], account: string, key: string): Promise<number> {
  const found = await checkedRow(
    trx,
    IdRow,
    sql`select id from whatsapp.broadcasts where customer_account = ${account} and key = ${key}`,
  );
  return found?.id ?? 0;
}
