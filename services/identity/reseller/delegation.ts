import { z } from "zod";
import { delegatedName, delegationNeeds, delegationSeconds } from "../../../rules/delegation";
import { showTime } from "../../../rules/format";
import { recordActivity } from "../../kit/activities";
import { type Database, inAccount } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import type { Handlers } from "../../kit/serve";
import type { identity } from "../contract";
import { delegateId, delegationPrefix, endDelegation, endDelegations } from "../delegations";
import { beginChange } from "../people/member-record";
import { tokenHash } from "../sessions";
import { newSecret } from "../tokens";
import { within } from "../within";
import { accountRow, childRow } from "./relation";

/** Writes the end of what nobody ended, when its hour is over. */
const endTask = "identity.delegation-end";

/** Working in a child account: beginning it and ending it. What may be done meanwhile is in ../delegations.ts. */
export function delegationHandlers({
  db,
}: Database): Pick<Handlers<typeof identity.calls>, "startDelegation" | "stopDelegation"> {
  return {
    async startDelegation({ params: { child } }, context) {
      const { account, who, token, address } = context;
      const session = tokenHash(token);
      // One at a time in a session: whoever is in one account is not in another.
      await inAccount(db, account, (trx) => childRow(trx, account, child));
      await endDelegations(db, session, "They began to work in another account");
      const secret = `${delegationPrefix}${newSecret()}`;
      const expires_at = new Date(Date.now() + delegationSeconds * 1000);
      const name = await inAccount(db, account, async (trx) => {
        const changer = await beginChange(trx, context, delegationNeeds.permission);
        const row = await childRow(trx, account, child);
        const parent = await accountRow(trx, account);
        const token_hash = tokenHash(secret);
        await trx
          .insertInto("identity.delegations")
          .values({
            ...{ token_hash, customer_account: account, user_id: Number(who.id), child_account: child },
            ...{ session_hash: session, address, expires_at },
          })
          .execute();
        const about = { subject: "delegation", subject_id: child } as const;
        const until = (zone: string) => `until ${showTime(expires_at, zone)} at the latest`;
        await recordActivity(trx, account, changer.by, {
          action: "Work in a child account began",
          description: `${row.name} (${child}), ${until(parent.time_zone)}.`,
          ...about,
        });
        const actor = { id: delegateId(account, who.id), name: delegatedName(who.name, parent.name), address };
        await within(trx, account, child, async () => {
          const { time_zone } = await accountRow(trx, child);
          await recordActivity(trx, child, actor, {
            action: "Work for this account began",
            description: `${who.name} of ${parent.name}, ${until(time_zone)}.`,
            ...about,
          });
        });
        await sendLater(trx, endTask, { hash: token_hash.toString("hex") }, { at: expires_at });
        return row.name;
      });
      return {
        status: 201,
        body: {
          ...{ access_token: secret, token_type: "bearer", expires_in: delegationSeconds },
          ...{ child, child_name: name },
        },
      };
    },

    async stopDelegation(_, { token }) {
      if (token.startsWith(delegationPrefix)) await endDelegation(db, tokenHash(token), "They stopped");
      return { status: 200, body: { status: 200, message: "You work in your own account again." } };
    },
  };
}

const End = z.object({ hash: z.string() });

/** The job at the end of the hour; what was ended before is left as it is. */
export function delegationTasks({ db }: Database): Tasks {
  return {
    async [endTask](payload) {
      await endDelegation(db, Buffer.from(End.parse(payload).hash, "hex"));
    },
  };
}
