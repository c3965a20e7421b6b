import { activityActor } from "../../kit/activities";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import { type BlastDeps, currentTime } from "../blasts/deps";
import type { messaging } from "../contract";
import type { settingsCalls } from "../contract.settings";
import { loadSettings, saveSettings } from "./store";

/** The calls about how an account's messages are sent. */
export function settingsHandlers(
  { db }: Database,
  deps: BlastDeps,
): Pick<Handlers<typeof messaging.calls>, keyof typeof settingsCalls> {
  return {
    async sendingSettings(_, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadSettings(trx, account)) };
    },

    async setSendingSettings({ body }, { account, who, address }) {
      const by = activityActor({ who, address });
      const after = await inAccount(db, account, async (trx) => {
        await saveSettings(trx, account, body, { by, now: currentTime(deps) });
        return loadSettings(trx, account);
      });
      return { status: 200, body: after };
    },
  };
}
