import { z } from "zod";
import { url } from "../kit/environment";
import type { SettingsOf } from "../kit/module";

export const uploadsSettings = {
  FILES_S3_URL: url.optional(),
  FILES_S3_BUCKET: z.string().optional(),
  FILES_S3_REGION: z.string().default("us-east-1"),
  FILES_S3_KEY: z.string().optional(),
  FILES_S3_SECRET: z.string().optional(),
};
export type UploadsSettings = SettingsOf<typeof uploadsSettings>;
