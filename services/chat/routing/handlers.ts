import { sql } from "kysely";
import { recordActivity } from "../../kit/activities";
import { checkedRow, IdRow, NameRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { chat } from "../contract";
import { activityActor, type ChatContext } from "../workspace/context";
import { lockAccount } from "../workspace/seed";
import { assignWaiting } from "./assign-waiting";
import { setInboxSkills } from "./inbox-skills";
import { loadRouting } from "./settings";

type ChatHandlers = Handlers<typeof chat.calls>;

/** The calls about routing and dispositions. */
export function settingHandlers(
  service: ChatContext,
): Pick<ChatHandlers, "routing" | "saveRouting" | "saveDispositionType" | "removeDispositionType"> {
  const { read, write } = service;
  return {
    async routing(_, { account }) {
      return { status: 200, body: await read(account, (trx) => loadRouting(trx, account)) };
    },

    async saveRouting({ body }, context) {
      const errors = wrongs(body);
      if (Object.keys(errors).length > 0) throw new HttpError(422, "Please correct the marked fields.", errors);
      const routing = await write(context, async (unit) => {
        const { trx, account } = unit;
        await lockAccount(unit);
        await sql`
          insert into chat.routing (customer_account, automatic, max_conversation, active_conversations, warn_minutes, end_minutes,
            grace_seconds, wait_minutes, skill_minutes, week, time_zone, updated_at)
          values (${account}, ${body.automatic}, ${body.max_conversation}, ${body.active_conversations}, ${body.warn_minutes},
            ${body.end_minutes}, ${body.grace_seconds}, ${body.wait_minutes}, ${body.skill_minutes}, ${body.week === null ? null : json(body.week)}, ${body.time_zone}, ${unit.now})
          on conflict (customer_account) do update set automatic = excluded.automatic, max_conversation = excluded.max_conversation,
            active_conversations = excluded.active_conversations, warn_minutes = excluded.warn_minutes,
            end_minutes = excluded.end_minutes, wait_minutes = excluded.wait_minutes,
            skill_minutes = excluded.skill_minutes, grace_seconds = excluded.grace_seconds, week = excluded.week,
            time_zone = excluded.time_zone, updated_at = excluded.updated_at`.execute(trx);
        await setInboxSkills(unit, body.inbox_skills);
        await recordActivity(trx, account, activityActor(unit), {
          action: "Chat routing changed",
          description: `${unit.by.name} changed how chats are given to agents`,
          subject: "chat routing",
        });
        await assignWaiting(unit);
        return loadRouting(trx, account);
      });
      return { status: 201, body: { status: 201, routing } };
    },

    async saveDispositionType({ body }, context) {
      return write(context, async (unit) => {
        const { trx, account } = unit;
        const taken = await checkedRow(
          trx,
          IdRow,
          sql`
          select id from chat.disposition_types where customer_account = ${account} and lower(name) = lower(${body.name})
            and id is distinct from ${body.id ?? null}::bigint`,
        );
        if (taken)
          throw new HttpError(422, "Please correct the marked fields.", {
            name: ["There is a disposition of this name."],
          });
        const saved = await checkedRow(
          trx,
          IdRow,
          body.id === undefined
            ? sql`
              insert into chat.disposition_types (customer_account, name, rank)
              select ${account}::text, ${body.name}::text, coalesce(max(rank), 0) + 1 from chat.disposition_types
              where customer_account = ${account} returning id`
            : sql`
              update chat.disposition_types set name = ${body.name} where customer_account = ${account} and id = ${body.id} returning id`,
        );
        if (!saved) throw new HttpError(404, "There is no such disposition.");
        // An item that keeps its title keeps its id.
        await sql`
          delete from chat.disposition_items where customer_account = ${account} and type_id = ${saved.id}
            and title <> all(${[...body.items]}::text[])`.execute(trx);
        await sql`
          update chat.disposition_items x set rank = given.rank
          from unnest(${[...body.items]}::text[]) with ordinality given (title, rank)
          where x.customer_account = ${account} and x.type_id = ${saved.id} and x.title = given.title`.execute(trx);
        await sql`
          insert into chat.disposition_items (customer_account, type_id, title, rank)
          select ${account}::text, ${saved.id}::bigint, title, min(rank) from unnest(${[...body.items]}::text[]) with ordinality given (title, rank)
          where not exists (select from chat.disposition_items x where x.customer_account = ${account} and x.type_id = ${saved.id}
            and x.title = given.title) group by title`.execute(trx);
        await told(unit, body.id === undefined ? "added" : "changed", body.name);
        return { status: 201 as const, body: { status: 201, message: "The disposition was saved." } };
      });
    },

    async removeDispositionType({ params }, context) {
      return write(context, async (unit) => {
        const gone = await checkedRow(
          unit.trx,
          NameRow,
          sql`delete from chat.disposition_types where customer_account = ${unit.account} and id = ${params.id} returning name`,
        );
        if (!gone) throw new HttpError(404, "There is no such disposition.");
        await told(unit, "removed", gone.name);
        return { status: 201 as const, body: { status: 201, message: "The disposition was removed." } };
      });
    },
  };
}

function told(
  unit: Parameters<typeof lockAccount>[0],
  word: "added" | "changed" | "removed",
  name: string,
): Promise<void> {
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    action: `Chat disposition ${word}`,
    description: `${unit.by.name} ${word} the disposition ${name}`,
    subject: "chat disposition",
  });
}

/** What the fields say against each other. */
function wrongs(body: Awaited<ReturnType<typeof loadRouting>>): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  if (body.active_conversations > body.max_conversation)
    errors.active_conversations = [`At most ${body.max_conversation}, the limit of one agent.`];
  if (body.warn_minutes !== null && body.end_minutes !== null && body.warn_minutes >= body.end_minutes)
    errors.warn_minutes = ["The warning comes before the end."];
  if (body.week?.some((day) => day.some(({ from, to }) => from >= to)))
    errors.week = ["Every stretch ends after it begins."];
  try {
    new Intl.DateTimeFormat("en", { timeZone: body.time_zone });
  } catch {
    errors.time_zone = ["Choose a time zone."];
  }
  return errors;
}
