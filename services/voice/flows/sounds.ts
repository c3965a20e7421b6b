import { sql } from "kysely";
import { type Handlers, HttpError } from "../../kit/serve";
import type { voice } from "../contract";
import type { VoiceContext } from "../workspace/context";
import { insertSound, listUsedSounds, mustFindSound } from "./used-sounds";

type Sounds = "flowSounds" | "addFlowSound" | "flowSoundLink" | "removeFlowSound";

/** The calls about the sounds that callers hear. */
export function soundHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, Sounds> {
  const { read, write, deps } = service;

  return {
    async flowSounds(_, { account }) {
      const data = await read(account, (trx) => listUsedSounds(trx, account));
      return { status: 200, body: { data: data.map(({ file_id: _file, calling: _calls, ...sound }) => sound) } };
    },

    async addFlowSound({ body: { name, words, file_id } }, context) {
      const { account, who } = context;
      const attached = await deps.clientsOfAccount(account).uploads.attach({
        body: { ids: [file_id], subject: "voice sound", subject_id: "new", user_id: who.id },
      });
      if (attached.status !== 201) throw wrongFile("This file is not there any more. Choose it again.");
      if (attached.body.files[0]?.purpose !== "sound") throw wrongFile("This file was not sent as a sound.");
      const id = await write(context, (unit) => insertSound(unit, { name, words, voice: "", file_id }));
      return { status: 201, body: { id } };
    },

    async flowSoundLink({ params: { id } }, { account }) {
      const { file_id, calling: _, ...sound } = await read(account, (trx) => mustFindSound(trx, account, id));
      const link = await deps.clientsOfAccount(account).uploads.link({ params: { id: file_id }, query: {} });
      if (link.status !== 200) throw new HttpError(link.status, link.body.message);
      return { status: 200, body: { ...sound, url: link.body.url } };
    },

    async removeFlowSound({ params: { id } }, context) {
      const { account } = context;
      const file = await write(context, async (unit) => {
        const { file_id, usedBy } = await mustFindSound(unit.trx, account, id);
        if (usedBy.length > 0) throw new HttpError(409, `It is used by ${usedBy.join(", ")}.`);
        await sql`update voice.flow_sounds set deleted_at = ${unit.now}
          where customer_account = ${account} and id = ${id}`.execute(unit.trx);
        // Its row still counts: texts are limited by the hour and the day.
        await sql`update voice.spoken_texts set sound_id = null, file_id = null
          where customer_account = ${account} and sound_id = ${id}`.execute(unit.trx);
        return file_id;
      });
      await deps.clientsOfAccount(account).uploads.dropFiles({ body: { ids: [file] } });
      return { status: 201, body: { status: 201, message: "Sound removed" } };
    },
  };
}

function wrongFile(message: string): HttpError {
  return new HttpError(422, message, { file_id: [message] });
}
