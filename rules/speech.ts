/** Texts that are spoken: how long one may be, and how many of an account are made into sounds. */
export const speechLimits = { characters: 1_000, perHour: 30, perDay: 200 } as const;

/** Azure's voices of Kenya: https://learn.microsoft.com/azure/ai-services/speech-service/language-support?tabs=tts */
export const speechVoices = [
  { id: "en-KE-AsiliaNeural", name: "Asilia", language: "English", locale: "en-KE", who: "a woman" },
  { id: "en-KE-ChilembaNeural", name: "Chilemba", language: "English", locale: "en-KE", who: "a man" },
  { id: "sw-KE-ZuriNeural", name: "Zuri", language: "Swahili", locale: "sw-KE", who: "a woman" },
  { id: "sw-KE-RafikiNeural", name: "Rafiki", language: "Swahili", locale: "sw-KE", who: "a man" },
] as const;
export type SpeechVoice = (typeof speechVoices)[number];

export const speechVoiceIds = speechVoices.map(({ id }) => id) as [SpeechVoice["id"], ...SpeechVoice["id"][]];

/** "English: Asilia, a woman"; a voice that is no longer offered by its name at the provider. */
export function voiceWords(id: string): string {
  const found = speechVoices.find((one) => one.id === id);
  return found ? `${found.language}: ${found.name}, ${found.who}` : id;
}

/** Why a text can't be spoken; undefined when it can. */
export function speechProblem(text: string): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return "Write what is spoken.";
  if (/\{\{.*?\}\}/s.test(text)) return "Everyone hears the same sound: write it without fields such as {{name}}.";
  return undefined;
}
