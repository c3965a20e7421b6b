import { randomBytes } from "node:crypto";
import type { ShownMessage } from "../../../rules/webchat";
import { call, events, forEach, must } from "./http";

export type Visitor = {
  number: number;
  headers: Record<string, string>;
  contact: number;
  /** Who answers: the id of an agent, once it is known. */
  agent: string;
  /** Told of every message of the stream, each time that it comes; those of snapshots apart. */
  heard: (message: ShownMessage) => void;
  /** Why the stream ended before it was closed. */
  broke: string[];
  close(): void;
};

/** Visitors come as they do through a proxy, each from an address of their own: the door's usual limits are in force. */
function addressOf(number: number): string {
  return `10.${20 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
}

/** Sessions, filled-in forms and streams, all through the visitors' door. */
export async function makeVisitors(url: string, key: string, count: number): Promise<Visitor[]> {
  const endpoint = `${url}/webchat/v1`;
  const visitors: Visitor[] = [];
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  await forEach(numbers, 6, async (number) => {
    const from = { "x-forwarded-for": addressOf(number), origin: url };
    const session = await must(`${endpoint}/session`, { method: "POST", headers: from, body: { application: key } });
    const headers = { ...from, authorization: `Bearer ${String(session.token)}` };
    const answers = {
      name: `Visitor ${number}`,
      email: `visitor-${number}@mail.test`,
      phone: "0712000193",
      consent: "yes",
    };
    const snapshot = await must(`${endpoint}/prechat`, { method: "POST", headers, body: { answers } });
    const { contact_id } = snapshot.standing as { contact_id: number };
    const visitor: Visitor = {
      ...{ number, headers, contact: contact_id, agent: "", broke: [] },
      heard: () => undefined,
      close: () => undefined,
    };
    await follow(endpoint, visitor);
    visitors.push(visitor);
  });
  return visitors;
}

/** Opens the visitor's stream; done when it has said where things stand. */
function follow(endpoint: string, visitor: Visitor): Promise<void> {
  return new Promise((resolve, reject) => {
    let closed = false;
    const shut = events(`${endpoint}/events`, visitor.headers, {
      opened: () => undefined,
      event(kind, data) {
        if (kind === "snapshot") resolve();
        if (kind === "message") visitor.heard((JSON.parse(data) as { message: ShownMessage }).message);
      },
      ended(why) {
        if (!closed) visitor.broke.push(why);
        reject(new Error(`a stream broke: ${why}`));
      },
    });
    visitor.close = () => {
      closed = true;
      shut();
    };
  });
}

export function requestId(): string {
  return randomBytes(16).toString("hex");
}

/** One message of a visitor; the same request again is the same message. Answers the status. */
export async function say(url: string, visitor: Visitor, text: string, request_id = requestId()): Promise<number> {
  const body = { request_id, text, page: { url: "https://shop.example/blenders/blue", title: "The blue blender" } };
  return (await call(`${url}/webchat/v1/messages`, { method: "POST", headers: visitor.headers, body })).status;
}

/** One message of the agent who answers. */
export async function answer(url: string, headers: Record<string, string>, contact: number, message: string) {
  const body = { request_id: requestId(), message };
  return (await call(`${url}/api/chat/contacts/${contact}/messages`, { method: "POST", headers, body })).status;
}
