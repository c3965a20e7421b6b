import { z } from "zod";
import { listed, url } from "../kit/environment";
import type { SettingsOf } from "../kit/module";

export const socialSettings = {
  /** The chat networks' own addresses. */
  TELEGRAM_URL: url.default("https://api.telegram.org"),
  GRAPH_URL: url.default("https://graph.facebook.com"),
  /** Closed addresses that the mail hosts of chat channels may have after all: addresses or blocks like 10.0.0.0/8. */
  MAIL_HOSTS_ALLOWED: z.string().default("").transform(listed),
};
export type SocialSettings = SettingsOf<typeof socialSettings>;
