import { z } from "zod";
import { listed } from "../kit/environment";
import type { SettingsOf } from "../kit/module";

export const identitySettings = {
  /** Closed addresses that web hooks may lead to after all: addresses or blocks like 10.0.0.0/8. */
  WEBHOOK_HOSTS_ALLOWED: z.string().default("").transform(listed),
  OIDC_PROVIDERS: z.string().default("[]").transform(oidcProviders),
  FACEBOOK_APP_ID: z.string().regex(/^\d+$/, "must be the app's number").optional(),
  FACEBOOK_APP_SECRET: z.string().min(16, "is too short").optional(),
};
export type IdentitySettings = SettingsOf<typeof identitySettings>;

const OidcProviders = z.array(
  z.strictObject({
    /** Stands in addresses: /auth/social/<id>/callback. */
    id: z.string().regex(/^(?!facebook$)[a-z][a-z0-9-]{0,30}$/),
    name: z.string().min(1).max(40),
    issuer: z.url({ protocol: /^https$/ }),
    client_id: z.string().min(1),
    client_secret: z.string().min(1),
  }),
);

function oidcProviders(text: string, context: z.RefinementCtx<string>): z.infer<typeof OidcProviders> {
  const wrong = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  try {
    const list = OidcProviders.safeParse(JSON.parse(text));
    if (!list.success) return wrong("must be a JSON list of {id, name, issuer (https), client_id, client_secret}");
    const twice = new Set(list.data.map(({ id }) => id)).size < list.data.length;
    return twice ? wrong("names one id twice") : list.data;
  } catch {
    return wrong("is not JSON");
  }
}
