import type { Database } from "../kit/database";
import { type IntervalLoop, startInterval } from "../kit/interval";
import type { Tasks } from "../kit/jobs";
import type { OutsidePolicy } from "../kit/outside";
import { type Served, type Surroundings, serve } from "../kit/serve";
import { automationHandlers } from "./automations/handlers";
import { callWebhook, webhookTask } from "./automations/webhook";
import { benchOf } from "./bench";
import { moveHandlers } from "./board/handlers";
import { recountOpen } from "./clocks/recount";
import { recountTask } from "./clocks/recount-later";
import { ticketing } from "./contract";
import type { TicketingDeps } from "./deps";
import { issueHandlers } from "./issues/handlers";
import { answerHandlers } from "./mails/handlers";
import { noticeHandlers } from "./notices/handlers";
import { personHandlers } from "./person/service";
import { figureHandlers } from "./reports/handlers";
import { settingHandlers } from "./settings/handlers";
import { slaHandlers } from "./settings/sla-handlers";
import { sweep } from "./sweep";
import { ticketHandlers } from "./tickets/handlers";
import { insideHandlers } from "./tickets/inside-handlers";

/** The embedded ticketing service: tickets, boards, clocks, rules, notices, reports and the issue drawer. */
export function ticketingService(
  database: Database,
  deps: TicketingDeps,
  around: Surroundings,
): Served<typeof ticketing.calls> {
  const bench = benchOf(database, deps);
  const handlers = {
    ...ticketHandlers(bench),
    ...insideHandlers(bench),
    ...moveHandlers(bench),
    ...settingHandlers(bench),
    ...slaHandlers(bench),
    ...figureHandlers(bench),
    ...automationHandlers(bench),
    ...noticeHandlers(bench),
    ...issueHandlers(bench),
    ...answerHandlers(bench),
    ...personHandlers(bench),
  };
  return serve(ticketing, handlers, around);
}

/** The queued jobs of the ticketing service; each may run twice. */
export function ticketingTasks(database: Database, policy?: OutsidePolicy): Tasks {
  return {
    [recountTask]: async ({ account }) => void (await recountOpen(database, String(account))),

    [webhookTask]: (payload) => callWebhook(database, payload, policy),
  };
}

/** Seconds between two sweeps: a broken promise is found well within the minute. */
const sweepSeconds = 20;

/** Sweeps until stopped. Several processes may do so at once. */
export function startTicketing(
  database: Database,
  options: { site?: string; log: { error(fields: object, message: string): void } },
): IntervalLoop {
  return startInterval(() => sweep(database, new Date(), options.site), {
    everyMs: sweepSeconds * 1000,
    onError: (err) => options.log.error({ err }, "sweeping tickets"),
  });
}
