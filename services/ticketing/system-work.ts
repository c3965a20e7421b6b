import { brand } from "../../rules/brand";
import type { Database } from "../kit/database";
import { wakeRules } from "./automations/run";
import { changeTickets, type UnitOfWork } from "./workspace/unit-of-work";

const system = { id: null, name: brand.name, kind: "system" } as const;

/**
 * What the product does by itself in an account, such as the sweep and the delivery of answers, in one transaction.
 * @param site our own address, for links in mails; empty where none is set
 */
export function changeAsSystem<T>(
  db: Database["db"],
  { account, site, now = new Date() }: { account: string; site: string; now?: Date },
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  return changeTickets(db, { account, now, site, by: system, wake: wakeRules }, work);
}
