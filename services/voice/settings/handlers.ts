import { sql } from "kysely";
import { recordActivity } from "../../kit/activities";
import { isDuplicate } from "../../kit/database";
import { checkedRow, checkedRows, IdRow, NameRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import { listNumbers } from "../agents/store";
import { asE164 } from "../calls/handlers";
import type { voice } from "../contract";
import type { DiallingNumber } from "../contract.schemas";
import { activityActor, type VoiceContext, type VoiceUnitOfWork } from "../workspace/context";
import { loadSettings } from "./store";

type Settings = "callSettings" | "accountNumbers" | "saveCallSettings" | "addNumber" | "updateNumber" | "removeNumber";

/** The calls about how the call centre works, and its numbers. */
export function settingHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, Settings> {
  const { read, write } = service;

  return {
    async callSettings(_, { account }) {
      return { status: 200, body: await read(account, (trx) => loadSettings(trx, account)) };
    },

    async accountNumbers(_, { account }) {
      return { status: 200, body: { data: await read(account, (trx) => listNumbers(trx, account)) } };
    },

    async saveCallSettings({ body }, context) {
      if (!isZone(body.time_zone)) throw wrong("time_zone", "Choose a time zone.");
      await write(context, async (unit) => {
        await sql`
          update voice.settings set wrap_up_seconds = ${body.wrap_up_seconds}, target_seconds = ${body.target_seconds},
            target_percent = ${body.target_percent}, require_disposition = ${body.require_disposition},
            recording = ${body.recording}, recording_days = ${body.recording_days}, time_zone = ${body.time_zone}
          where customer_account = ${unit.account}`.execute(unit.trx);
        await note(unit, "Call centre changed", `${unit.by.name} changed the settings of the call centre`, "");
      });
      return { status: 201, body };
    },

    async addNumber({ body }, context) {
      const number = asE164(body.phone_number);
      if (!/^\+\d{8,15}$/.test(number)) throw wrong("phone_number", "Enter a phone number with its country code.");
      const made = await write(context, async (unit) => {
        const { trx, account } = unit;
        await mustHaveOwnPrefix(unit, body, null);
        const found = await checkedRow(
          trx,
          IdRow,
          sql`insert into voice.numbers (customer_account, phone_number, prefix, modes, queue)
            values (${account}, ${number}, ${body.prefix}, ${body.modes}::text[], ${body.queue})
            on conflict do nothing returning id`,
        );
        if (!found) throw wrong("phone_number", "Your account has this number already.");
        await sql`insert into voice.directory (kind, name, customer_account) values ('number', ${number}, ${account})`.execute(
          trx,
        );
        await note(unit, "Call number added", `${unit.by.name} added the number ${number}`, String(found.id));
        return mustFindNumber(unit, found.id);
      }).catch((error: unknown) => {
        if (isDuplicate(error)) throw wrong("phone_number", "Another account has this number. Ask us about it.");
        throw error;
      });
      return { status: 201, body: made };
    },

    async updateNumber({ params: { id }, body }, context) {
      const changed = await write(context, async (unit) => {
        await mustFindNumber(unit, id);
        await mustHaveOwnPrefix(unit, body, id);
        const using = body.modes.includes("outbound") ? [] : await listOpenRobocalls(unit, id);
        if (using.length > 0) throw wrong("modes", `Calls of ${using.join(", ")} go out with it.`);
        await sql`update voice.numbers set prefix = ${body.prefix}, modes = ${body.modes}::text[], queue = ${body.queue}
          where customer_account = ${unit.account} and id = ${id}`.execute(unit.trx);
        await note(unit, "Call number changed", `${unit.by.name} changed a number`, String(id));
        return mustFindNumber(unit, id);
      });
      return { status: 201, body: changed };
    },

    async removeNumber({ params: { id } }, context) {
      await write(context, async (unit) => {
        const { trx, account } = unit;
        const { phoneNumber } = await mustFindNumber(unit, id);
        const using = await listOpenRobocalls(unit, id);
        if (using.length > 0) throw new HttpError(409, `It is used by ${using.join(", ")}.`);
        await sql`update voice.numbers set deleted_at = ${unit.now} where customer_account = ${account} and id = ${id}`.execute(
          trx,
        );
        await sql`delete from voice.directory
          where kind = 'number' and name = ${phoneNumber} and customer_account = ${account}`.execute(trx);
        await note(unit, "Call number removed", `${unit.by.name} removed the number ${phoneNumber}`, String(id));
      });
      return { status: 201, body: { status: 201, message: "Number removed" } };
    },
  };
}

type SettingAction = "Call centre changed" | "Call number added" | "Call number changed" | "Call number removed";

function note(unit: VoiceUnitOfWork, action: SettingAction, description: string, subject_id: string): Promise<void> {
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    ...{ action, description, subject: "call centre", subject_id },
  });
}

/** @throws HttpError 404 */
async function mustFindNumber({ trx, account }: VoiceUnitOfWork, id: number): Promise<DiallingNumber> {
  const found = (await listNumbers(trx, account)).find((number) => number.id === id);
  if (!found) throw new HttpError(404, "There is no such number.");
  return found;
}

type PrefixUse = { prefix: string; modes: readonly string[] };

/**
 * A number that calls out is chosen by its prefix: without one, or with that of another, no call goes out with it.
 * @throws HttpError 422
 */
async function mustHaveOwnPrefix(
  { trx, account }: VoiceUnitOfWork,
  { prefix, modes }: PrefixUse,
  id: number | null,
): Promise<void> {
  if (!modes.includes("outbound")) return;
  if (prefix === "") throw wrong("prefix", "Enter a prefix. Agents can't call out with this number without one.");
  const taken = await hasRows(
    trx,
    sql`select id from voice.numbers where customer_account = ${account} and prefix = ${prefix} and deleted_at is null
      and 'outbound' = any(modes) and (${id}::bigint is null or id <> ${id})`,
  );
  if (taken) throw wrong("prefix", "Another of your numbers has this prefix. Enter another one.");
}

/** The names of the robocalls that are not over and call with a number. */
async function listOpenRobocalls({ trx, account }: VoiceUnitOfWork, number: number): Promise<string[]> {
  const found = await checkedRows(
    trx,
    NameRow,
    sql`select name from voice.robocalls where customer_account = ${account} and number_id = ${number}
      and state in ('draft', 'running', 'paused') order by name limit 20`,
  );
  return found.map(({ name }) => name);
}

function wrong(field: string, message: string): HttpError {
  return new HttpError(422, message, { [field]: [message] });
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name !== "";
  } catch {
    return false;
  }
}
