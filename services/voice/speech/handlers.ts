import { sql } from "kysely";
import { speechVoices } from "../../../rules/speech";
import { inAccount } from "../../kit/database";
import { keyedQueue } from "../../kit/keyed-queue";
import { hasRows } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { voice } from "../contract";
import type { SpokenText } from "../contract.speech";
import { mustFindSound } from "../flows/used-sounds";
import { encodeMp3 } from "../recordings/encode";
import type { VoiceContext, VoiceUnitOfWork } from "../workspace/context";
import { noteSound } from "./activity";
import {
  findSpokenText,
  findUnsaved,
  forgetLater,
  keepSpeech,
  lockSpeech,
  reserveSpeech,
  type SpokenRow,
  saveSpeech,
} from "./store";

type Speech = "speech" | "makeSpeech" | "spokenText" | "addSpokenSound" | "changeSpokenSound";

/** Texts that wait at most, of everyone and of one account: each takes a second or two. */
const maxWaiting = { all: 6, account: 3 };
const unset = "Texts can't be made into sounds here: no text to speech is set up. Upload an mp3.";

/** The calls about sounds that are made of a text. */
export function speechHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, Speech> {
  const { read, write, deps, now } = service;
  const makeOne = speechMaker(service);

  async function linked(account: string, { file_id, sound_id: _, ...found }: SpokenRow): Promise<SpokenText> {
    const { uploads } = deps.clientsOfAccount(account);
    const link = await uploads.link({ params: { id: file_id ?? "" }, query: {} });
    if (link.status !== 200) throw new HttpError(link.status, link.body.message);
    return { ...found, url: link.body.url };
  }

  return {
    async speech() {
      return { status: 200, body: { isSet: deps.speaker !== undefined } };
    },

    async makeSpeech({ body }, context) {
      const { account } = context;
      const made = await makeOne(account, async (speak) => {
        const known = await read(account, (trx) => findUnsaved(trx, { account, now: now() }, body));
        if (known) return known;
        const id = await write(context, (unit) => reserveSpeech(unit, body));
        const { fileId, seconds } = await speak(id, body);
        await write(context, (unit) => keepSpeech(unit, id, { fileId, seconds }));
        return { id, ...body, seconds, file_id: fileId, sound_id: null };
      });
      return { status: 201, body: await linked(account, made) };
    },

    async spokenText({ params: { id } }, { account }) {
      const found = await read(account, (trx) => findSpokenText(trx, account, id));
      if (!found) throw new HttpError(404, "This sound is no longer kept.");
      return { status: 200, body: await linked(account, found) };
    },

    async addSpokenSound({ body: { name, ...choice } }, context) {
      const id = await write(context, (unit) => saveSpeech(unit, name, choice));
      return { status: 201, body: { id } };
    },

    async changeSpokenSound({ params: { id }, body: { name, speech_id, ...words } }, context) {
      await write(context, async (unit) => {
        const { trx, account } = unit;
        await sql`select from voice.flow_sounds where customer_account = ${account} and id = ${id} for update`.execute(
          trx,
        );
        const sound = await mustFindSound(trx, account, id);
        if (sound.voice === "") throw new HttpError(409, "It was uploaded. Add another sound in its place.");
        const isSame = sound.words === words.words && sound.voice === words.voice;
        if (!isSame) await replaceSpeech(unit, sound, { ...words, speech_id });
        await sql`update voice.flow_sounds set name = ${name} where customer_account = ${account} and id = ${id}`.execute(
          trx,
        );
        await noteSound(unit, "Sound changed", `${unit.by.name} changed the sound ${name}`, id);
      });
      return { status: 201, body: { status: 201, message: "Sound changed" } };
    },
  };
}

type NewWords = { words: string; voice: SpokenText["voice"] };
type Speak = (id: string, words: NewWords) => Promise<{ fileId: string; seconds: number }>;

/**
 * Has the provider asked for one text at a time: there is one key for everyone.
 * @throws HttpError 422 without a provider, 503 when too many wait
 */
