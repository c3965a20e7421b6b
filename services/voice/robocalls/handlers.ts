import { sql } from "kysely";
import { costCents } from "../../../rules/money";
import { callingHoursText, midnight } from "../../../rules/outbound";
import { maxCents, type RobocallState, robocallPrice } from "../../../rules/robocalls";
import { recordActivity } from "../../kit/activities";
import { sendLater } from "../../kit/jobs";
import { CountRow, checkedRow, IdRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import { listNumbers } from "../agents/store";
import type { voice } from "../contract";
import type { RobocallDetail, RobocallInput, robocallCalls } from "../contract.robocalls";
import type { SpeechChoice } from "../contract.speech";
import { listSounds } from "../flows/store";
import { lockSpeech, saveSpeech } from "../speech/store";
import { callingHours, loadOutboundSettings } from "../targets/store";
import { activityActor, tell, type VoiceContext, type VoiceUnitOfWork } from "../workspace/context";
import { loadAudience } from "./audience";
import { type DiallingExchange, mustDetect } from "./driver";
import { holdName } from "./money";
import {
  lockRobocall,
  mustFindRobocall,
  type RobocallRow,
  type RobocallSums,
  robocallPage,
  robocallTargetPage,
  sumTargets,
} from "./store";
import { robocallTask } from "./turns";

type Robocalls = keyof typeof robocallCalls;
type Move = "start" | "pause" | "resume" | "stop";

const mostOpen = 100;
const moves: Record<Move, { from: readonly RobocallState[]; to: RobocallState; word: string }> = {
  start: { from: ["draft"], to: "running", word: "started" },
  pause: { from: ["running"], to: "paused", word: "paused" },
  resume: { from: ["paused"], to: "running", word: "resumed" },
  stop: { from: ["draft", "running", "paused"], to: "stopped", word: "stopped" },
};
const actions = {
  start: "Robocall started",
  pause: "Robocall paused",
  resume: "Robocall resumed",
  stop: "Robocall stopped",
} as const;

/** The calls about robocalls. */
export function robocallHandlers(
  service: VoiceContext,
  exchange: DiallingExchange,
): Pick<Handlers<typeof voice.calls>, Robocalls> {
  const { read, write, deps } = service;

  return {
    async robocalls({ query }, { account }) {
      return { status: 200, body: await read(account, (trx) => robocallPage(trx, account, query)) };
    },

    async robocallChoices(_, { account }) {
      const { messaging } = deps.clientsOfAccount(account);
      const [groups, own] = await Promise.all([
        messaging.groups({ query: { type: "sms", per_page: 500 } }),
        read(account, async (trx) => {
          const sounds = await listSounds(trx, account);
          const numbers = await listNumbers(trx, account);
          return { sounds, numbers, settings: await loadOutboundSettings(trx, account) };
        }),
      ]);
      if (groups.status !== 200) throw new HttpError(503, "The contacts can't be read now. Try again in a moment.");
      return {
        status: 200,
        body: {
          groups: groups.body.data.map(({ id, name, contacts }) => ({ id, name, contacts })),
          sounds: own.sounds.map(({ id, name }) => ({ id, name })),
          numbers: own.numbers
            .filter(({ modes }) => modes.includes("outbound"))
            .map(({ id, phoneNumber }) => ({ id, phoneNumber })),
          hours: { ...callingHours(own.settings), days: [...own.settings.call_days] },
          ...{ intervalSeconds: robocallPrice.seconds, price: robocallPrice.price },
        },
      };
    },

    async addRobocall({ body }, context) {
      const { account } = context;
      mustFit(body);
      mustDetect(exchange, body.on_machine);
      const audience = await loadAudience(deps.clientsOfAccount(account), body.group_id);
      const id = await write(context, async (unit) => {
        const { trx } = unit;
        const [sounds, numbers] = [await listSounds(trx, account), await listNumbers(trx, account)];
        if (!body.speech && !sounds.some((one) => one.id === body.sound_id)) throw wrong("sound_id", "Choose a sound.");
        if (!numbers.some((one) => one.id === body.number_id && one.modes.includes("outbound")))
          throw wrong("number_id", "Choose a number.");
        const open = await checkedRow(
          trx,
          CountRow,
          sql`select count(*)::int as count from voice.robocalls
            where customer_account = ${account} and state in ('draft', 'running', 'paused')`,
        );
        if ((open?.count ?? 0) >= mostOpen)
          throw new HttpError(422, `At most ${mostOpen} robocalls can be open. Stop one first.`);
        const sound = body.speech ? await saveRobocallSpeech(unit, body, body.speech) : body.sound_id;
        const made = await insertRobocall(unit, { ...body, sound_id: sound }, audience);
        await note(unit, "Robocall composed", `${unit.by.name} composed the robocall ${body.name}`, made);
        return made;
      });
      return { status: 201, body: { id } };
    },

    async robocall({ params: { id } }, { account }) {
      const body = await read(account, async (trx) => {
        const found = await mustFindRobocall(trx, account, id);
        return asDetail(found, await sumTargets(trx, account, id));
      });
      return { status: 200, body };
    },

    async moveRobocall({ params: { id }, body: { to: move } }, context) {
      const { account } = context;
      let held = 0;
      if (move === "start") {
        const [found, sums] = await read(account, async (trx) => [
          await mustFindRobocall(trx, account, id),
          await sumTargets(trx, account, id),
        ]);
        mustMove(found, move);
        if (!exchange.isSet) throw new HttpError(422, "No telephone exchange places calls here.");
        held = maxCents(sums.counts.waiting, found.call_seconds, tariff(found));
        const { billing } = deps.clientsOfAccount(account);
        const answer = await billing.hold({
          body: { reference: holdName(id), cents: held, description: `Robocall ${found.name}` },
        });
        if (answer.status !== 201) throw new HttpError(422, answer.body.message, answer.body.errors);
      }
      const name = await write(context, async (unit) => {
        const found = await lockRobocall(unit, id);
        mustMove(found, move);
        await changeState(unit, id, move, held);
        await note(unit, actions[move], `${unit.by.name} ${moves[move].word} the robocall ${found.name}`, id);
        await sendLater(
          unit.trx,
          robocallTask,
          { account, robocall_id: id },
          { key: `${robocallTask} ${account} ${id}` },
        );
        tell(unit, "voice.call", { user: null, id, status: "Robocall" });
        return found.name;
      });
      return { status: 201, body: { status: 201, message: `${name} is ${moves[move].word}` } };
    },

    async robocallTargets({ params: { id }, query }, { account }) {
      const body = await read(account, async (trx) =>
        robocallTargetPage(trx, account, await mustFindRobocall(trx, account, id), query),
      );
      return { status: 200, body };
    },
  };
}

type Audience = Awaited<ReturnType<typeof loadAudience>>;

async function insertRobocall(
  { trx, account, by, now }: VoiceUnitOfWork,
  body: RobocallInput,
  audience: Audience,
): Promise<number> {
  const days = [...new Set(body.call_days)].sort((a, b) => a - b);
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into voice.robocalls (customer_account, name, group_name, sound_id, number_id, keys, on_machine,
        call_from, call_until, call_days, max_attempts, retry_minutes, speed, call_seconds, interval_seconds, price, created_by,
        created_at)
      values (${account}, ${body.name}, ${audience.name}, ${body.sound_id}, ${body.number_id}, ${json(body.keys)},
        ${body.on_machine}, ${body.call_from}, ${body.call_until}, ${days}::int[], ${body.max_attempts}, ${body.retry_minutes},
        ${body.speed}, ${body.call_seconds}, ${robocallPrice.seconds}, ${robocallPrice.price}, ${by.name},
        ${now}) returning id`,
  );
  if (!made) throw new Error("the robocall was not written");
  await sql`insert into voice.robocall_targets (customer_account, robocall_id, phone_number, name, state, result, next_at)
    select ${account}, ${made.id}, n.msisdn, n.name, n.state, n.result, ${now}
    from jsonb_to_recordset(${json(audience.numbers)}) as n (msisdn text, name text, state text, result text)
    order by n.msisdn`.execute(trx);
  return made.id;
}

/** @throws HttpError 422 */
async function saveRobocallSpeech(
  unit: VoiceUnitOfWork,
  { name, call_seconds }: Pick<RobocallInput, "name" | "call_seconds">,
  choice: SpeechChoice,
): Promise<number> {
  const { seconds } = await lockSpeech(unit, choice);
  if (seconds > call_seconds)
    throw wrong("call_seconds", `The sound takes ${seconds} s: let the longest call have more.`);
  return saveSpeech(unit, name, choice);
}

export function tariff({ interval_seconds: seconds, price }: Pick<RobocallRow, "interval_seconds" | "price">) {
  return { seconds, price };
}

/** @throws HttpError 409 */
function mustMove({ name, state }: Pick<RobocallRow, "name" | "state">, move: Move): void {
  if (!moves[move].from.includes(state))
    throw new HttpError(
      409,
      `${name} can't be ${moves[move].word} now: it is ${state === "draft" ? "a draft" : state}.`,
    );
}

