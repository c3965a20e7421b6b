import { sql } from "kysely";
import { z } from "zod";
import { fileLimits } from "../../../rules/files";
import { recordActivity } from "../../kit/activities";
import type { RawBody } from "../../kit/contract";
import { BrokenForm, FormTooBig, type MultipartPart, readParts } from "../../kit/multipart";
import { missing } from "../../kit/principal";
import { checkedRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import { findCall } from "../calls/store";
import type { voice } from "../contract";
import { figuresNeeds } from "../contract.schemas";
import { loadSettings } from "../settings/store";
import { activityActor, tell, type VoiceContext } from "../workspace/context";
import { mp3Bitrate } from "./mp3";

const { maxBytes } = fileLimits.recording;
/** Seconds for which a link to a recording is good. */
const linkSeconds = 3_600;

const RecordingRow = z.object({ file_id: z.string(), bytes: z.number(), seconds: z.number() });

/** The calls about recordings: kept by the uploads service, one for each answered call. */
export function recordingHandlers(
  service: VoiceContext,
): Pick<Handlers<typeof voice.calls>, "saveRecording" | "recording"> {
  const { read, write, deps, now } = service;

  return {
    async saveRecording({ params: { callId }, stream }, context) {
      const { account, who } = context;
      const which = sql`(c.call_id = ${callId} or c.reference = ${callId}) and c.user_id = ${who.id}`;
      const call = await read(account, (trx) => findCall(trx, account, which, { now: now() }));
      if (!call) throw new HttpError(404, "There is no such call.");
      if (!call.answered_at) throw new HttpError(409, "Only answered calls are recorded.");
      if (call.recorded) return saved;
      const { recording } = await read(account, (trx) => loadSettings(trx, account));
      if (recording === "never") throw new HttpError(403, "Your account does not record calls.");
      const bytes = await readRecording(stream, callId);
      const seconds = Math.round((bytes.length * 8) / ((mp3Bitrate(bytes) ?? 32) * 1000));
      const { uploads } = deps.clientsOfAccount(account);
      // The name is ours: what a browser says could be anything.
      const kept = await uploads.keep({
        query: { purpose: "recording", name: `call-${call.id}.mp3`, subject: "call", subject_id: String(call.id) },
        stream: { body: new Blob([bytes]).stream() as ReadableStream<Uint8Array>, type: "audio/mpeg" },
      });
      if (kept.status !== 201) throw new HttpError(kept.status, kept.body.message);
      const fresh = await write(context, async (unit) => {
        const made = await hasRows(
          unit.trx,
          sql`insert into voice.recordings (customer_account, call_id, file_id, bytes, seconds, at)
            values (${account}, ${call.id}, ${kept.body.id}, ${bytes.length}, ${seconds}, ${unit.now})
            on conflict do nothing returning call_id`,
        );
        if (made) tell(unit, "voice.call", { user: call.user_id, id: call.id, status: call.status });
        return made;
      });
      // The same recording came twice at once: the other one stays.
      if (!fresh) await uploads.dropFiles({ body: { ids: [kept.body.id] } });
      return saved;
    },

    async recording({ params: { id } }, context) {
      const { account, who } = context;
      const all = missing(who, figuresNeeds) === undefined;
      const found = await read(account, (trx) =>
        checkedRow(
          trx,
          RecordingRow,
          sql`select r.file_id, r.bytes, r.seconds from voice.recordings r
            join voice.calls c on c.customer_account = r.customer_account and c.id = r.call_id
            where r.customer_account = ${account} and r.call_id = ${id} and (${all} or c.user_id = ${who.id})`,
        ),
      );
      if (!found) throw new HttpError(404, "There is no such recording.");
      const link = await deps.clientsOfAccount(account).uploads.link({
        params: { id: found.file_id },
        query: { seconds: linkSeconds },
      });
      if (link.status !== 200) throw new HttpError(link.status, link.body.message);
      await write(context, (unit) =>
        recordActivity(unit.trx, account, activityActor(unit), {
          ...{ action: "Recording opened", subject: "call", subject_id: String(id) },
          description: `${unit.by.name} opened the recording of a call`,
        }),
      );
      const { bytes, seconds } = found;
      return { status: 201, body: { url: link.body.url, bytes, seconds, expires_at: link.body.expires_at } };
    },
  };
}

const saved = { status: 201 as const, body: { status: 201, message: "Recording saved." } };
const refusal = (status: 413 | 422, message: string) => new HttpError(status, message, { audioRecording: [message] });

/** The mp3 of the form, whole. @throws HttpError 413, 422 */
async function readRecording(stream: RawBody, callId: string): Promise<Uint8Array<ArrayBuffer>> {
  let recording: Uint8Array<ArrayBuffer> | undefined;
  try {
    for await (const part of readParts(stream.body, stream.type, maxBytes + 100_000)) {
      if (part.name === "audioRecording") recording = await readPart(part, maxBytes);
      else if (part.name === "callId" && Buffer.from(await readPart(part, 400)).toString() !== callId)
        throw refusal(422, "The recording is of another call.");
    }
  } catch (error) {
    if (error instanceof FormTooBig) throw refusal(413, "The recording is too long to be kept.");
    if (error instanceof BrokenForm) throw refusal(422, "The recording did not arrive whole. It is sent again.");
    throw error;
  }
  if (!recording || mp3Bitrate(recording) === undefined) throw refusal(422, "A recording must be an mp3.");
  return recording;
}

async function readPart(part: MultipartPart, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of part.bytes()) {
    length += piece.length;
    if (length > most) throw refusal(413, "The recording is too long to be kept.");
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
