import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { row } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { voice } from "../contract";
import type { VoiceContext } from "../workspace/context";
import { findFlows, listSounds, type SoundRow, soundsIn } from "./store";

type Sounds = "flowSounds" | "addFlowSound" | "flowSoundLink" | "removeFlowSound";
const mostSounds = 200;

/** The calls about the sounds that callers hear. */
export function soundHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, Sounds> {
  const { read, write, deps } = service;

  return {
    async flowSounds(_, { account }) {
      const data = await read(account, (trx) => listUsedSounds(trx, account));
      return { status: 200, body: { data: data.map(({ file_id: _file, ...sound }) => sound) } };
    },

    async addFlowSound({ body: { name, words, file_id } }, context) {
      const { account, who } = context;
      const attached = await deps.clientsOfAccount(account).uploads.attach({
        body: { ids: [file_id], subject: "voice sound", subject_id: "new", user_id: who.id },
      });
      if (attached.status !== 201) throw wrongFile("This file is not there any more. Choose it again.");
      if (attached.body.files[0]?.purpose !== "sound") throw wrongFile("This file was not sent as a sound.");
      const id = await write(context, async (unit) => {
        const { trx } = unit;
        if ((await listSounds(trx, account)).length >= mostSounds)
          throw new HttpError(422, `An account has at most ${mostSounds} sounds.`);
        const made = await row<{ id: number }>(
          trx,
          sql`insert into voice.flow_sounds (customer_account, name, words, file_id, added_at)
            values (${account}, ${name}, ${words}, ${file_id}, ${unit.now}) returning id`,
        );
        if (!made) throw new Error("the sound was not written");
        return made.id;
      });
      return { status: 201, body: { id } };
    },

    async flowSoundLink({ params: { id } }, { account }) {
      const { file_id, ...sound } = await read(account, (trx) => mustFindSound(trx, account, id));
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
        return file_id;
      });
      await deps.clientsOfAccount(account).uploads.dropFiles({ body: { ids: [file] } });
      return { status: 201, body: { status: 201, message: "Sound removed" } };
    },
  };
}

type UsedSound = SoundRow & { usedBy: string[] };

/** The sounds, with the names of the flows that play them. */
async function listUsedSounds(trx: Trx, account: string): Promise<UsedSound[]> {
  const [sounds, flows] = await Promise.all([listSounds(trx, account), findFlows(trx, account)]);
  return sounds.map((sound) => ({
    ...sound,
    usedBy: flows
      .filter(({ draft, live }) => [...soundsIn(draft), ...soundsIn(live)].includes(sound.id))
      .map(({ name }) => name),
  }));
}

/** @throws HttpError 404 */
async function mustFindSound(trx: Trx, account: string, id: number): Promise<UsedSound> {
  const found = (await listUsedSounds(trx, account)).find((sound) => sound.id === id);
  if (!found) throw new HttpError(404, "There is no such sound.");
  return found;
}

function wrongFile(message: string): HttpError {
  return new HttpError(422, message, { file_id: [message] });
}
