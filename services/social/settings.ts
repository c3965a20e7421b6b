import { z } from "zod";
import { url } from "../kit/environment";
import type { SettingsOf } from "../kit/module";

export const socialSettings = {
  /** The chat networks' own addresses. */
  TELEGRAM_URL: url.default("https://api.telegram.org"),
  GRAPH_URL: url.default("https://graph.facebook.com"),
  X_URL: url.default("https://api.x.com"),
  /** Where the reviews of the Play Store are, and where Google gives access to them. */
  PLAY_URL: url.default("https://androidpublisher.googleapis.com"),
  GOOGLE_TOKEN_URL: url.default("https://oauth2.googleapis.com/token"),
  /** Between two readings of an app's reviews: Google allows 200 an hour. */
  PLAY_POLL_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
};
export type SocialSettings = SettingsOf<typeof socialSettings>;
