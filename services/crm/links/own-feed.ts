import { activityActor, recordActivity } from "../../kit/activities";
import type { Needs } from "../../kit/contract";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { missing } from "../../kit/principal";
import { type CallContext, HttpError } from "../../kit/serve";
import type { CrmDeps } from "../deps";
import { recordActor } from "../records/actor";
import { dropSecretLink, findSecretLinkState, keepSecretLink, newSecretToken } from "./store";

/** What a person reads with a program of theirs at an address that is a secret. */
type FeedKind = "calendar" | "sales";

const feeds = {
  calendar: { made: "Calendar address made", ended: "Calendar address ended", of: "their appointments and tasks" },
  sales: { made: "Sales address made", ended: "Sales address ended", of: "the sales" },
} as const;

/** Seeing whether there is an address, getting a new one, and ending it: each person their own. */
export function ownFeed({ db }: Database, kind: FeedKind) {
  const { made, ended, of } = feeds[kind];

  /** @throws HttpError 403 for a service */
  function ownId(caller: CallContext): string {
    const { id } = recordActor(caller);
    if (id === null) throw new HttpError(403, "Only a person has such an address.");
    return id;
  }

  return {
    async state(caller: CallContext) {
      const user = ownId(caller);
      const found = await readAccount(db, caller.account, (trx) =>
        findSecretLinkState(trx, caller.account, kind, user),
      );
      const created_at = found?.created_at.toISOString() ?? null;
      const body = { on: found !== undefined, created_at, read_at: found?.read_at?.toISOString() ?? null };
      return { status: 200 as const, body };
    },

    async renew(caller: CallContext) {
      const { account } = caller;
      const user = ownId(caller);
      const token = newSecretToken();
      await inAccount(db, account, async (trx) => {
        await keepSecretLink(trx, account, kind, user, token);
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: made, subject: "secret address", subject_id: user },
          description: `A secret address for ${of} was made.`,
        });
      });
      return { status: 201 as const, body: { token } };
    },

    async stop(caller: CallContext) {
      const { account } = caller;
      const user = ownId(caller);
      await inAccount(db, account, async (trx) => {
        if (!(await dropSecretLink(trx, account, kind, user))) return;
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: ended, subject: "secret address", subject_id: user },
          description: `The secret address of ${of} was ended.`,
        });
      });
      return { status: 201 as const, body: { status: 201, message: "The address does not work any more." } };
    },
  };
}

/**
 * Which of several things a person may do at this moment; undefined for who cannot sign in, or may do none of them.
 * @throws HttpError 503
 */
export async function findAccess<Name extends string>(
  deps: CrmDeps,
  account: string,
  id: string,
  needs: Readonly<Record<Name, Needs>>,
): Promise<{ name: string; may: Name[] } | undefined> {
  const answer = await deps.clientsOfAccount(account).identity.personAccess({ params: { id } });
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw new HttpError(503, "This can't be read right now. Try again in a moment.");
  const { name, ...held } = answer.body;
  const may = (Object.keys(needs) as Name[]).filter((one) => missing(held, needs[one]) === undefined);
  return may.length > 0 ? { name, may } : undefined;
}
