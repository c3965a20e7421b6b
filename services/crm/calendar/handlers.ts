import { type RecordKind, recordKinds } from "../../../rules/crm";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { missing } from "../../kit/principal";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { calendarCalls } from "../contract.calendar";
import { recordNeeds } from "../contract.records";
import { type CrmDeps, currentTime } from "../deps";
import type { GuestLimits } from "../links/limits";
import {
  dropSecretLink,
  findSecretLink,
  findSecretLinkState,
  keepSecretLink,
  newSecretToken,
  noteRead,
} from "../links/store";
import { recordActor } from "../records/actor";
import { listFeedEntries } from "./store";

/** For so many days that are over a feed still has its entries. */
const feedDays = 90;

/** The calls of a person's calendar feed. */
export function calendarHandlers(
  { db }: Database,
  deps: CrmDeps,
  limits: GuestLimits,
): Pick<Handlers<typeof crm.calls>, keyof typeof calendarCalls> {
  /** @throws HttpError 403 for a service, which has no calendar */
  function ownId(caller: CallContext): string {
    const { id } = recordActor(caller);
    if (id === null) throw new HttpError(403, "Only a person has a calendar.");
    return id;
  }

  return {
    async calendarFeed(_, caller) {
      const user = ownId(caller);
      const found = await readAccount(db, caller.account, (trx) =>
        findSecretLinkState(trx, caller.account, "calendar", user),
      );
      const body = {
        on: found !== undefined,
        created_at: found?.created_at.toISOString() ?? null,
        read_at: found?.read_at?.toISOString() ?? null,
      };
      return { status: 200, body };
    },

    async renewCalendarFeed(_, caller) {
      const { account } = caller;
      const user = ownId(caller);
      const token = newSecretToken();
      await inAccount(db, account, async (trx) => {
        await keepSecretLink(trx, account, "calendar", user, token);
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Calendar address made", subject: "calendar", subject_id: user },
          description: "A secret address for their appointments and tasks was made.",
        });
      });
      return { status: 201, body: { token } };
    },

    async stopCalendarFeed(_, caller) {
      const { account } = caller;
      const user = ownId(caller);
      await inAccount(db, account, async (trx) => {
        if (!(await dropSecretLink(trx, account, "calendar", user))) return;
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Calendar address ended", subject: "calendar", subject_id: user },
          description: "The secret address of their appointments and tasks was ended.",
        });
      });
      return { status: 201, body: { status: 201, message: "The address does not work any more." } };
    },

    async calendarEntries({ params: { token } }, { address }) {
      const found = await findSecretLink(db, "calendar", token);
      if (!found) throw limits.unknown(address);
      limits.takeRead(token);
      const { account, subject: user } = found;
      const access = await findAccess(deps, account, user);
      if (!access || access.kinds.length === 0) throw limits.unknown(address);
      const since = new Date(currentTime(deps).getTime() - feedDays * 86_400_000);
      const entries = await readAccount(db, account, (trx) =>
        listFeedEntries(trx, account, { user, kinds: access.kinds, since }),
      );
      await noteRead(db, token);
      return { status: 200, body: { account, owner: access.name, entries } };
    },
  };
}

/** What a person may see of the CRM at this moment; undefined for who cannot sign in. @throws HttpError 503 */
async function findAccess(
  deps: CrmDeps,
  account: string,
  id: string,
): Promise<{ name: string; kinds: RecordKind[] } | undefined> {
  const answer = await deps.clientsOfAccount(account).identity.personAccess({ params: { id } });
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw new HttpError(503, "This can't be read right now. Try again in a moment.");
  const { name, ...held } = answer.body;
  return { name, kinds: recordKinds.filter((kind) => missing(held, recordNeeds[kind]) === undefined) };
}
