import { randomBytes, randomUUID } from "node:crypto";
import { isLoopback } from "../services/kit/address";
import { fetchOutside, type OutsidePolicy } from "../services/kit/outside";
import type { SandboxFcm } from "./fcm";

const toProduct: OutsidePolicy = { seconds: 15, allow: isLoopback };
/** A stream stays open while the chat is on the screen. */
const onStream: OutsidePolicy = { seconds: 3_600, allow: isLoopback };

/** A phone with an app of an account on it, as its owner holds it. */
export type MobilePhone = {
  id: string;
  owner: string;
  key: string;
  /** Of the session at the product; empty: the app could not begin one. */
  token: string;
  pushToken: string;
  /** The chat is on the screen: its stream is open. */
  stream: AbortController | undefined;
  /** What the product answered to the last thing that was done, where it refused. */
  fault: string;
};
export type PhoneMessage = { id: number; mine: boolean; by: string; text: string; file: { name: string } | null };

/** The phones of app users. They speak to the product as apps do: over HTTP, with a key, without an origin. */
export function mobilePhones(fcm: SandboxFcm) {
  const phones = new Map<string, MobilePhone>();

  async function call(from: string, phone: MobilePhone, path: string, body?: object) {
    const headers: Record<string, string> = {
      ...(phone.token ? { authorization: `Bearer ${phone.token}` } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    };
    const sent = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetchOutside(`${from}/webchat/v1${path}`, sent, toProduct);
    const said = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    phone.fault = answer.ok ? "" : String(said.message ?? `The product answered ${answer.status}.`);
    return said;
  }

  function close(phone: MobilePhone): void {
    phone.stream?.abort();
    phone.stream = undefined;
  }

  return {
    all: () => [...phones.values()].reverse(),
    find: (id: string) => phones.get(id),
    /** Installs the app and begins a session; the form before the chat gets the owner's name and consent. */
    async install(from: string, key: string, owner: string): Promise<void> {
      const phone: MobilePhone = {
        ...{ id: randomUUID(), owner, key, token: "", pushToken: fcm.register() },
        ...{ stream: undefined, fault: "" },
      };
      phones.set(phone.id, phone);
      const begun = await call(from, phone, "/session", { application: key, language: "en" });
      if (typeof begun.token !== "string") return;
      phone.token = begun.token;
      await call(from, phone, "/push-token", { token: phone.pushToken });
      const app = await call(from, phone, `/app?a=${key}`);
      const consents = Object.values((app.consent ?? {}) as Record<string, string>).some(Boolean);
      if (consents || (Array.isArray(app.prechat) && app.prechat.length > 0))
        await call(from, phone, "/prechat", { answers: { name: owner }, consent: consents });
    },
    async write(from: string, phone: MobilePhone, text: string): Promise<void> {
      await call(from, phone, "/messages", { request_id: randomBytes(16).toString("hex"), text });
    },
    /** Brings the chat to the screen: its stream is open, and what came is seen. */
    async open(from: string, phone: MobilePhone): Promise<void> {
      close(phone);
      const stream = new AbortController();
      const headers = { authorization: `Bearer ${phone.token}` };
      const answer = await fetchOutside(`${from}/webchat/v1/events`, { headers, signal: stream.signal }, onStream);
      if (!answer.ok) {
        phone.fault = `The stream was refused: ${answer.status}.`;
        return;
      }
      phone.stream = stream;
      // What comes is read on the page; here it only has to be taken off the wire.
      answer.body?.pipeTo(new WritableStream()).catch(() => undefined);
      fcm.clear(phone.pushToken);
    },
    close,
    /** Removes the app: Firebase knows its token no more. */
    uninstall(phone: MobilePhone): void {
      close(phone);
      fcm.unregister(phone.pushToken);
      phones.delete(phone.id);
    },
    /** What the chat shows; on the screen it is read. */
    async thread(from: string, phone: MobilePhone): Promise<PhoneMessage[]> {
      if (!phone.token) return [];
      const { messages = [] } = (await call(from, phone, "/thread")) as { messages?: PhoneMessage[] };
      const newest = messages.at(-1)?.id;
      if (phone.stream && newest) await call(from, phone, "/read", { upto: newest });
      return messages;
    },
    stop(): void {
      for (const phone of phones.values()) close(phone);
    },
  };
}
export type MobilePhones = ReturnType<typeof mobilePhones>;
