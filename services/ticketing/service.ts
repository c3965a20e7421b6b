import type { Database } from "../kit/database";
import { finishedHandlers } from "../kit/finished";
import { type IntervalLoop, startInterval } from "../kit/interval";
import type { Tasks } from "../kit/jobs";
import type { OutsidePolicy } from "../kit/outside";
import { type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { automationHandlers } from "./automations/handlers";
import { callWebhook, webhookTask } from "./automations/webhook";
import { moveHandlers } from "./board/handlers";
import { recountOpen } from "./clocks/recount";
import { recountTask } from "./clocks/recount-later";
import { ticketingContext } from "./context";
import { ticketing } from "./contract";
import { customerHandlers } from "./customer/handlers";
import type { TicketingDeps } from "./deps";
import { issueHandlers } from "./issues/handlers";
import { answerHandlers } from "./mails/handlers";
import { noticeHandlers } from "./notices/handlers";
import { personHandlers } from "./person/service";
import { figureHandlers } from "./reports/handlers";
import { boardHandlers } from "./settings/board-handlers";
import { groupHandlers } from "./settings/group-handlers";
import { settingHandlers } from "./settings/handlers";
import { hoursHandlers } from "./settings/hours-handlers";
import { listHandlers } from "./settings/list-handlers";
import { slaHandlers } from "./settings/sla-handlers";
import { sweep } from "./sweep";
import { assignmentHandlers } from "./tickets/assignment-handlers";
import { commentHandlers } from "./tickets/comment-handlers";
import { fileHandlers } from "./tickets/file-handlers";
import { listFinished } from "./tickets/finished";
import { ticketHandlers } from "./tickets/handlers";
import { itemHandlers } from "./tickets/item-handlers";
import { mergeHandlers } from "./tickets/merge-handlers";
import { relatedHandlers } from "./tickets/related-handlers";

/** The embedded ticketing service: tickets, boards, clocks, rules, notices, reports and the issue drawer. */
export function ticketingService(
  database: Database,
  deps: TicketingDeps,
  options: ServeOptions,
): ServedCalls<typeof ticketing.calls> {
  const service = ticketingContext(database, deps);
  const handlers = {
    ...ticketHandlers(service),
    ...commentHandlers(service),
    ...mergeHandlers(service),
    ...itemHandlers(service),
    ...assignmentHandlers(service),
    ...fileHandlers(service),
    ...relatedHandlers(service),
    ...customerHandlers(service),
    ...finishedHandlers(service.read, listFinished),
    ...moveHandlers(service),
    ...settingHandlers(service),
    ...listHandlers(service),
    ...boardHandlers(service),
    ...groupHandlers(service),
    ...hoursHandlers(service),
    ...slaHandlers(service),
    ...figureHandlers(service),
    ...automationHandlers(service),
    ...noticeHandlers(service),
    ...issueHandlers(service),
    ...answerHandlers(service),
    ...personHandlers(service),
  };
  return serve(ticketing, handlers, options);
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
