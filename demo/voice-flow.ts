import { sql } from "kysely";
import { createMp3Encoder } from "wasm-media-encoders";
import type { CallFlow } from "../rules/voice-flow";
import type { Speaker } from "../services/connectors/azure-speech";
import { inAccount, readAccount } from "../services/kit/database";
import { json } from "../services/kit/rows";
import { row } from "../services/kit/unchecked-rows";
import { encodeMp3 } from "../services/voice/recordings/encode";
import type { VoiceContext } from "../services/voice/workspace/context";

const shop = "100001";
const number = "+254709000300";
/** What callers of the demo's flow would hear: its files are tones. */
const sounds = [
  { name: "Welcome", words: "Welcome to Savanna Traders.", hertz: 440 },
  { name: "Menu", words: "For sales press 1, for a message press 2.", hertz: 550 },
  { name: "Leave a message", words: "Leave a message after the tone.", hertz: 660 },
] as const;

/** What the demo's text to speech speaks. */
const spoken = {
  name: "Payment reminder",
  words: "Habari. Your payment to Savanna Traders is due this week. Asante.",
  voice: "en-KE-AsiliaNeural",
} as const;

/**
 * Gives the demo a number with a call flow, and a message that somebody left, once. Files are kept by the uploads
 * service, which whoever fills the demo's database doesn't ask.
 */
export async function connectFlow({ database, deps }: Pick<VoiceContext, "database" | "deps">): Promise<void> {
  const { db } = database;
  const known = await readAccount(db, shop, (trx) =>
    row(trx, sql`select 1 as one from voice.flows where customer_account = ${shop} limit 1`),
  );
  // The ticketing service would load the holidays of the world to answer which of its calendars are open.
  const calendar = await readAccount(db, shop, (trx) =>
    row<{ id: number }>(
      trx,
      sql`select id from ticketing.calendars where customer_account = ${shop} order by is_default desc limit 1`,
    ),
  );
  if (known || !calendar) return;
  const { uploads } = deps.clientsOfAccount(shop);
  const keep = async (purpose: "sound" | "recording", name: string, sound: Uint8Array<ArrayBuffer>) => {
    const body = new Blob([sound]).stream() as ReadableStream<Uint8Array>;
    const query = { purpose, name: `${name}.mp3`, subject: "voice sound", subject_id: name };
    const kept = await uploads.keep({ query, stream: { body, type: "audio/mpeg" } });
    if (kept.status !== 201) throw new Error(kept.body.message);
    return kept.body;
  };
  const files: { id: string }[] = [];
  for (const { name, hertz } of sounds) files.push(await keep("sound", name, await tone(hertz)));
  const speech = await speak(deps.speaker);
  const reminder = speech && (await keep("sound", spoken.name, speech));
  const message = await keep("recording", "voicemail", await tone(330));
  await inAccount(db, shop, async (trx) => {
    for (const [at, { name, words }] of sounds.entries())
      await sql`insert into voice.flow_sounds (customer_account, name, words, file_id)
        values (${shop}, ${name}, ${words}, ${files[at]?.id}::uuid)`.execute(trx);
    if (reminder)
      await sql`insert into voice.flow_sounds (customer_account, name, words, voice, file_id)
        values (${shop}, ${spoken.name}, ${spoken.words}, ${spoken.voice}, ${reminder.id}::uuid)`.execute(trx);
    const flow = json(receptionFlow(calendar.id));
    const made = await row<{ id: number; number_id: number }>(
      trx,
      sql`with made as (
          insert into voice.flows (customer_account, name, draft, live, live_at, live_by)
          values (${shop}, 'Reception', ${flow}, ${flow}, now(), 'Wanjiru Maina') returning id
        ), numbered as (
          update voice.numbers set flow_id = (select id from made)
          where customer_account = ${shop} and phone_number = ${number} returning id
        )
        select made.id, numbered.id as number_id from made, numbered`,
    );
    const call = await row<{ id: number }>(
      trx,
      sql`insert into voice.flow_calls (customer_account, reference, flow_id, number_id, phone_number, started_at,
          ended_at, last_step, outcome)
        values (${shop}, 'demo-flow-1', ${made?.id}, ${made?.number_id}, '+254733000177', now() - interval '3 hours',
          now() - interval '179 minutes', 'Voicemail', 'voicemail') returning id`,
    );
    await sql`insert into voice.voicemails (customer_account, flow_call_id, phone_number, number_id, file_id, bytes, seconds, at)
      values (${shop}, ${call?.id}, '+254733000177', ${made?.number_id}, ${message.id}::uuid, ${message.bytes}, 3,
        now() - interval '179 minutes')`.execute(trx);
  });
}

/** Opening hours, a welcome, a menu, a queue that goes on to voicemail. */
function receptionFlow(calendar: number): CallFlow {
  return {
    first: 1,
    steps: [
      { id: 1, name: "Opening hours", kind: "hours", calendar, open: 2, closed: 5 },
      { id: 2, name: "Welcome", kind: "greeting", sound: 1, next: 3 },
      {
        ...{ id: 3, name: "Main menu", kind: "menu", sound: 2, keys: { "1": 4, "2": 5 } },
        ...{ keySeconds: 5, repeats: 2, otherwise: 4 },
      },
      {
        ...{ id: 4, name: "Sales queue", kind: "queue", queue: "Sales", agents: [], maxWaitSeconds: 120 },
        ...{ maxWaiting: 20, announce: true, callBackKey: "1", overflow: 5 },
      },
      { id: 5, name: "Voicemail", kind: "voicemail", sound: 3 },
    ],
  };
}

/** The spoken text as an mp3; undefined where nothing speaks it. */
async function speak(speaker: Speaker | undefined): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const made = await speaker?.speak({ text: spoken.words, voice: spoken.voice, locale: "en-KE" });
  return made?.kind === "spoken" ? (await encodeMp3(made.sound))?.bytes : undefined;
}

const sampleRate = 16_000;

/** Three seconds of a tone as an mp3. */
async function tone(hertz: number): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: 32 });
  const samples = Float32Array.from(
    { length: 3 * sampleRate },
    (_, at) => 0.2 * Math.sin((2 * Math.PI * hertz * at) / sampleRate),
  );
  // The encoder writes its next bytes over these.
  const sound = Buffer.from(encoder.encode([samples]));
  return new Uint8Array(Buffer.concat([sound, Buffer.from(encoder.finalize())]));
}
