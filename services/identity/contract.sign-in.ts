import { z } from "zod";
import { keyScopeNames } from "../../rules/api-keys";
import { type Call, DoneAnswer } from "../kit/contract";

const Named = z.object({ name: z.string() });

/** The authenticated user (spec 1 §3). `account_name` and `time_zone` are ours, for the frame and the dates. */
const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  profile_url: z.string(),
  customer_account: z.string(),
  account_name: z.string(),
  time_zone: z.string(),
  user_group: z.string(),
  roles: z.array(Named),
  permissions: z.array(Named),
  products: z.array(Named),
  billing_customer_id: z.string(),
  /** Of the platform's own account: the administrators of all accounts. */
  platform: z.boolean(),
  /** The account holds a product, switched on for this person or not. */
  holds_products: z.boolean(),
  /** Why the account is suspended, perhaps in no words; null: it is not. */
  suspended: z.string().nullable(),
  /** For which account they work in this one, and until when; null: it is their own. */
  delegation: z
    .object({ parent_account: z.string(), parent_name: z.string(), expires_at: z.string() })
    .nullable()
    .default(null),
  /** A program with a key of the account, and what it may do; null: a person. */
  api_key: z
    .object({ id: z.number().int(), scopes: z.array(z.enum(keyScopeNames)) })
    .nullable()
    .default(null),
});

/** A session's opaque token; `expires_in` in seconds. */
export const SignInSession = z.object({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  expires_in: z.number().int(),
});
export type SignInSession = z.infer<typeof SignInSession>;

/**
 * Right so far, and something is left to do: the code of the second step (`handle` goes to `secondStep`), or the proof
 * of an e-mail address (`handle` is a sign-up's). `link`: others guess at this password, and whoever knows it reads their
 * mail (no `handle`).
 */
const NextStep = z.object({
  status: z.literal(202),
  message: z.string(),
  next: z.enum(["code", "verify", "link"]),
  handle: z.string(),
});

/** What a browser was given when somebody signed in with it (`rememberBrowser`). */
const BrowserToken = z.string().max(300);

/** What came back from a provider, as the page that was sent back to saw it, with what `startProvider` gave out. */
export const AuthDetails = z.strictObject({
  provider: z.string().max(40),
  url: z.url({ protocol: /^https?$/ }).max(6_000),
  state: z.string().max(200),
  nonce: z.string().max(200),
  verifier: z.string().max(200),
  return_to: z.string().max(2_000).optional(),
});

/**
 * The password grant of spec 1 §7; the e-mail is the username (R027). `auth_details` (JSON of `AuthDetails`) stands in
 * for both after a sign-in at a provider. `browser` is ours: a browser that is known is not kept out by the wrong tries
 * of others.
 */
const PasswordGrant = z
  .strictObject({
    username: z.string().trim().max(254, "This address is too long.").optional(),
    password: z.string().max(1024, "This password is too long.").optional(),
    auth_details: z.string().max(10_000).optional(),
    browser: BrowserToken.optional(),
    grant_type: z.literal("password"),
    client_id: z.string().max(100),
    scope: z.literal("*"),
  })
  .superRefine((grant, context) => {
    if (grant.auth_details) return;
    const need = (path: "username" | "password", message: string) =>
      grant[path] ? undefined : context.addIssue({ code: "custom", path: [path], message });
    need("username", "Enter your email address.");
    need("password", "Enter your password.");
  });

export const signInCalls = {
  token: {
    method: "POST",
    path: "/login/token",
    summary: "Sign in with the password grant",
    public: true,
    form: true,
    writes: true,
    body: PasswordGrant,
    answers: { 200: SignInSession, 202: NextStep },
  },
  signInLink: {
    method: "POST",
    path: "/login/link",
    summary: "Sign in with a mailed link, once",
    public: true,
    writes: true,
    body: z.strictObject({ token: z.string().max(200) }),
    answers: { 200: SignInSession, 202: NextStep },
  },
  rememberBrowser: {
    method: "POST",
    path: "/user/browser",
    summary: "What a browser brings along at its next sign-in, so that it counts as known to this person",
    body: z.strictObject({ browser: BrowserToken.optional() }),
    answers: { 200: z.object({ browser: BrowserToken }) },
  },
  secondStep: {
    method: "POST",
    path: "/login/code",
    summary: "The second step of a sign-in: a code of the authenticator app, or a recovery code",
    public: true,
    writes: true,
    body: z.strictObject({
      handle: z.string().max(200),
      code: z.string({ error: "Enter the code." }).trim().min(1, "Enter the code.").max(40, "This code is too long."),
    }),
    answers: { 200: SignInSession },
  },
  providers: {
    method: "GET",
    path: "/login/providers",
    summary: "Where else one may sign in",
    public: true,
    answers: { 200: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }) },
  },
  startProvider: {
    method: "POST",
    path: "/login/providers/{provider}/start",
    summary: "Where to send the browser, and what to keep until it comes back",
    public: true,
    params: z.object({ provider: z.string().max(40) }),
    body: z.strictObject({ redirect_uri: z.url({ protocol: /^https?$/ }).max(500) }),
    answers: { 200: z.object({ url: z.string(), state: z.string(), nonce: z.string(), verifier: z.string() }) },
  },
  details: {
    delegated: true,
    scope: "any",
    method: "GET",
    path: "/user/details",
    summary: "The signed-in user",
    answers: { 200: z.object({ user: User }) },
  },
  signout: {
    method: "POST",
    path: "/user/signout",
    summary: "End this session",
    writes: true,
    answers: { 200: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
