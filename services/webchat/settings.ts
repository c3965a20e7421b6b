import { z } from "zod";
import { url } from "../kit/environment";
import type { SettingsOf } from "../kit/module";

export const webchatSettings = {
  /** How often one visitor's session may do what in the web chat. */
  WEBCHAT_SESSIONS_PER_HOUR: z.coerce.number().int().min(1).default(5),
  WEBCHAT_CHATS_PER_12_HOURS: z.coerce.number().int().min(1).default(6),
  WEBCHAT_UPDATES_PER_HOUR: z.coerce.number().int().min(1).default(60),
  WEBCHAT_UPLOADS_PER_HOUR: z.coerce.number().int().min(1).default(60),
  WEBCHAT_TRANSCRIPTS_PER_HOUR: z.coerce.number().int().min(1).default(30),
  /** For how many of them one address counts: a mobile network is one address for a town. */
  WEBCHAT_VISITORS_PER_ADDRESS: z.coerce.number().int().min(1).default(200),
  /** Where pushes to phones go, and where Google gives access to them. */
  FCM_URL: url.default("https://fcm.googleapis.com"),
  FCM_TOKEN_URL: url.default("https://oauth2.googleapis.com/token"),
};
export type WebchatSettings = SettingsOf<typeof webchatSettings>;
