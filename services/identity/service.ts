import { keyPrefix } from "../../rules/api-keys";
import { type Database, preparedReads } from "../kit/database";
import type { Introspect } from "../kit/principal";
import { type ServeOptions, serve } from "../kit/serve";
import type { AccountDeps } from "./accounts/deps";
import { accountHandlers } from "./accounts/service";
import { findKey, keysInUse } from "./api-keys";
import { identity } from "./contract";
import { delegationPrefix, endDelegation, findDelegate } from "./delegations";
import type { IdentityDeps } from "./deps";
import { keyHandlers } from "./keys/service";
import { listHandlers } from "./lists/service";
import { noticeHandlers } from "./notices/service";
import { accessHandlers } from "./people/access";
import { peopleHandlers } from "./people/service";
import type { PrivacyDeps } from "./privacy/keepers";
import { privacyHandlers } from "./privacy/service";
import { type ProfileDeps, profileHandlers } from "./profile/service";
import { sessionsInUse } from "./profile/sessions";
import type { ResellerDeps } from "./reseller/deps";
import { resellerHandlers } from "./reseller/service";
import { tokenHash } from "./sessions";
import { signInHandlers } from "./sign-in";
import { signUpHandlers } from "./signup/service";
import { findPerson } from "./store";
import { webhookHandlers } from "./webhooks/service";

type UpstreamsOf = (
  account: string,
) => ReturnType<ResellerDeps["clientsOfAccount"]> & ReturnType<AccountDeps["clientsOfAccount"]>;

/** The embedded identity service: opaque 256-bit tokens, hashed at rest, ended by deleting their row. */
export function identityService(
  database: Database,
  clientId: string,
  options: ServeOptions,
  given: Omit<IdentityDeps & ProfileDeps & Partial<PrivacyDeps>, "serviceSecret"> & {
    /** The other services, asked for one account: a child of a reseller, or any for the platform. */
    childrenOf?: UpstreamsOf;
  } = {},
) {
  const deps: IdentityDeps & ProfileDeps & Partial<PrivacyDeps> = { ...given, serviceSecret: options.serviceSecret };
  const others: UpstreamsOf = (account) => {
    if (!given.childrenOf) throw new Error("the identity service was set up alone");
    return given.childrenOf(account);
  };
  return serve(
    identity,
    {
      ...signInHandlers(database, clientId, deps),
      ...signUpHandlers(database, deps),
      ...peopleHandlers(database),
      ...accessHandlers(database),
      ...noticeHandlers(database),
      ...listHandlers(database),
      ...keyHandlers(database),
      ...webhookHandlers(database, options.serviceSecret),
      ...profileHandlers(database, deps),
      ...privacyHandlers(database, deps),
      ...resellerHandlers(database, { ...deps, clientsOfAccount: others }),
      ...accountHandlers(database, { clientsOfAccount: others }),
    },
    options,
  );
}

/** How the services of this process learn who is asking. */
export function introspectIn(database: Database): Introspect {
  const reads = preparedReads(database.db);
  const note = sessionsInUse(database.db);
  const noteKey = keysInUse(database.db);
  return async (token, _requestId, agent) => {
    const hash = tokenHash(token);
    if (token.startsWith(delegationPrefix)) {
      const delegate = await findDelegate(reads, hash);
      // What was ended from elsewhere stays ended, and is written where ends are.
      if (!delegate) await endDelegation(database.db, hash);
      return delegate;
    }
    if (token.startsWith(keyPrefix)) {
      const program = await findKey(reads, hash);
      if (program) noteKey(program, agent ?? "");
      return program;
    }
    const person = await findPerson(reads, hash);
    if (person) note(hash, agent ?? "");
    return person;
  };
}
