import { randomBytes } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import type { StoreSession } from "../../rules/chat-store";
import type { Subscriber } from "../../rules/live";
import { type CallerHeaders, remote } from "../../services/kit/client";
import type { Contract } from "../../services/kit/contract";
import { readSettings, urlSetting } from "../../services/kit/environment";
import type { ServiceClients } from "../../services/modules";

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
  /** The text of a style sheet or a picture of the build, by its address. */
  assetText?(href: string): string | undefined;
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
export function requestContext(context: AppLoadContext): FromServer {
  if (context.clientsFor && context.settings) return context as FromServer;
  alone ??= pagesAlone();
  context.requestId ??= randomBytes(24).toString("base64url");
  return { ...alone, requestId: context.requestId, address: "", nonce: "" };
}

/** The contract of every service, found by its file: these pages run without the services' own list. */
function allContracts(): Contract[] {
  const files = import.meta.glob<Record<string, unknown>>(
    ["../../services/*/contract.ts", "!../../services/kit/contract.ts"],
    { eager: true },
  );
  return Object.entries(files).map(([file, exported]) => exported[file.split("/").at(-2) ?? ""] as Contract);
}

function pagesAlone() {
  const contracts = allContracts();
  const settings = readSettings(contracts.map((contract) => ({ contract, settings: {} })));
  const { SESSION_SECRET, PUBLIC_URL, CLIENT_ID } = settings;
  const bases = Object.fromEntries(contracts.map(({ service }) => [service, settings[urlSetting(service)]]));
  if (!SESSION_SECRET || Object.values(bases).includes(undefined)) {
    const needed = [...Object.keys(bases).map(urlSetting), "SESSION_SECRET"];
    throw new Error(`The pages alone need ${needed.slice(0, -1).join(", ")} and ${needed.at(-1)}.`);
  }
  return {
    clientsFor: (caller: CallerHeaders) =>
      Object.fromEntries(
        contracts.map((contract) => [contract.service, remote(contract, String(bases[contract.service]), caller)]),
      ) as unknown as ServiceClients,
    ...(PUBLIC_URL ? { origin: new URL(PUBLIC_URL).origin } : {}),
    settings: {
      sessionSecret: SESSION_SECRET,
      secure: PUBLIC_URL?.startsWith("https:") ?? false,
      clientId: CLIENT_ID,
      demo: false,
    },
  };
}