function speechMaker({ deps }: VoiceContext) {
  const inTurn = keyedQueue();
  const waiting: string[] = [];

  async function keep(account: string, id: string, words: NewWords): ReturnType<Speak> {
    const locale = speechVoices.find((one) => one.id === words.voice)?.locale ?? "en-KE";
    const spoken = await deps.speaker?.speak({ text: words.words, voice: words.voice, locale });
    if (spoken?.kind !== "spoken")
      throw new HttpError(spoken?.kind === "later" ? 503 : 422, spoken ? `${spoken.words} Or upload an mp3.` : unset);
    const made = await encodeMp3(spoken.sound);
    if (!made) throw new HttpError(422, "Nothing can be heard of this text.", { words: ["Write what is spoken."] });
    const kept = await deps.clientsOfAccount(account).uploads.keep({
      query: { purpose: "sound", name: "speech.mp3", subject: "voice sound", subject_id: id },
      stream: { body: new Blob([made.bytes]).stream() as ReadableStream<Uint8Array>, type: "audio/mpeg" },
    });
    if (kept.status !== 201) throw new HttpError(503, "The sound can't be kept now. Try again in a moment.");
    return { fileId: kept.body.id, seconds: Math.max(1, Math.round(made.seconds)) };
  }

  return async <T>(account: string, work: (speak: Speak) => Promise<T>): Promise<T> => {
    if (!deps.speaker) throw new HttpError(422, unset);
    const own = waiting.filter((one) => one === account).length;
    if (waiting.length >= maxWaiting.all || own >= maxWaiting.account)
      throw new HttpError(503, "Other texts are being made into sounds. Try again in a moment.");
    waiting.push(account);
    try {
      return await inTurn("speech", () => work((id, words) => keep(account, id, words)));
    } finally {
      waiting.splice(waiting.indexOf(account), 1);
    }
  };
}

type UsedSound = Awaited<ReturnType<typeof mustFindSound>>;

/** @throws HttpError 409, 422 */
async function replaceSpeech(
  unit: VoiceUnitOfWork,
  { id, file_id: before, calling }: UsedSound,
  choice: Parameters<typeof lockSpeech>[1],
): Promise<void> {
  const { trx, account } = unit;
  if (choice.speech_id === "")
    throw new HttpError(422, "Make the sound, and listen to it.", { words: ["Make the sound, and listen to it."] });
  // Some have heard it: the others hear the same.
  if (calling.length > 0) throw new HttpError(409, `It is being played by ${calling.join(", ")}. Add another sound.`);
  const { words, voice, file_id, ...found } = await lockSpeech(unit, choice);
  if (found.sound_id !== null && found.sound_id !== id)
    throw new HttpError(422, "This was saved as another sound. Make it again.", { words: ["Make the sound again."] });
  await sql`update voice.flow_sounds set words = ${words}, voice = ${voice}, file_id = ${file_id}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  // What it was before still counts: texts are limited by the hour and the day.
  await sql`update voice.spoken_texts set sound_id = null, file_id = null
    where customer_account = ${account} and sound_id = ${id} and id <> ${found.id}`.execute(trx);
  await sql`update voice.spoken_texts set sound_id = ${id}
    where customer_account = ${account} and id = ${found.id}`.execute(trx);
  await forgetLater(unit, before);
}

/** Removes a file that no sound has. */
export async function forgetSpeech(service: VoiceContext, payload: Record<string, unknown>): Promise<void> {
  const { account, file_id: file } = payload as { account: string; file_id: string };
  const isFree = await inAccount(service.database.db, account, async (trx) => {
    await sql`select from voice.spoken_texts
      where customer_account = ${account} and file_id = ${file} for update`.execute(trx);
    const found = await hasRows(
      trx,
      sql`select from voice.flow_sounds
      where customer_account = ${account} and file_id = ${file} and deleted_at is null`,
    );
    if (found) return false;
    await sql`delete from voice.spoken_texts where customer_account = ${account} and file_id = ${file}`.execute(trx);
    return true;
  });
  if (!isFree) return;
  const dropped = await service.deps.clientsOfAccount(account).uploads.dropFiles({ body: { ids: [file] } });
  if (dropped.status !== 200) throw new Error(`uploads answered ${dropped.status}: ${dropped.body.message}`);
}
