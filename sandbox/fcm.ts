// Firebase Cloud Messaging over HTTP on loopback, with the tokens of a service account, and the phones that it pushes to.
import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { listenOn } from "./chat-wire";
import { googleAccounts } from "./google-accounts";

/** A notification on a phone. */
export type PhoneNotification = { title: string; body: string; data: Record<string, string>; at: Date };

/** May be changed at any time. */
type FcmBehaviour = {
  /** What a push meets. */
  push: "accept" | "limit" | "fail" | "forbid";
};

export type SandboxFcm = Awaited<ReturnType<typeof startFcm>>;

type SentMessage = {
  token?: string;
  topic?: string;
  notification?: { title?: string; body?: string };
  data?: Record<string, unknown>;
  android?: { notification?: { tag?: string } };
};

const fcmError = "type.googleapis.com/google.firebase.fcm.v1.FcmError";
const badRequest = "type.googleapis.com/google.rpc.BadRequest";
/** Bytes of a message. */
const maxBytes = 4_096;

/** Firebase with one project on loopback; port 0 takes a free one. */
export async function startFcm({ project = "jibu-sandbox-app", port = 0 } = {}) {
  const behaviour: FcmBehaviour = { push: "accept" };
  const counts = { tokens: 0, pushes: 0, checks: 0 };
  const phones = new Map<string, Map<string, PhoneNotification>>();
  let url = "";
  const google = googleAccounts(() => `${url}/token`, {
    ...{ project, client_email: `push@${project}.iam.gserviceaccount.com` },
    scope: "https://www.googleapis.com/auth/firebase.messaging",
  });

  const fault = (
    c: Context,
    code: 400 | 401 | 403 | 404 | 429 | 503,
    status: string,
    message: string,
    details: object[] = [],
  ) => c.json({ error: { code, message, status, ...(details.length > 0 ? { details } : {}) } }, code);
  const wrong = (c: Context, field: string, description: string) =>
    fault(c, 400, "INVALID_ARGUMENT", description, [
      { "@type": fcmError, errorCode: "INVALID_ARGUMENT" },
      { "@type": badRequest, fieldViolations: [{ field, description }] },
    ]);

  const http = new Hono();
  http.post("/token", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const given = google.exchange(form.get("grant_type") ?? "", form.get("assertion") ?? "");
    if (!given) return c.json({ error: "invalid_grant", error_description: "Invalid JWT Signature." }, 400);
    counts.tokens++;
    return c.json(given);
  });
  http.post("/v1/projects/:project/messages:send", async (c) => {
    if (!google.isValid(c.req.header("authorization") ?? ""))
      return fault(c, 401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
    if (c.req.param("project") !== project)
      return fault(c, 403, "PERMISSION_DENIED", "Permission 'cloudmessaging.messages.create' denied.");
    const text = await c.req.text();
    const { message = {}, validate_only = false } = JSON.parse(text) as {
      message?: SentMessage;
      validate_only?: boolean;
    };
    if (behaviour.push === "forbid")
      return fault(
        c,
        403,
        "PERMISSION_DENIED",
        "Firebase Cloud Messaging API has not been used in project 1 before or it is disabled.",
        [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "SERVICE_DISABLED", domain: "googleapis.com" }],
      );
    if (behaviour.push === "limit") {
      c.header("retry-after", "30");
      return fault(c, 429, "RESOURCE_EXHAUSTED", "Quota exceeded.", [
        { "@type": fcmError, errorCode: "QUOTA_EXCEEDED" },
      ]);
    }
    if (behaviour.push === "fail")
      return fault(c, 503, "UNAVAILABLE", "The service is currently unavailable.", [
        { "@type": fcmError, errorCode: "UNAVAILABLE" },
      ]);
    if (text.length > maxBytes) return wrong(c, "message", "Message too big");
    if (Object.values(message.data ?? {}).some((value) => typeof value !== "string"))
      return wrong(c, "message.data[0].value", "Invalid value (TYPE_STRING)");
    if (!message.token && !message.topic) return wrong(c, "message", "Recipient of the message is not set.");
    if (message.token && !/^[\w-]{22}:[\w-]{60,}$/.test(message.token))
      return wrong(c, "message.token", "The registration token is not a valid FCM registration token");
    if (validate_only) {
      counts.checks++;
      return c.json({ name: `projects/${project}/messages/fake_message_id` });
    }
    const phone = phones.get(message.token ?? "");
    if (!phone)
      return fault(c, 404, "NOT_FOUND", "Requested entity was not found.", [
        { "@type": fcmError, errorCode: "UNREGISTERED" },
      ]);
    counts.pushes++;
    const { title = "", body = "" } = message.notification ?? {};
    const shown = { title, body, data: (message.data ?? {}) as Record<string, string>, at: new Date() };
    const tag = message.android?.notification?.tag ?? String(counts.pushes);
    // One with the same tag takes its place, and is the newest.
    phone.delete(tag);
    phone.set(tag, shown);
    return c.json({ name: `projects/${project}/messages/0:${Date.now()}%${randomBytes(8).toString("hex")}` });
  });

  const server = await listenOn(http, port);
  url = server.url;
  return {
    ...{ url, tokenUrl: `${url}/token`, close: server.close, project, key: google.key, behaviour, counts },
    /** Settings of an application that pushes here. */
    settings: { FCM_URL: url, FCM_TOKEN_URL: `${url}/token` },
    /** An app is installed on a phone. @returns its registration token */
    register(): string {
      const token = `${randomBytes(16).toString("base64url")}:APA91b${randomBytes(90).toString("base64url")}`;
      phones.set(token, new Map());
      return token;
    },
    /** The app is removed from the phone. */
    unregister: (token: string) => phones.delete(token),
    /** What a phone shows, the newest first. */
    shown: (token: string): PhoneNotification[] => [...(phones.get(token)?.values() ?? [])].reverse(),
    /** The notifications of a phone are swiped away. */
    clear: (token: string) => phones.get(token)?.clear(),
    revoke: google.revoke,
  };
}
