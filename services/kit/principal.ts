import { createHmac } from "node:crypto";
import { z } from "zod";
import { isAdmin, withAliases } from "../../rules/access";
import { type KeyScope, keyScopeNames } from "../../rules/api-keys";
import { constantTimeEqual } from "./constant-time";
import type { Call, Needs } from "./contract";

/** For whom somebody works in a child account, and until when. */
const Delegation = z.object({ parent_account: z.string(), parent_name: z.string(), expires_at: z.string() });
export type Delegation = z.infer<typeof Delegation>;

/** Who is asking, as the identity service vouches for it. */
export const Person = z.object({
  kind: z.literal("person"),
  customer_account: z.string(),
  id: z.string(),
  name: z.string(),
  email: z.string(),
  user_group: z.string(),
  roles: z.array(z.object({ name: z.string() })),
  permissions: z.array(z.string()),
  products: z.array(z.string()),
  billing_customer_id: z.string(),
  /** Of the platform's own account. */
  platform: z.boolean().optional(),
  /** Why the account is suspended, perhaps in no words; null or nothing: it is not. */
  suspended: z.string().nullable().optional(),
  /** A program with a key of the account; what it may do is in its scopes, not in permissions. */
  api_key: z
    .object({ id: z.number(), scopes: z.array(z.enum(keyScopeNames)) })
    .nullable()
    .optional(),
  /** They are of the account's parent and work in this one for a while; nothing: the account is their own. */
  delegation: Delegation.nullable().optional(),
});
export type Person = z.infer<typeof Person>;
/** Another service of ours, acting for one account. */
export type Service = { kind: "service"; customer_account: string };
export type Principal = Person | Service;

/** The id of the person who asks; empty for a service. */
export function actorId(who: Principal): string {
  return who.kind === "person" ? who.id : "";
}

export function isService(who: Principal | undefined): who is Service {
  return who?.kind === "service";
}

/** Turns a bearer token into a person, or nothing when it is unknown, expired or revoked. */
export type Introspect = (token: string, requestId: string, agent?: string) => Promise<Person | undefined>;

/** Milliseconds for which one request is told the same of its person. */
const oneRequest = 1_000;

/** Asks once for all the calls of one request: a page makes five, and each would ask again. The next request asks anew. */
export function oncePerRequest(introspect: Introspect): Introspect {
  const asked = new Map<string, Promise<Person | undefined>>();
  return (token, requestId, agent) => {
    const key = `${requestId} ${token}`;
    const known = asked.get(key);
    if (known !== undefined) return known;
    const answer = introspect(token, requestId, agent);
    asked.set(key, answer);
    setTimeout(() => asked.delete(key), oneRequest).unref();
    answer.catch(() => asked.delete(key));
    return answer;
  };
}

/**
 * Why a person may not, in words, or undefined when they may (R043, R044; an admin passes public entries: Q032).
 * @example missing(person, { permissions: ["Create contacts"], products: ["SMS"] })
 */
export function missing(
  person: Pick<Person, "roles" | "permissions" | "products" | "platform">,
  needs: Needs,
): { permissions?: string[]; products?: string[]; platform?: true } | undefined {
  if (needs.platform && !person.platform) return { platform: true };
  const held = withAliases(person.products);
  if (needs.products?.length && !needs.products.some((name) => held.has(name)))
    return { products: [...needs.products] };
  if (!needs.permissions?.length) return undefined;
  if (isAdmin(person.roles) && !needs.explicit) return undefined;
  return needs.permissions.some((name) => person.permissions.includes(name))
    ? undefined
    : { permissions: [...needs.permissions] };
}

/** What is done for the account changes it; a person's own session, profile and questions to us need no permission. */
export function stopsWhileSuspended({ writes, needs, whileSuspended }: Call): boolean {
  return writes === true && needs !== undefined && !whileSuspended;
}

/** What needs no permission is a person's own, and nobody else's: somebody who works for a parent account has it at home. */
export function closedToDelegates({ needs, delegated }: Call): boolean {
  return !(delegated ?? needs !== undefined);
}

/** A program may make the calls of its scopes, and no other: a call that names none is closed to keys. */
export function isInScope({ scope }: Call, held: readonly KeyScope[]): boolean {
  if (scope === undefined || scope === "any") return scope === "any";
  return [scope].flat().some((one) => held.includes(one));
}

const lifetime = 60;

/** A bearer token for calls between services: account, expiry in seconds, and their HMAC-SHA-256. */
export function serviceToken(secret: string, account: string, now = Date.now()): string {
  const claim = `${account}.${Math.floor(now / 1000) + lifetime}`;
  return `svc.${claim}.${sign(secret, claim)}`;
}

/** The service principal of such a token, or undefined when it is forged or expired. */
export function readServiceToken(secret: string, token: string, now = Date.now()): Service | undefined {
  const [kind, account = "", expiry = "", mac = ""] = token.split(".");
  if (kind !== "svc" || !secret) return undefined;
  if (!constantTimeEqual(mac, sign(secret, `${account}.${expiry}`))) return undefined;
  if (Number(expiry) * 1000 < now) return undefined;
  return { kind: "service", customer_account: account };
}

function sign(secret: string, claim: string): string {
  return createHmac("sha256", secret).update(claim).digest("base64url");
}
