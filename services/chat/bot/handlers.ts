import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { z } from "zod";
import { type BotAnswer, type BotGraph, botLimits, findAnswer, nextAnswerId } from "../../../rules/whatsapp/bot";
import { botProblems } from "../../../rules/whatsapp/bot-problems";
import { recordActivity } from "../../kit/activities";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { json, seconds } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import { refreshSkills, refreshTeams } from "../agents/sync";
import type { chat } from "../contract";
import type { botCalls } from "../contract.bots";
import { loadRouting, opening } from "../routing/settings";
import { asNotAcceptableAnswer, ConflictError } from "../workspace/conflict";
import { activityActor, type ChatContext } from "../workspace/context";
import { done } from "../workspace/done";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { botFigures, botMisses } from "./figures";
import { releaseAll } from "./hand-over";
import { type BotRow, BotRows, botColumns, botHandOvers, botSource, mustHaveBot, readGraph } from "./store";

/** The calls about the bots of WhatsApp numbers. */
export function botHandlers(service: ChatContext): Pick<Handlers<typeof chat.calls>, keyof typeof botCalls> {
  const { read, write, now } = service;
  return {
    async bots(_, { account }) {
      return read(account, async (trx) => {
        const found = await checkedRows(
          trx,
          BotRows,
          sql`
          select ${botColumns} from ${botSource} where i.customer_account = ${account} and i.channel = 'whatsapp'
          order by i.active desc, lower(i.name), i.id limit 500`,
        );
        const figures = await botFigures(trx, account, now());
        return { status: 200 as const, body: { data: found.map((one) => summary(one, figures(one.inbox_id))) } };
      });
    },

    async bot({ params }, context) {
      const { account } = context;
      await refreshTeams(service, context);
      await refreshSkills(service, context);
      return read(account, async (trx) => {
        const found = await mustHaveBot(trx, account, params.id);
        const figures = await botFigures(trx, account, now());
        const misses = await botMisses(trx, account, params.id, now());
        const routing = await loadRouting(trx, account);
        const draft = readGraph(found.draft);
        const targets = await botHandOvers(trx, account);
        return {
          status: 200 as const,
          body: {
            ...summary(found, figures(params.id)),
            ...{ draft, misses, ...targets, problems: botProblems(draft, idsIn(targets)) },
            open: opening(routing, now()).open,
            ...{ always_open: routing.week === null, updated_by: found.updated_by },
            updated_at: seconds(found.updated_at),
          },
        };
      });
    },

    async saveBot({ params, body }, context) {
      return write(context, async (unit) => {
        await changeDraft(unit, params.id, (draft) => ({ ...draft, ...body }));
        return done("The texts were saved.");
      });
    },

    async saveBotAnswer({ params, body }, context) {
      return write(context, async (unit) => {
        let saved: BotAnswer | undefined;
        await changeDraft(unit, params.id, (draft) => {
          if (body.id !== undefined) mustFind(draft, body.id);
          else if (draft.answers.length >= botLimits.answers)
            throw new HttpError(422, `A bot has at most ${botLimits.answers} answers.`);
          const kept: BotAnswer = { ...body, id: body.id ?? nextAnswerId(draft) };
          saved = kept;
          const answers =
            body.id === undefined
              ? [...draft.answers, kept]
              : draft.answers.map((one) => (one.id === kept.id ? kept : one));
          // The first answer is what a conversation begins with, until another is chosen.
          return { ...draft, answers, start: draft.answers.length === 0 ? kept.id : draft.start };
        });
        if (!saved) throw new Error("the answer was not saved");
        return { status: 201 as const, body: saved };
      });
    },

    async moveBotAnswer({ params, body }, context) {
      return write(context, async (unit) => {
        await changeDraft(unit, params.id, (draft) => {
          const answer = mustFind(draft, params.answer);
          const at = draft.answers.indexOf(answer);
          const answers = draft.answers.filter((one) => one !== answer);
          answers.splice(Math.max(0, at + body.by), 0, answer);
          return { ...draft, answers };
        });
        return done("The order was saved.");
      });
    },

    async removeBotAnswer({ params, body: _ }, context) {
      return write(context, async (unit) => {
        await changeDraft(unit, params.id, (draft) => without(draft, mustFind(draft, params.answer)));
        return done("The answer was deleted.");
      });
    },

    async switchBot({ params, body }, context) {
      return asNotAcceptableAnswer(
        write(context, async (unit) => {
          await lockAccount(unit);
          return done(body.active ? await putIntoUse(unit, params.id) : await switchOff(unit, params.id));
        }),
      );
    },
  };
}

function summary(found: BotRow, figures: Awaited<ReturnType<Awaited<ReturnType<typeof botFigures>>>>) {
  const { inbox_id, name, connected, active, version } = found;
  const draft = readGraph(found.draft);
  const changed = version !== null && !isDeepStrictEqual(draft, readGraph(found.graph));
  return { ...{ inbox_id, name, connected, active, version, changed, figures }, answers: draft.answers.length };
}

type HandOvers = Awaited<ReturnType<typeof botHandOvers>>;

