import type { ServiceClients } from "../../../services/modules";
import type { SpokenText } from "../../../services/voice/contract.speech";
import type { RefusalReason } from "../../shell/post.server";
import type { TypedSpeech } from "./speech-form";

type Voice = Pick<ServiceClients["voice"], "makeSpeech" | "spokenText">;

/** Makes the sound of a text that was typed; else why not, with the sound that was made before. */
export async function makeTypedSpeech(
  voice: Voice,
  { words, voice: spokenBy, speech_id }: TypedSpeech,
): Promise<{ made: SpokenText } | { problem: RefusalReason; made: SpokenText | undefined }> {
  const answer = await voice.makeSpeech({ body: { words, voice: spokenBy } });
  if (answer.status === 201) return { made: answer.body };
  return { problem: answer.body, made: await loadSpeech(voice, speech_id) };
}

/** The sound that an earlier post of the form made; undefined where there was none, or it is no longer kept. */
export async function loadSpeech(voice: Voice, id: string): Promise<SpokenText | undefined> {
  if (id === "") return undefined;
  const answer = await voice.spokenText({ params: { id } });
  return answer.status === 200 ? answer.body : undefined;
}
