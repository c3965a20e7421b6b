import { sql } from "kysely";
import { z } from "zod";
import { normalisePhone } from "../../../rules/phone";
import { recordActivity } from "../../kit/activities";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { voice } from "../contract";
import { mustFindGroup } from "../targets/groups";
import { countTargets, loadOutboundSettings } from "../targets/store";
import { activityActor, type VoiceContext, type VoiceUnitOfWork } from "../workspace/context";
import { noteListChange } from "./group-handlers";
import { listOptedOut, noCallReason } from "./merge";

type Rules = "dispositionSummary" | "addTargets" | "outboundSettings" | "saveOutboundSettings";

const AttemptCounts = z.object({ attempts: z.number(), connects: z.number(), machines: z.number() });

const DispositionCount = z.object({ disposition: z.string(), calls: z.number() });

const PhoneNumberRow = z.object({ phone_number: z.string() });

/** The calls about numbers added by hand, the figures of lists, and when their numbers are called. */
export function ruleHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, Rules> {
  const { read, write, deps } = service;

  return {
    async dispositionSummary({ params: { id } }, { account }) {
      const group = id === 0 ? null : id;
      const body = await read(account, async (trx) => {
        if (group !== null) await mustFindGroup(trx, account, group);
        const counts = await countTargets(trx, account, group);
        const calls = sql`voice.calls c
          join voice.targets t on t.customer_account = c.customer_account and t.id = c.target_id
          join voice.target_groups g on g.customer_account = t.customer_account and g.id = t.group_id
          where c.customer_account = ${account} and c.target_id is not null and c.ended_at is not null
            and (t.group_id = ${group}::bigint or (${group}::bigint is null and g.deleted_at is null))`;
        const sums = await checkedRow(
          trx,
          AttemptCounts,
          sql`select count(*)::int as attempts, count(*) filter (where c.status = 'Complete')::int as connects,
            count(*) filter (where c.status = 'AnsweringMachine')::int as machines from ${calls}`,
        );
        const dispositions = await checkedRows(
          trx,
          DispositionCount,
          sql`select c.disposition, count(*)::int as calls from ${calls} and c.status = 'Complete'
            group by 1 order by 2 desc, 1`,
        );
        const { attempts, connects, machines } = sums ?? { attempts: 0, connects: 0, machines: 0 };
        return { counts, attempts, connects, machines, dispositions };
      });
      return { status: 200, body };
    },

    async addTargets({ params, body }, context) {
      const { account } = context;
      const typed = body.targets.map((given, at) => ({ ...given, line: at + 1, parsed: normalisePhone(given.phone) }));
      const good = typed.flatMap((one) =>
        one.parsed.ok && !one.parsed.foreign ? [{ ...one, msisdn: one.parsed.e164 }] : [],
      );
      const out = await listOptedOut(
        deps.clientsOfAccount(account).messaging,
        good.map(({ msisdn }) => msisdn),
      );
      const told = new Map<number, string>(
        typed.flatMap(({ line, parsed }) =>
          parsed.ok && !parsed.foreign ? [] : [[line, "not a Kenyan mobile number"] as const],
        ),
      );
      for (const { line, msisdn } of good) if (out.includes(msisdn)) told.set(line, noCallReason);
      const wanted = good.filter(({ line }) => !told.has(line));
      const group = await write(context, async (unit) => {
        const id = await findOrMakeGroup(unit, params.group);
        const fresh = await checkedRows(
          unit.trx,
          PhoneNumberRow,
          sql`insert into voice.targets (customer_account, group_id, phone_number, name, note)
            select ${account}, ${id}::bigint, n.msisdn, n.name, n.note
            from jsonb_to_recordset(${json(wanted.map(({ msisdn, name, note }) => ({ msisdn, name, note })))})
              as n (msisdn text, name text, note text)
            where not exists (select from voice.targets t
              join voice.target_groups g on g.customer_account = t.customer_account and g.id = t.group_id
              where t.customer_account = ${account} and t.phone_number = n.msisdn and t.phone_number <> ''
                and t.state in ('waiting', 'assigned') and g.deleted_at is null)
            on conflict do nothing returning phone_number`,
        );
        const left = new Set(fresh.map(({ phone_number }) => phone_number));
        for (const { line, msisdn } of wanted) if (!left.delete(msisdn)) told.set(line, "in a list already");
        await sql`update voice.target_groups set added = added + ${fresh.length}
          where customer_account = ${account} and id = ${id}`.execute(unit.trx);
        await noteListChange(unit, `${unit.by.name} added ${fresh.length} numbers to the list ${params.group}`, id);
        return mustFindGroup(unit.trx, account, id);
      });
      const refused = typed.flatMap(({ line, phone }) => {
        const reason = told.get(line);
        return reason === undefined ? [] : [{ line, phone, reason }];
      });
      return { status: 201, body: { status: 201, group, added: typed.length - refused.length, refused } };
    },

    async outboundSettings(_, { account }) {
      const { time_zone: _zone, ...body } = await read(account, (trx) => loadOutboundSettings(trx, account));
      return { status: 200, body };
    },

    async saveOutboundSettings({ body }, context) {
      if (body.call_from >= body.call_until) {
        const words = "Enter a time after the beginning, 23:59 at the latest.";
        throw new HttpError(422, words, { call_until: [words] });
      }
      const days = [...new Set(body.call_days)].sort((a, b) => a - b);
      const dropCap = await write(context, async (unit) => {
        const before = await loadOutboundSettings(unit.trx, unit.account);
        const cap = Math.round((body.drop_cap ?? before.drop_cap) * 10);
        await sql`
          update voice.settings set drop_cap_tenths = ${cap}, call_from = ${body.call_from}, call_until = ${body.call_until}, call_days = ${days}::int[],
            max_attempts = ${body.max_attempts}, retry_minutes = ${body.retry_minutes}
          where customer_account = ${unit.account}`.execute(unit.trx);
        await recordActivity(unit.trx, unit.account, activityActor(unit), {
          ...{ action: "Call centre changed", subject: "call centre", subject_id: "" },
          description: `${unit.by.name} changed when numbers are called`,
        });
        return cap / 10;
      });
      return { status: 201, body: { ...body, call_days: days, drop_cap: dropCap } };
    },
  };
}

/** The open list of this name, or a new one. */
async function findOrMakeGroup({ trx, account, by }: VoiceUnitOfWork, name: string): Promise<number> {
  const known = await checkedRow(
    trx,
    IdRow,
    sql`select id from voice.target_groups where customer_account = ${account} and name = ${name} and deleted_at is null
      and state = 'done' order by id desc limit 1`,
  );
  if (known) return known.id;
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into voice.target_groups (customer_account, name, state, user_id, created_by, finished_at)
      values (${account}, ${name}, 'done', ${by.id}, ${by.name}, now()) returning id`,
  );
  return made?.id ?? 0;
}
