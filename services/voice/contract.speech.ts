import { z } from "zod";
import { speechLimits, speechProblem, speechVoiceIds } from "../../rules/speech";
import { type Call, DoneAnswer, id, type Needs } from "../kit/contract";
import { Count, settingsNeeds, voiceProducts } from "./contract.schemas";

/** Those who write what callers hear: in the settings, or for a robocall. */
const speechNeeds = {
  permissions: ["View voice settings", "View voice outbound dashboard"],
  products: voiceProducts,
} as const satisfies Needs;

const { characters } = speechLimits;
const spoken = {
  words: z
    .string()
    .trim()
    .max(characters, `At most ${characters.toLocaleString("en-GB")} characters.`)
    .superRefine((text, context) => {
      const problem = speechProblem(text);
      if (problem) context.addIssue({ code: "custom", message: problem });
    }),
  voice: z.enum(speechVoiceIds, "Choose a voice."),
};

/** A text with its voice, and the sound that was made of it and listened to. */
export const SpeechChoice = z.strictObject({
  ...spoken,
  speech_id: z.uuid("Press Make the sound, and listen to it."),
});
export type SpeechChoice = z.output<typeof SpeechChoice>;

const SpokenText = z.object({
  id: z.string(),
  words: z.string(),
  voice: z.string(),
  seconds: Count,
  /** A link to its mp3 for people of the account, good for an hour. */
  url: z.string(),
});
export type SpokenText = z.infer<typeof SpokenText>;

const soundName = z.string().trim().min(1, "Enter a name.").max(100, "At most 100 characters.");

/** Sounds that are made of a text, by whatever text to speech the operator has set up. */
export const speechCalls = {
  speech: {
    method: "GET",
    path: "/voice/speech",
    summary: "Whether texts can be made into sounds here",
    needs: speechNeeds,
    answers: { 200: z.object({ isSet: z.boolean() }) },
  },
  makeSpeech: {
    method: "POST",
    path: "/voice/speech",
    summary:
      "Make a sound of a text to listen to; it is kept for a day unless it is saved. The same text again is the same sound",
    needs: speechNeeds,
    writes: true,
    body: z.strictObject(spoken),
    answers: { 201: SpokenText },
  },
  spokenText: {
    method: "GET",
    path: "/voice/speech/{id}",
    summary: "A text that was made into a sound, with a link to listen to it",
    needs: speechNeeds,
    params: z.object({ id: z.uuid() }),
    answers: { 200: SpokenText },
  },
  addSpokenSound: {
    method: "POST",
    path: "/voice/flow-sounds/spoken",
    summary: "Keep a text that was made into a sound as a sound that callers hear",
    needs: settingsNeeds,
    writes: true,
    body: SpeechChoice.extend({ name: soundName }),
    answers: { 201: z.object({ id: Count }) },
  },
  changeSpokenSound: {
    method: "PUT",
    path: "/voice/flow-sounds/{id}",
    summary: "Change the name, the text or the voice of a sound that was made of a text",
    needs: settingsNeeds,
    writes: true,
    params: z.object({ id }),
    /** Without `speech_id` the text and the voice stay as they are. */
    body: SpeechChoice.extend({ name: soundName, speech_id: SpeechChoice.shape.speech_id.or(z.literal("")) }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
