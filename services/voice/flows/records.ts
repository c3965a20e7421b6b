import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { flowOutcomes } from "../../../rules/voice-flow";
import { recordActivity } from "../../kit/activities";
import { byTime } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import { checkedRow } from "../../kit/row-schema";
import { type Handlers, HttpError } from "../../kit/serve";
import type { voice } from "../contract";
import type { Voicemail } from "../contract.flows";
import { inSpan, parseSpan } from "../reports/period";
import { loadSettings } from "../settings/store";
import { activityActor, type VoiceContext } from "../workspace/context";

type Records = "voicemails" | "voicemail" | "openVoicemail" | "flowCallRecords";
/** Seconds for which a link to a message is good. */
const linkSeconds = 3_600;

const VoicemailRow = z.object({
  id: z.number(),
  phone_number: z.string(),
  name: z.string(),
  our_number: z.string(),
  at: z.date(),
  seconds: z.number(),
  file_id: z.string().nullable(),
  listened_at: z.date().nullable(),
  listened_by: z.string(),
  ticket_id: z.number().nullable(),
});
type VoicemailRow = z.infer<typeof VoicemailRow>;

const voicemailColumns = sql.raw(`v.id, v.phone_number, v.name, coalesce(n.phone_number, '') as our_number, v.at,
  v.seconds, v.file_id, v.listened_at, v.listened_by, v.ticket_id`);
const voicemailTables = sql.raw(`voice.voicemails v
  left join voice.numbers n on n.customer_account = v.customer_account and n.id = v.number_id`);

function asVoicemail(found: VoicemailRow): Voicemail {
  const { id, phone_number: phoneNumber, name, our_number: ourNumber, seconds } = found;
  return {
    ...{ id, phoneNumber, name, ourNumber, seconds, at: found.at.toISOString(), kept: found.file_id !== null },
    ...{ listenedAt: found.listened_at?.toISOString() ?? null, listenedBy: found.listened_by },
    ticket: found.ticket_id,
  };
}

/** A number that has these digits; "" is every number. */
function withDigits(column: RawBuilder<unknown>, typed: string): RawBuilder<unknown> {
  const digits = typed.replace(/\D/g, "").replace(/^0+/, "");
  return typed === "" ? sql`true` : sql`${column} like ${`%${digits || "none"}%`}`;
}

const FlowCallRow = z.object({
  id: z.number(),
  phone_number: z.string(),
  flow: z.string(),
  our_number: z.string(),
  started_at: z.date(),
  ended_at: z.date().nullable(),
  seconds: z.number(),
  step: z.string(),
  outcome: z.union([z.enum(flowOutcomes), z.literal("")]),
});

const FileIdRow = z.object({ file_id: z.string().nullable() });

/** Voicemails, and calls that went through flows. */
export function flowRecordHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, Records> {
  const { read, write, deps, now } = service;

  return {
    async voicemails({ query }, { account }) {
      const body = await read(account, async (trx) => {
        const { time_zone: zone } = await loadSettings(trx, account);
        const span = parseSpan(query, zone, now());
        const page = await pageOfRows(trx, query, {
          schema: VoicemailRow,
          select: voicemailColumns,
          from: sql`${voicemailTables} where v.customer_account = ${account} and ${inSpan(sql`v.at`, span, zone)}
            and ${withDigits(sql`v.phone_number`, query.q)}
            and (${query.listened ?? null}::text is null or (v.listened_at is not null) = ${query.listened === "yes"})`,
          order: byTime("v.at", "v.id"),
        });
        return { ...page, data: page.data.map(asVoicemail) };
      });
      return { status: 200, body };
    },

    async voicemail({ params: { id } }, { account }) {
      const found = await read(account, (trx) =>
        checkedRow(
          trx,
          VoicemailRow,
          sql`select ${voicemailColumns} from ${voicemailTables} where v.customer_account = ${account} and v.id = ${id}`,
        ),
      );
      if (!found) throw new HttpError(404, "There is no such message.");
      return { status: 200, body: asVoicemail(found) };
    },

    async openVoicemail({ params: { id } }, context) {
      const { account } = context;
      const found = await read(account, (trx) =>
        checkedRow(
          trx,
          FileIdRow,
          sql`select file_id from voice.voicemails where customer_account = ${account} and id = ${id}`,
        ),
      );
      if (!found) throw new HttpError(404, "There is no such message.");
      if (!found.file_id) throw new HttpError(409, "This message is older than recordings are kept.");
      const { uploads } = deps.clientsOfAccount(account);
      const link = await uploads.link({ params: { id: found.file_id }, query: { seconds: linkSeconds } });
      if (link.status !== 200) throw new HttpError(link.status, link.body.message);
      await write(context, async (unit) => {
        await sql`update voice.voicemails set listened_at = ${unit.now}, listened_by = ${unit.by.name}
          where customer_account = ${account} and id = ${id} and listened_at is null`.execute(unit.trx);
        await recordActivity(unit.trx, account, activityActor(unit), {
          ...{ action: "Voicemail opened", subject: "voicemail", subject_id: String(id) },
          description: `${unit.by.name} opened a message that a caller left`,
        });
      });
      return { status: 201, body: { url: link.body.url } };
    },

    async flowCallRecords({ query }, { account }) {
      const body = await read(account, async (trx) => {
        const { time_zone: zone } = await loadSettings(trx, account);
        const span = parseSpan(query, zone, now());
        const page = await pageOfRows(trx, query, {
          schema: FlowCallRow,
          select: sql`f.id, f.phone_number, w.name as flow, coalesce(n.phone_number, '') as our_number, f.started_at,
            f.ended_at, greatest(0, extract(epoch from coalesce(f.ended_at, ${now()}::timestamptz) - f.started_at))::int
            as seconds, f.last_step as step, f.outcome`,
          from: sql`voice.flow_calls f
            join voice.flows w on w.customer_account = f.customer_account and w.id = f.flow_id
            left join voice.numbers n on n.customer_account = f.customer_account and n.id = f.number_id
            where f.customer_account = ${account} and ${inSpan(sql`f.started_at`, span, zone)}
            and ${withDigits(sql`f.phone_number`, query.q)}
            and (${query.number ?? null}::bigint is null or f.number_id = ${query.number ?? null})
            and (${query.outcome ?? null}::text is null or f.outcome = ${query.outcome ?? null})`,
          order: byTime("f.started_at", "f.id"),
        });
        const data = page.data.map(({ phone_number, our_number, started_at, ended_at, ...rest }) => ({
          ...{ ...rest, phoneNumber: phone_number, ourNumber: our_number },
          ...{ startedAt: started_at.toISOString(), endedAt: ended_at?.toISOString() ?? null },
        }));
        return { ...page, data };
      });
      return { status: 200, body };
    },
  };
}
