import type { z } from "zod";
import { problem } from "../../kit/contract";
import { fetchOutside } from "../../kit/outside";
import type { AuthDetails } from "../contract.sign-in";
import type { IdentityDeps } from "../deps";
import { facebook } from "./facebook";
import { oidc } from "./oidc";

/** Who came back from a provider. `email` is what it says, proven or not; empty when it says none. */
export type Identity = { subject: string; email: string; name: string };

/** Where to send the browser, and what it keeps until it comes back (in a short, signed cookie). */
export type Authorisation = { url: string; state: string; nonce: string; verifier: string };

export type Provider = {
  id: string;
  name: string;
  authorise(redirectUri: string): Promise<Authorisation>;
  /** Throws `Declined` when the person said no, anything else when the answer proves nothing. */
  finish(details: z.output<typeof AuthDetails>): Promise<Identity>;
};

/** The person turned back at the provider. */
export class AccessDenied extends Error {}

/** The provider did not answer, or answered that it can't. */
export class ProviderUnavailable extends Error {}

/** Whether a provider's silence is behind an error: the libraries wrap what the network said. */
export function isAway(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof ProviderUnavailable) return true;
  return false;
}

/** What a provider sends back instead of a code (RFC 6749 section 4.1.2.1). */
export function throwRefusal(error: string | null): void {
  if (error === "access_denied") throw new AccessDenied();
  if (error === "server_error" || error === "temporarily_unavailable") throw new ProviderUnavailable(error);
}

/** A request to a provider: no answer, and an answer of 5xx, are the provider's fault and told as such. */
export async function fetchProvider(...given: Parameters<typeof fetchOutside>): Promise<Response> {
  const response = await fetchOutside(...given).catch((cause: unknown) => {
    throw new ProviderUnavailable("no answer", { cause });
  });
  if (response.status < 500) return response;
  await response.body?.cancel();
  throw new ProviderUnavailable(`answered ${response.status}`);
}

/** The configured providers, in the order in which they are drawn. */
export function signInProviders(deps: Pick<IdentityDeps, "providers" | "facebook" | "outside">): Provider[] {
  const policy = deps.outside ?? { allow: () => true };
  return [
    ...(deps.providers ?? []).map((settings) => oidc(settings, policy)),
    ...(deps.facebook ? [facebook(deps.facebook, policy)] : []),
  ];
}

/** What a provider is called; one that is configured no more goes by its id. */
export function providerName(deps: Pick<IdentityDeps, "providers" | "facebook">, id: string): { name: string } {
  if (id === "facebook") return { name: "Facebook" };
  return { name: deps.providers?.find((provider) => provider.id === id)?.name ?? id };
}

export async function startAuthorisation(providers: readonly Provider[], id: string, redirectUri: string) {
  const provider = providers.find((one) => one.id === id);
  if (!provider) return problem(404, "There is no such provider.");
  try {
    return { status: 200 as const, body: await provider.authorise(redirectUri) };
  } catch {
    return problem(503, awayWords(provider.name));
  }
}

/** What is told while a provider is away. */
export function awayWords(name: string): string {
  return `${name} can't be reached right now. Sign in with your password, or try again in a few minutes.`;
}
