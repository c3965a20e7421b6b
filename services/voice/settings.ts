import { z } from "zod";
import { listed, url } from "../kit/environment";
import type { SettingsOf } from "../kit/module";

const ariName = z.string().regex(/^[\w-]{1,60}$/, "must be letters, digits, - and _");

export const voiceSettings = {
  /** Where browsers reach the PBX: SIP over a websocket. Without it nobody can call. */
  VOICE_PBX_WSS_URL: z.url({ protocol: /^wss?$/, error: "must be a wss:// address" }).optional(),
  VOICE_STUN_SERVERS: z
    .string()
    .default("")
    .transform(listed)
    .pipe(z.array(z.string().regex(/^(stuns?|turns?):/, "must be like stun:stun.example.com:3478"))),
  /** Asterisk's REST interface, such as http://127.0.0.1:8088/ari. Without it no Asterisk runs call flows. */
  VOICE_ARI_URL: url.optional(),
  VOICE_ARI_USER: z.string().optional(),
  VOICE_ARI_PASSWORD: z.string().optional(),
  /** The Stasis application, and the PJSIP endpoint that leads outside. */
  VOICE_ARI_APP: ariName.default("jibu"),
  VOICE_ARI_TRUNK: ariName.default("trunk"),
  /** The dialplan context that finds out whether a machine answered. Without it answering machines count as persons. */
  VOICE_ARI_AMD_CONTEXT: ariName.optional(),
  /** Azure's text to speech in a region, such as https://southafricanorth.tts.speech.microsoft.com. Without it sounds are uploaded. */
  VOICE_SPEECH_URL: url.optional(),
  VOICE_SPEECH_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, "must be a key of the speech resource")
    .optional(),
};
export type VoiceSettings = SettingsOf<typeof voiceSettings>;
