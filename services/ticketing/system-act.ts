import { brand } from "../../rules/brand";
import type { Trx } from "../kit/database";
import { wakeRules } from "./automations/run";
import { nothingTouched, type UnitOfWork } from "./desk/unit-of-work";

/** What the product does by itself in an account, such as the sweep and the delivery of answers. */
export function systemAct(trx: Trx, account: string, site: string, now = new Date()): UnitOfWork {
  const by = { id: null, name: brand.name, kind: "system" } as const;
  return { trx, account, now, site, by, depth: 0, wake: wakeRules, touched: nothingTouched() };
}
