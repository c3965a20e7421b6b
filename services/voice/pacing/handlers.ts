import { sql } from "kysely";
import { z } from "zod";
import { callingHoursText } from "../../../rules/outbound";
import { isAtCap, minRatio } from "../../../rules/pacing";
import { recordActivity } from "../../kit/activities";
import { sendLater } from "../../kit/jobs";
import { checkedRows, IdNameRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { voice } from "../contract";
import type { pacingCalls } from "../contract.pacing";
import { type DiallingExchange, mustDetect } from "../robocalls/driver";
import { callingHours, loadOutboundSettings } from "../targets/store";
import { activityActor, tell, type VoiceContext, type VoiceUnitOfWork } from "../workspace/context";
import { isOpenNow, listFree } from "./claim";
import { countInAir, loadDropShare, mustFindPaced } from "./store";
import { pacingTask } from "./turns";

const NumberRow = z.object({ id: z.number(), phoneNumber: z.string() });

/** The calls about lists that are called automatically. */
export function pacingHandlers(
  service: VoiceContext,
  exchange: DiallingExchange,
): Pick<Handlers<typeof voice.calls>, keyof typeof pacingCalls> {
  const { read, write, now } = service;

  return {
    async pacing({ params: { id } }, { account }) {
      const body = await read(account, async (trx) => {
        const group = await mustFindPaced(trx, account, id);
        const settings = await loadOutboundSettings(trx, account);
        const isReachable = exchange.driver?.isReachable ?? (() => true);
        const free = await listFree(trx, account, now(), isReachable);
        const { inAir, talking } = await countInAir(trx, account, id);
        const share = await loadDropShare(trx, account, now());
        const numbers = await checkedRows(
          trx,
          NumberRow,
          sql`select id, phone_number as "phoneNumber" from voice.numbers where customer_account = ${account}
            and deleted_at is null and 'outbound' = any(modes) order by id`,
        );
        const sounds = await checkedRows(
          trx,
          IdNameRow,
          sql`select id, name from voice.flow_sounds where customer_account = ${account} and deleted_at is null
            order by name, id limit 200`,
        );
        return {
          ...{ mode: group.mode, ratio: group.ratio_tenths / 10, running: group.pacing === "running" },
          ...{ numberId: group.number_id, dropSoundId: group.drop_sound_id, startedBy: group.pacing_by },
          onMachine: group.on_machine,
          startedAt: group.pacing_at?.toISOString() ?? null,
          open: await isOpenNow({ trx, account, now: now() }, group),
          ...{ hours: callingHoursText(callingHours(settings)) },
          ...{ freeAgents: free.length, inAir, talking, share, numbers, sounds },
          limited: group.ratio_tenths > minRatio && isAtCap(share),
        };
      });
      return { status: 200, body };
    },

    async savePacing({ params: { id }, body }, context) {
      await write(context, async (unit) => {
        const { trx, account } = unit;
        const group = await mustFindPaced(trx, account, id, true);
        await mustHaveChoices(unit, body);
        mustDetect(exchange, body.on_machine);
        const pacing = body.mode === "preview" ? "paused" : group.pacing;
        await sql`
          update voice.target_groups set mode = ${body.mode}, ratio_tenths = ${Math.round(body.ratio * 10)},
            number_id = ${body.number_id}, drop_sound_id = ${body.drop_sound_id},
            on_machine = ${body.on_machine}, pacing = ${pacing}
          where customer_account = ${account} and id = ${id}`.execute(trx);
        await note(unit, id, `${unit.by.name} changed how the list ${group.name} is called`);
      });
      return { status: 201, body: { status: 201, message: "Saved" } };
    },

    async movePacing({ params: { id }, body: { to } }, context) {
      await write(context, async (unit) => {
        const { trx, account, now: at } = unit;
        const group = await mustFindPaced(trx, account, id, true);
        if (to === "start") {
          if (group.mode !== "progressive") throw new HttpError(422, "Choose automatic calls for this list first.");
          if (!group.open) throw new HttpError(422, "The list is not active.");
          if (group.our_number === "") throw new HttpError(422, "Choose the number that is shown to customers first.");
          if (!exchange.isSet) throw new HttpError(422, "No telephone exchange places calls here.");
        }
        const pacing = to === "start" ? "running" : "paused";
        await sql`update voice.target_groups set pacing = ${pacing}, pacing_by = ${unit.by.name}, pacing_at = ${at}
          where customer_account = ${account} and id = ${id}`.execute(trx);
        await note(
          unit,
          id,
          `${unit.by.name} ${to === "start" ? "started" : "paused"} the calls of the list ${group.name}`,
        );
        if (to === "start")
          await sendLater(trx, pacingTask, { account, group_id: id }, { key: `${pacingTask} ${account} ${id}` });
        tell(unit, "voice.call", { user: null, id, status: "Pacing" });
      });
      return { status: 201, body: { status: 201, message: to === "start" ? "Calls started" : "Calls paused" } };
    },
  };
}

type Choices = { mode: string; number_id: number | null; drop_sound_id: number | null };

/** @throws HttpError 422 */
async function mustHaveChoices({ trx, account }: VoiceUnitOfWork, { mode, number_id, drop_sound_id }: Choices) {
  const errors: Record<string, string[]> = {};
  if (mode === "progressive" && number_id === null) errors.number_id = ["Choose the number that is shown."];
  if (number_id !== null) {
    const found = await hasRows(
      trx,
      sql`select id from voice.numbers where customer_account = ${account} and id = ${number_id}
        and deleted_at is null and 'outbound' = any(modes)`,
    );
    if (!found) errors.number_id = ["Choose one of the numbers."];
  }
  if (drop_sound_id !== null) {
    const found = await hasRows(
      trx,
      sql`select id from voice.flow_sounds
        where customer_account = ${account} and id = ${drop_sound_id} and deleted_at is null`,
    );
    if (!found) errors.drop_sound_id = ["Choose one of the sounds."];
  }
  if (Object.keys(errors).length > 0) throw new HttpError(422, "There is a problem.", errors);
}

function note(unit: VoiceUnitOfWork, id: number, description: string): Promise<void> {
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    ...{ action: "Call list changed", subject: "call list", subject_id: String(id) },
    description,
  });
}
