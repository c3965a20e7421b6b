import type { Client } from "../kit/client";
import { missingSettings } from "../kit/environment";
import { type ServicePlatform, serviceModule } from "../kit/module";
import { openStorage } from "../kit/storage";
import { uploads } from "./contract";
import { fileLoader } from "./load";
import { openFile } from "./open-file";
import { uploadsService, uploadsTasks } from "./service";
import { type UploadsSettings, uploadsSettings } from "./settings";

type Clients = { uploads: Client<typeof uploads.calls> };

/** Stored files. */
export const uploadsModule = serviceModule({
  contract: uploads,
  settings: uploadsSettings,
  settingFaults: (settings) =>
    settings.FILES_S3_BUCKET ? missingSettings(settings, ["FILES_S3_KEY", "FILES_S3_SECRET"]) : [],
  start(platform: ServicePlatform<UploadsSettings, Clients>) {
    const { database, secret, clientsOfAccount, publicUrl } = platform;
    const storage = openStorage(storageOptions(platform.settings, platform.dataDir));
    const open = async (id: string, link: URLSearchParams) => {
      const opened = await openFile({ database, storage, secret }, id, link, async () => undefined);
      return "file" in opened ? opened : undefined;
    };
    return {
      served: uploadsService(database, storage, platform.options),
      tasks: () => uploadsTasks(database, storage),
      tidy: () => storage.tidy(),
      storage,
      loadFile: fileLoader({ clientsOfAccount, publicUrl, open: platform.elsewhere ? undefined : open }),
    };
  },
});

/** A folder of this machine, or the bucket of the settings. */
function storageOptions(settings: UploadsSettings, dataDir: string) {
  const { FILES_S3_URL: url, FILES_S3_BUCKET: bucket, FILES_S3_REGION: region } = settings;
  const { FILES_S3_KEY: key = "", FILES_S3_SECRET: secret = "" } = settings;
  return bucket ? { dataDir, s3: { ...(url ? { url } : {}), bucket, region, key, secret } } : { dataDir };
}
