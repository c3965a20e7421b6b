import { randomBytes } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import type { StoreSession } from "../../rules/chat-store";
import type { Subscriber } from "../../rules/live";
import { billing } from "../../services/billing/contract";
import { chat } from "../../services/chat/contract";
import { identity } from "../../services/identity/contract";
import { type CallerHeaders, type Client, remote } from "../../services/kit/client";
import { type Environment, readEnvironment } from "../../services/kit/environment";
import { messaging } from "../../services/messaging/contract";
import { social } from "../../services/social/contract";
import { ticketing } from "../../services/ticketing/contract";
import { uploads } from "../../services/uploads/contract";
import { webchat } from "../../services/webchat/contract";

/** Every upstream service, as a typed client each. */
export type ServiceClients = {
  identity: Client<typeof identity.calls>;
  billing: Client<typeof billing.calls>;
  messaging: Client<typeof messaging.calls>;
  uploads: Client<typeof uploads.calls>;
  ticketing: Client<typeof ticketing.calls>;
  chat: Client<typeof chat.calls>;
  webchat: Client<typeof webchat.calls>;
  social: Client<typeof social.calls>;
};

export type Settings = {
  sessionSecret: string;
  secure: boolean;
  clientId: string;
  demo: boolean;
  /** Whom the demo's sign-in page offers to sign in as. */
  signInHint?: string;
};

/** What server.ts hands to every request. Pages alone (remix-serve) have none of it and read the environment. */
export type FromServer = {
  clientsFor(caller: CallerHeaders): ServiceClients;
  settings: Settings;
  requestId: string;
  address: string;
  nonce: string;
  /** Our own address as this browser knows it, e.g. https://jibu.example (PUBLIC_URL where it is set). */
  origin?: string;
  /** The browser, in its own words. */
  agent?: string;
  /** Live events, where this process has sockets. */
  live?: {
    /** Up to where this process knows the account's events: data read after this answer contain them. */
    position(account: string): number | undefined;
    /** Waits until this process knows what is committed by now. */
    caughtUp(account: string): Promise<void>;
    /** What opens a socket, for a minute. */
    token(claims: { session: string; user: string; account: string }): string;
    /** What a browser hears chats with, where they are kept in a store of their own; null: the socket tells them. */
    store(person: Subscriber & { customer_account: string }, at: number): Promise<StoreSession | null>;
  };
  /** A fault of ours, for the log. */
  report?(error: unknown): void;
};

declare module "@remix-run/node" {
  interface AppLoadContext extends Partial<FromServer> {}
}

let alone: Omit<FromServer, "requestId" | "address" | "nonce"> | undefined;

/** The context of a request, whichever way the pages are served. */
export function contextOf(context: AppLoadContext): FromServer {
  if (context.clientsFor && context.settings) return context as FromServer;
  alone ??= pagesAlone(readEnvironment());
  context.requestId ??= randomBytes(24).toString("base64url");
  return { ...alone, requestId: context.requestId, address: "", nonce: "" };
}

function pagesAlone(environment: Environment) {
  const {
    IDENTITY_URL,
    BILLING_URL,
    MESSAGING_URL,
    UPLOADS_URL,
    TICKETING_URL,
    CHAT_URL,
    WEBCHAT_URL,
    SOCIAL_URL,
    SESSION_SECRET,
    PUBLIC_URL,
    CLIENT_ID,
  } = environment;
  if (
    !(IDENTITY_URL && BILLING_URL && MESSAGING_URL && UPLOADS_URL && TICKETING_URL && CHAT_URL && WEBCHAT_URL) ||
    !SOCIAL_URL ||
    !SESSION_SECRET
  )
    throw new Error(
      "The pages alone need IDENTITY_URL, BILLING_URL, MESSAGING_URL, UPLOADS_URL, TICKETING_URL, CHAT_URL, WEBCHAT_URL, SOCIAL_URL and SESSION_SECRET.",
    );
  return {
    clientsFor: (caller: CallerHeaders): ServiceClients => ({
      identity: remote(identity, IDENTITY_URL, caller),
      billing: remote(billing, BILLING_URL, caller),
      messaging: remote(messaging, MESSAGING_URL, caller),
      uploads: remote(uploads, UPLOADS_URL, caller),
      ticketing: remote(ticketing, TICKETING_URL, caller),
      chat: remote(chat, CHAT_URL, caller),
      webchat: remote(webchat, WEBCHAT_URL, caller),
      social: remote(social, SOCIAL_URL, caller),
    }),
    ...(PUBLIC_URL ? { origin: new URL(PUBLIC_URL).origin } : {}),
    settings: {
      sessionSecret: SESSION_SECRET,
      secure: PUBLIC_URL?.startsWith("https:") ?? false,
      clientId: CLIENT_ID,
      demo: false,
    },
  };
}
