import { sql } from "kysely";
import { z } from "zod";
import { readAccount } from "../../kit/database";
import type { Tasks } from "../../kit/jobs";
import { checkedRow } from "../../kit/row-schema";
import { reporterTask, tellReporter } from "../notices/reporter";
import { smsState } from "./by-sms";
import { asSystem, deliver, settleDelivery } from "./deliver";
import { lookLater, smsTask } from "./look";
import type { DeliveryDeps } from "./parcel";
import { deliverTask } from "./queue";

const RefRow = z.object({ ref: z.string() });

/** The queued jobs of answers; each may run twice. */
export function answerTasks(deps: DeliveryDeps): Tasks {
  return {
    [deliverTask]: ({ account, comment }) => deliver(deps, String(account), Number(comment)),

    [reporterTask]: ({ account, ticket, comment, version }) =>
      tellReporter(deps, String(account), Number(ticket), {
        ...(comment === undefined ? {} : { comment: Number(comment) }),
        ...(version === undefined ? {} : { version: Number(version) }),
      }),

    async [smsTask](payload) {
      const [account, comment, round, look] = [
        String(payload.account),
        ...[payload.comment, payload.round, payload.look].map(Number),
      ] as [string, number, number, number];
      const found = await readAccount(deps.database.db, account, (trx) =>
        checkedRow(
          trx,
          RefRow,
          sql`
          select ref from ticketing.deliveries where customer_account = ${account} and comment_id = ${comment}
            and round = ${round} and channel = 'sms' and state = 'sent'`,
        ),
      );
      if (!found) return;
      const now = await smsState(deps, account, Number(found.ref));
      await asSystem(deps, account, (unit) =>
        now
          ? settleDelivery(unit, comment, now.state, now.reason)
          : lookLater(unit.trx, account, comment, round, look + 1),
      );
    },
  };
}
