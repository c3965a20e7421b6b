import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { VoiceUnitOfWork } from "../workspace/context";
import { findFlows, listSounds, type SoundRow, soundsIn } from "./store";

const maxSounds = 200;

/** A sound with the names of what plays it, and of the robocalls among them that have begun. */
type UsedSound = SoundRow & { usedBy: string[]; calling: string[] };

const SoundUse = z.object({ sound_id: z.number(), name: z.string(), begun: z.boolean() });
type SoundUse = z.infer<typeof SoundUse>;

/** What plays sounds beside the flows: robocalls that are not over, and lists that are called automatically. */
function listUses(trx: Trx, account: string): Promise<SoundUse[]> {
  return checkedRows(
    trx,
    SoundUse,
    sql`select sound_id, name, state <> 'draft' as begun from voice.robocalls
        where customer_account = ${account} and state in ('draft', 'running', 'paused')
      union all select drop_sound_id, name, false from voice.target_groups
        where customer_account = ${account} and drop_sound_id is not null and deleted_at is null
      order by name limit 1000`,
    { batched: true },
  );
}

/** The sounds, with the names of the flows, robocalls and lists that play them. */
export async function listUsedSounds(trx: Trx, account: string): Promise<UsedSound[]> {
  const [sounds, flows, uses] = await Promise.all([
    listSounds(trx, account),
    findFlows(trx, account),
    listUses(trx, account),
  ]);
  return sounds.map((sound) => {
    const inFlows = flows.filter(({ draft, live }) => [...soundsIn(draft), ...soundsIn(live)].includes(sound.id));
    const others = uses.filter(({ sound_id }) => sound_id === sound.id);
    return {
      ...sound,
      usedBy: [...inFlows, ...others].map(({ name }) => name),
      calling: others.filter(({ begun }) => begun).map(({ name }) => name),
    };
  });
}

/** @throws HttpError 404 */
export async function mustFindSound(trx: Trx, account: string, id: number): Promise<UsedSound> {
  const found = (await listUsedSounds(trx, account)).find((sound) => sound.id === id);
  if (!found) throw new HttpError(404, "There is no such sound.");
  return found;
}

/** @throws HttpError 422 when the account has as many as it may */
export async function insertSound(
  { trx, account, now }: VoiceUnitOfWork,
  { name, words, voice, file_id }: Omit<SoundRow, "id">,
): Promise<number> {
  if ((await listSounds(trx, account)).length >= maxSounds)
    throw new HttpError(422, `An account has at most ${maxSounds} sounds.`);
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into voice.flow_sounds (customer_account, name, words, voice, file_id, added_at)
      values (${account}, ${name}, ${words}, ${voice}, ${file_id}, ${now}) returning id`,
  );
  if (!made) throw new Error("the sound was not written");
  return made.id;
}
