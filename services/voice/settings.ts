import { z } from "zod";
import { listed } from "../kit/environment";
import type { SettingsOf } from "../kit/module";

export const voiceSettings = {
  /** Where browsers reach the PBX: SIP over a websocket. Without it nobody can call. */
  VOICE_PBX_WSS_URL: z.url({ protocol: /^wss?$/, error: "must be a wss:// address" }).optional(),
  VOICE_STUN_SERVERS: z
    .string()
    .default("")
    .transform(listed)
    .pipe(z.array(z.string().regex(/^(stuns?|turns?):/, "must be like stun:stun.example.com:3478"))),
};
export type VoiceSettings = SettingsOf<typeof voiceSettings>;