function idsIn({ teams, skills }: HandOvers): { teams: number[]; skills: number[] } {
  return { teams: teams.map(({ id }) => id), skills: skills.map(({ id }) => id) };
}

function mustFind(draft: BotGraph, id: string): BotAnswer {
  const found = findAnswer(draft, id);
  if (!found) throw new HttpError(404, "There is no such answer.");
  return found;
}

/** What led to the answer leads nowhere: it is named among the problems, and never goes somewhere by itself. */
function without(draft: BotGraph, { id }: BotAnswer): BotGraph {
  const free = (leads_to: string) => (leads_to === `answer:${id}` ? "" : leads_to);
  return {
    ...draft,
    start: draft.start === id ? "" : draft.start,
    answers: draft.answers
      .filter((one) => one.id !== id)
      .map((one) => ({
        ...one,
        leads_to: free(one.leads_to),
        choices: one.choices.map((choice) => ({ ...choice, leads_to: free(choice.leads_to) })),
      })),
  };
}

/** Locks the draft, which is made when it is not there. */
async function lockDraft(unit: UnitOfWork, inbox: number): Promise<BotRow> {
  const { trx, account, by, now } = unit;
  const there = await mustHaveBot(trx, account, inbox);
  await sql`
    insert into chat.bots (customer_account, inbox_id, draft, updated_by, updated_at)
    values (${account}, ${inbox}, ${json(readGraph(there.draft))}, ${by.name}, ${now}) on conflict do nothing`.execute(
    trx,
  );
  await sql`select 1 from chat.bots where customer_account = ${account} and inbox_id = ${inbox} for update`.execute(
    trx,
  );
  return mustHaveBot(trx, account, inbox);
}

async function changeDraft(unit: UnitOfWork, inbox: number, work: (draft: BotGraph) => BotGraph): Promise<void> {
  const { trx, account, by, now } = unit;
  const found = await lockDraft(unit, inbox);
  const draft = work(readGraph(found.draft));
  await sql`
    update chat.bots set draft = ${json(draft)}, updated_by = ${by.name}, updated_at = ${now}
    where customer_account = ${account} and inbox_id = ${inbox}`.execute(trx);
  await told(unit, found, "changed");
}

const VersionRow = z.object({ version: z.number() });

/** @returns what happened, in words @throws ConflictError 406 while something is wrong */
async function putIntoUse(unit: UnitOfWork, inbox: number): Promise<string> {
  const { trx, account } = unit;
  const found = await lockDraft(unit, inbox);
  const draft = readGraph(found.draft);
  const wrong = botProblems(draft, idsIn(await botHandOvers(trx, account))).filter(({ stops }) => stops);
  if (wrong.length > 0)
    throw new ConflictError(
      406,
      wrong.length === 1 ? "Correct the problem first." : `Correct the ${wrong.length} problems first.`,
    );
  const last = await checkedRow(
    trx,
    VersionRow,
    sql`
    insert into chat.bot_versions (customer_account, inbox_id, version, graph)
    select ${account}::text, ${inbox}::bigint, coalesce(max(version), 0) + 1, ${json(draft)} from chat.bot_versions
    where customer_account = ${account} and inbox_id = ${inbox} returning version`,
  );
  await sql`
    update chat.bots set active = true, version = ${last?.version ?? null}
    where customer_account = ${account} and inbox_id = ${inbox}`.execute(trx);
  // Versions that no conversation has any more.
  await sql`
    delete from chat.bot_versions v where v.customer_account = ${account} and v.inbox_id = ${inbox} and v.version < ${last?.version ?? 0}
      and not exists (select from chat.bot_conversations r
        join chat.contacts c on c.customer_account = r.customer_account and c.contact_id = r.contact_id and not c.ended
        where r.customer_account = v.customer_account and r.inbox_id = v.inbox_id and r.version = v.version and r.outcome = 'running')`.execute(
    trx,
  );
  await told(unit, found, found.active ? "changes put into use" : "switched on");
  return found.active ? "The changes are in use." : "The bot is on.";
}

async function switchOff(unit: UnitOfWork, inbox: number): Promise<string> {
  const { trx, account } = unit;
  const found = await lockDraft(unit, inbox);
  if (!found.active) return "The bot is off.";
  await sql`update chat.bots set active = false where customer_account = ${account} and inbox_id = ${inbox}`.execute(
    trx,
  );
  const many = await releaseAll(unit, inbox);
  await told(unit, found, "switched off");
  const given =
    many === 1 ? "One conversation waits for a person now." : `${many} conversations wait for a person now.`;
  return many === 0 ? "The bot is off." : `The bot is off. ${given}`;
}

type BotChange = "changed" | "switched on" | "switched off" | "changes put into use";

function told(unit: UnitOfWork, { inbox_id, name }: BotRow, what: BotChange): Promise<void> {
  const description =
    what === "changes put into use"
      ? `${unit.by.name} put the changes of the bot of ${name} into use`
      : `${unit.by.name} ${what} the bot of ${name}`;
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    ...{ action: `WhatsApp bot ${what}`, description, subject: "whatsapp bot", subject_id: String(inbox_id) },
  });
}
