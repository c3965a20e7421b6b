// Firebase Cloud Messaging, HTTP v1: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages
import { z } from "zod";
import { fetchOutside, OutsideError } from "../kit/outside";
import { policiesFor } from "./policies";
import { knownServiceAccount, ServiceAccount, TokenRefused } from "./service-account";

/** The key file of a service account with the Firebase project that it is of. */
export const FirebaseAccount = ServiceAccount.extend({ project_id: z.string().regex(/^[a-z][a-z0-9:.-]{3,60}$/) });
export type FirebaseAccount = z.infer<typeof FirebaseAccount>;

/** What a phone shows, and what its app gets with it. */
export type PushMessage = {
  title: string;
  body: string;
  data: Record<string, string>;
  /** A later one with the same text takes its place on the phone. */
  group: string;
};

/**
 * What became of it. `gone`: the token is no longer one of this project's. `later`: after so many seconds, where Google
 * says how many. `refused`: what has to be put right first.
 */
export type PushOutcome =
  | { kind: "sent" }
  | { kind: "gone"; words: string }
  | { kind: "later"; seconds: number | undefined; words: string }
  | { kind: "refused"; words: string };

const scope = "https://www.googleapis.com/auth/firebase.messaging";
/** A message that did not reach its phone in a day is old. */
const lives = "86400s";
/** Seconds that Google asks to be left alone after 429, where it names none. */
const afterTooMany = 60;

const Taken = z.object({ name: z.string().min(1) });
const Detail = z.looseObject({
  errorCode: z.string().default(""),
  reason: z.string().default(""),
  fieldViolations: z.array(z.object({ field: z.string().default("") })).default([]),
});
const Problem = z.object({
  error: z.object({
    message: z.string().default(""),
    status: z.string().default(""),
    details: z.array(Detail).default([]),
  }),
});

type FcmSettings = { url: string; tokenUrl: string; account: FirebaseAccount };

/** The messages of a Firebase project. @param given.url Google's, or the sandbox's */
export function fcm({ url, tokenUrl, account }: FcmSettings) {
  const base = url.replace(/\/+$/, "");
  const { calls } = policiesFor(base);
  const identity = knownServiceAccount(account, { tokenUrl, policy: policiesFor(tokenUrl).calls });
  const address = `${base}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`;

  async function post(body: object): Promise<PushOutcome> {
    try {
      const headers = {
        authorization: `Bearer ${await identity.bearer(scope)}`,
        "content-type": "application/json",
      };
      const init = { method: "POST", headers, body: JSON.stringify(body), redirect: "manual" } as const;
      const answer = await fetchOutside(address, init, calls);
      const said: unknown = await answer.json().catch(() => undefined);
      if (answer.status === 200 && Taken.safeParse(said).success) return { kind: "sent" };
      if (answer.status === 401) identity.forget();
      return refusal(answer.status, said, answer.headers);
    } catch (error) {
      if (error instanceof TokenRefused) return tokenRefusal(error);
      if (error instanceof OutsideError)
        return { kind: "later", seconds: undefined, words: "Google can't be reached." };
      throw error;
    }
  }

  return {
    /** Pushes to the phone of a registration token. */
    send: (token: string, message: PushMessage) => post({ message: { token, ...onTheWire(message) } }),
    /** Whether this account may push in its project; no phone hears of it. */
    check: () =>
      post({
        validate_only: true,
        message: { topic: "connection-check", notification: { title: "Check", body: "Check" } },
      }),
  };
}

function onTheWire({ title, body, data, group }: PushMessage) {
  return {
    notification: { title, body },
    data,
    android: { priority: "HIGH", ttl: lives, collapse_key: group, notification: { tag: group } },
    apns: {
      headers: { "apns-priority": "10", "apns-collapse-id": group },
      payload: { aps: { sound: "default" } },
    },
  };
}

function refusal(code: number, said: unknown, headers: Headers): PushOutcome {
  const { message, details } = Problem.safeParse(said).data?.error ?? { message: "", details: [] };
  const has = (name: string) => details.some(({ errorCode, reason }) => errorCode === name || reason === name);
  const given = Number(headers.get("retry-after"));
  const seconds = Number.isFinite(given) && given > 0 ? Math.min(3_600, given) : undefined;
  if (has("UNREGISTERED")) return { kind: "gone", words: "The app is no longer on this phone." };
  if (has("SENDER_ID_MISMATCH"))
    return { kind: "gone", words: "This token is of another Firebase project. Use the project that the app is in." };
  const ofToken = details.some(({ fieldViolations }) => fieldViolations.some(({ field }) => field === "message.token"));
  if (code === 400 && (ofToken || /registration token/i.test(message)))
    return { kind: "gone", words: "This is not a registration token of Firebase." };
  if (code === 429)
    return { kind: "later", seconds: seconds ?? afterTooMany, words: "Google takes no more pushes now." };
  if (code >= 500) return { kind: "later", seconds, words: "Google can't push at the moment." };
  if (has("THIRD_PARTY_AUTH_ERROR"))
    return { kind: "refused", words: "Apple refuses the project's push key. Upload a new APNs key in Firebase." };
  if (code === 401)
    return { kind: "refused", words: "Google no longer accepts this key. Create a new one for the service account." };
  if (code === 403)
    return has("SERVICE_DISABLED") || /has not been used|is disabled/i.test(message)
      ? { kind: "refused", words: "Enable the Firebase Cloud Messaging API (V1) in the Firebase project." }
      : { kind: "refused", words: "This service account may not send messages. Create its key in Firebase." };
  if (code === 404) return { kind: "refused", words: "Google knows no such Firebase project." };
  return { kind: "refused", words: `Google says: ${(message || `status ${code}`).slice(0, 200)}` };
}

function tokenRefusal({ status, error, description }: TokenRefused): PushOutcome {
  if (error === "invalid_key")
    return { kind: "refused", words: "The private key in this JSON can't be used. Download a new key file." };
  if (status === 429 || status >= 500)
    return { kind: "later", seconds: undefined, words: "Google does not hand out access now." };
  const said = (description || error).slice(0, 200);
  return { kind: "refused", words: `Google does not accept this key.${said ? ` Google says: ${said}` : ""}` };
}
