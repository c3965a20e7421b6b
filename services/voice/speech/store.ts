import { sql } from "kysely";
import { z } from "zod";
import { speechLimits } from "../../../rules/speech";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { SpeechChoice } from "../contract.speech";
import { insertSound } from "../flows/used-sounds";
import type { VoiceUnitOfWork } from "../workspace/context";
import { noteSound } from "./activity";

/** The job that removes the file of a sound that no one saved, or that another one replaced: `{ account, file_id }`. */
export const forgetSpeechTask = "voice.forget-speech";

/** Hours for which such a file is kept: a call that plays it now is over by then. */
const keptHours = 24;

const SpokenRow = z.object({
  id: z.string(),
  words: z.string(),
  voice: z.string(),
  seconds: z.number(),
  file_id: z.string().nullable(),
  sound_id: z.number().nullable(),
});
export type SpokenRow = z.infer<typeof SpokenRow>;

const columns = sql.raw("id, words, voice, seconds, file_id, sound_id");

export function findSpokenText(trx: Trx, account: string, id: string): Promise<SpokenRow | undefined> {
  return checkedRow(
    trx,
    SpokenRow,
    sql`select ${columns} from voice.spoken_texts
      where customer_account = ${account} and id = ${id} and file_id is not null`,
  );
}

type Words = Pick<SpeechChoice, "words" | "voice">;

/** The sound of these words that no one has saved until now. */
export function findUnsaved(
  trx: Trx,
  { account, now }: Pick<VoiceUnitOfWork, "account" | "now">,
  { words, voice }: Words,
) {
  return checkedRow(
    trx,
    SpokenRow,
    sql`select ${columns} from voice.spoken_texts
      where customer_account = ${account} and words = ${words} and voice = ${voice} and sound_id is null
        and file_id is not null and made_at > ${now}::timestamptz - ${keptHours - 1} * interval '1 hour'
      order by made_at desc limit 1`,
  );
}

const SpokenCounts = z.object({ hour: z.number(), day: z.number() });

const TextIdRow = z.object({ id: z.string() });

/** Writes that a text is to be spoken, before the provider is asked. @throws HttpError 429 over the account's limits */
export async function reserveSpeech(
  { trx, account, now, by }: VoiceUnitOfWork,
  { words, voice }: Words,
): Promise<string> {
  await sql`select from voice.settings where customer_account = ${account} for update`.execute(trx);
  await sql`delete from voice.spoken_texts where customer_account = ${account} and file_id is null
    and made_at < ${now}::timestamptz - interval '1 day'`.execute(trx);
  const made = await checkedRow(
    trx,
    SpokenCounts,
    sql`select count(*) filter (where made_at > ${now}::timestamptz - interval '1 hour')::int as hour,
        count(*)::int as day
      from voice.spoken_texts
      where customer_account = ${account} and made_at > ${now}::timestamptz - interval '1 day'`,
  );
  const { perHour, perDay } = speechLimits;
  if ((made?.hour ?? 0) >= perHour) throw tooMany(perHour, "an hour");
  if ((made?.day ?? 0) >= perDay) throw tooMany(perDay, "a day");
  const reserved = await checkedRow(
    trx,
    TextIdRow,
    sql`insert into voice.spoken_texts (customer_account, words, voice, made_by, made_at)
      values (${account}, ${words}, ${voice}, ${by.name}, ${now}) returning id`,
  );
  if (!reserved) throw new Error("the text was not written");
  return reserved.id;
}

function tooMany(most: number, time: string): HttpError {
  return new HttpError(429, `At most ${most} texts are made into sounds in ${time}. Try again later.`);
}

/** The file of a text that was spoken; it goes after a day unless it is saved. */
export async function keepSpeech(
  { trx, account, now }: VoiceUnitOfWork,
  id: string,
  { fileId, seconds }: { fileId: string; seconds: number },
): Promise<void> {
  await sql`update voice.spoken_texts set file_id = ${fileId}, seconds = ${seconds}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await forgetLater({ trx, account, now }, fileId);
}

/** Has a file removed after a day that no sound has then. */
export async function forgetLater(
  { trx, account, now }: Pick<VoiceUnitOfWork, "trx" | "account" | "now">,
  file: string,
) {
  const at = new Date(now.getTime() + keptHours * 3_600_000);
  await sendLater(trx, forgetSpeechTask, { account, file_id: file }, { at });
}

/**
 * The sound that was made of these words, and no one else changes it until the transaction ends.
 * @throws HttpError 422 where it was made of other words, or is gone
 */
export async function lockSpeech(
  { trx, account }: VoiceUnitOfWork,
  { speech_id, words, voice }: { speech_id: string; words: string; voice: string },
): Promise<SpokenRow & { file_id: string }> {
  await sql`select from voice.spoken_texts
    where customer_account = ${account} and id = ${speech_id} for update`.execute(trx);
  const found = await findSpokenText(trx, account, speech_id);
  const { file_id } = found ?? {};
  if (!found || !file_id) throw wrongWords("The sound is no longer kept. Make it again.");
  if (found.words !== words || found.voice !== voice)
    throw wrongWords("The text or the voice was changed. Make the sound again, and listen to it.");
  return { ...found, file_id };
}

/** Saves a sound that was made of a text. The same one again is saved once. @throws HttpError 422 */
export async function saveSpeech(unit: VoiceUnitOfWork, name: string, choice: SpeechChoice): Promise<number> {
  const { trx, account } = unit;
  const found = await lockSpeech(unit, choice);
  if (found.sound_id !== null) return found.sound_id;
  const { words, voice, file_id } = found;
  const id = await insertSound(unit, { name, words, voice, file_id });
  await sql`update voice.spoken_texts set sound_id = ${id}
    where customer_account = ${account} and id = ${found.id}`.execute(trx);
  await noteSound(unit, "Sound made from a text", `${unit.by.name} made the sound ${name} from a text`, id);
  return id;
}

function wrongWords(message: string): HttpError {
  return new HttpError(422, message, { words: [message] });
}
