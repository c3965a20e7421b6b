import { dailyLimit } from "../../../rules/whatsapp/numbers";
import { problem } from "../../kit/contract";
import { type Database, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { ConnectedNumber } from "../../social/contract.whatsapp";
import type { whatsapp } from "../contract";
import type { numberCalls, WhatsappNumber } from "../contract.numbers";
import { currentTime, type WhatsappDeps } from "../deps";
import { connectedNumbers } from "./connected";
import { refreshHealth } from "./health";
import { type NumberRow, numberRows, reachedCounts, type UnusableCount, unusableCounts } from "./store";

export function numberHandlers(
  database: Database,
  deps: WhatsappDeps,
): Pick<Handlers<typeof whatsapp.calls>, keyof typeof numberCalls> {
  async function all(account: string): Promise<WhatsappNumber[]> {
    const connected = await connectedNumbers(deps, account);
    const now = currentTime(deps);
    return readAccount(database.db, account, async (trx) => {
      const [known, reached, unusable] = await Promise.all([
        numberRows(trx, account),
        reachedCounts(trx, account, now),
        unusableCounts(trx, account),
      ]);
      return connected.map((one) => {
        const row = known.find(({ channel_id }) => channel_id === one.channel_id);
        const business = row?.business_id || one.business_id;
        return shownNumber(one, row, { reached: reached.get(business) ?? 0, ...(unusable.get(business) ?? allUsable) });
      });
    });
  }

  return {
    async inboxes({ params }, { account }) {
      // Another account's number leads nowhere.
      if (params.account !== account && params.account !== "own") return { status: 200, body: { data: [] } };
      const numbers = await connectedNumbers(deps, account);
      const data = numbers.map(({ channel_id, name, phone_number_id }) => ({
        ...{ id: channel_id, inbox_name: name, number_id: phone_number_id },
      }));
      return { status: 200, body: { data } };
    },

    async numbers(_input, { account }) {
      return { status: 200, body: { data: await all(account) } };
    },

    async refreshNumber({ params }, { account }) {
      const connected = await connectedNumbers(deps, account);
      if (!connected.some(({ channel_id }) => channel_id === params.id)) return problem(404, noNumber);
      await refreshHealth(database, deps, account, params.id);
      const found = (await all(account)).find(({ id }) => id === params.id);
      return found ? { status: 201, body: found } : problem(404, noNumber);
    },
  };
}

export const noNumber = "There is no such WhatsApp number.";

const allUsable: UnusableCount = { paused: 0, disabled: 0 };

function shownNumber(
  one: ConnectedNumber,
  row: NumberRow | undefined,
  { reached, paused, disabled }: { reached: number } & UnusableCount,
): WhatsappNumber {
  const tier = row?.tier ?? "";
  return {
    ...{ id: one.channel_id, inbox_id: one.inbox_id, phone_number_id: one.phone_number_id },
    ...{ name: one.name, shown: one.shown, active: one.active, stopped: one.stopped },
    ...{ verified_name: row?.verified_name ?? "", quality: row?.quality ?? "UNKNOWN", tier },
    ...{ daily_limit: dailyLimit(tier), reached, throughput: row?.throughput ?? "" },
    ...{ status: row?.status ?? "", name_status: row?.name_status ?? "", paused_templates: paused },
    disabled_templates: disabled,
    ...{ told_at: row?.told_at?.toISOString() ?? null, last_webhook_at: one.last_webhook_at },
    ...{ token_until: one.token_until, fault: row?.fault ?? "" },
  };
}
