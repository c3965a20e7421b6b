import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serviceToken } from "../../services/kit/principal";
import { dataFolder, origin } from "./application";

/** Savanna, the demo account whose agents answer. */
const account = "100001";

async function ask<T>(path: string, body: object): Promise<T> {
  const file = join(dataFolder(), "secrets.json");
  const { service } = JSON.parse(readFileSync(file, "utf8")) as { service: string };
  const answer = await fetch(`${origin()}/api/chat${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${serviceToken(service, account)}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A channel of the test's own, so that nobody else's customers come in by it. */
export async function channelOf(channel: "webchat" | "whatsapp" | "telegram"): Promise<number> {
  const ref = randomUUID();
  const { id } = await ask<{ id: number }>("/inside/inboxes", { channel, ref, name: `Tests ${ref.slice(0, 8)}` });
  return id;
}

/** What a customer writes, as the service of their network hands it on. Answers the conversation's number. */
export async function customerWrites(inbox: number, who: { id: string; name: string }, text: string): Promise<number> {
  const { contact } = await ask<{ contact: { contact_id: number } }>("/inside/receive", {
    inbox_id: inbox,
    sender: { external_id: who.id, name: who.name },
    message: { provider_id: randomUUID(), at: Date.now(), text },
  });
  return contact.contact_id;
}

/** The customer closes the conversation: an agent's places are few. */
export async function customerEnds(inbox: number, who: { id: string }): Promise<void> {
  await ask("/inside/end", { inbox_id: inbox, external_id: who.id });
}
