import type { z } from "zod";
import { speechVoiceIds } from "../../../rules/speech";
import type { SpokenText } from "../../../services/voice/contract.speech";
import type { ShownNotice } from "../../kit/refused-post";
import { typedText } from "../../kit/typed-fields";
import type { RefusalReason } from "../../shell/post.server";

/** What a form has about a text that is spoken; `speech_id` is the sound that was made of it. */
export const speechShape = {
  words: typedText,
  voice: typedText.transform((id) => speechVoiceIds.find((one) => one === id) ?? speechVoiceIds[0]),
  speech_id: typedText,
};
export type TypedSpeech = { [Field in keyof typeof speechShape]: z.output<(typeof speechShape)[Field]> };

export const madeNotice = {
  level: "success",
  title: "Sound made",
  message: "Listen to it before you save.",
} as const satisfies ShownNotice;

const either = "Choose a sound, or write a text that is spoken: not both.";

/** Said at a field of sounds where one is chosen although a text is written too. */
export function twoSounds(field: string): RefusalReason {
  return { status: 422, message: either, errors: { [field]: [either] } };
}

/** The sound that an action made or found again, in whatever it answered. */
export function madeIn(last: object | undefined): SpokenText | undefined {
  return last && "made" in last ? (last.made as SpokenText | undefined) : undefined;
}

/** Errors of a service at the fields of the form, whatever part of its input they are in. */
export function speechErrors(errors: Record<string, string[]> = {}): Record<string, string[]> {
  const shown: Record<string, string[]> = {};
  for (const [name, words] of Object.entries(errors)) {
    const field = name.replace(/^speech\./, "").replace("speech_id", "words");
    shown[field] = [...(shown[field] ?? []), ...words];
  }
  return shown;
}