async function changeState(
  { trx, account, now }: VoiceUnitOfWork,
  id: number,
  move: Move,
  held: number,
): Promise<void> {
  const { to } = moves[move];
  await sql`update voice.robocalls set state = ${to}, held_cents = case when ${move === "start"} then ${held}::bigint else held_cents end,
      started_at = case when ${move === "start"} then ${now}::timestamptz else started_at end,
      ended_at = case when ${move === "stop"} then ${now}::timestamptz else ended_at end
    where customer_account = ${account} and id = ${id}`.execute(trx);
  if (move === "stop")
    await sql`update voice.robocall_targets set state = 'stopped'
      where customer_account = ${account} and robocall_id = ${id} and state = 'waiting'`.execute(trx);
}

type HoursAndKeys = { keys: readonly { key: string }[]; call_from: string; call_until: string };

/** @throws HttpError 422 */
function mustFit({ keys, call_from, call_until }: HoursAndKeys): void {
  if (call_until !== midnight && call_from >= call_until)
    throw wrong("call_until", "Enter a time after the beginning.");
  if (new Set(keys.map(({ key }) => key)).size < keys.length) throw wrong("keys", "Each key has one meaning.");
}

function asDetail(found: RobocallRow, { counts, cost, seconds, pressed }: RobocallSums): RobocallDetail {
  const { left_out, ...others } = counts;
  const numbers = Object.values(others).reduce((sum, one) => sum + one, 0);
  return {
    ...{ id: found.id, name: found.name, state: found.state, group: found.group_name, numbers, counts },
    ...{ answered: counts.answered, heldCents: found.held_cents, settledCents: found.settled_cents },
    ...{ createdBy: found.created_by, createdAt: found.created_at.toISOString() },
    ...{ sound: found.sound, words: found.words, ourNumber: found.our_number },
    keys: found.keys.map((one) => ({ ...one, pressed: pressed.get(one.key) ?? 0 })),
    onMachine: found.on_machine,
    hours: callingHoursText({ from: found.call_from, until: found.call_until, days: found.call_days }),
    ...{ attempts: found.max_attempts, retryMinutes: found.retry_minutes, speed: found.speed },
    ...{ callSeconds: found.call_seconds, intervalSeconds: found.interval_seconds, price: found.price, seconds },
    maxCents: found.state === "draft" ? maxCents(numbers, found.call_seconds, tariff(found)) : found.held_cents,
    costCents: costCents(1, cost),
    startedAt: found.started_at?.toISOString() ?? null,
    endedAt: found.ended_at?.toISOString() ?? null,
    settled: found.settled_at !== null,
  };
}

function note(
  unit: VoiceUnitOfWork,
  action: "Robocall composed" | (typeof actions)[Move],
  description: string,
  id: number,
): Promise<void> {
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    ...{ action, description, subject: "robocall", subject_id: String(id) },
  });
}

function wrong(field: string, message: string): HttpError {
  return new HttpError(422, message, { [field]: [message] });
}
