import { recordConsents } from "../../kit/consents";
import type { Sender } from "../people/sender";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { loadForm } from "./forms";

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * A box that a visitor ticked before the chat is kept with their conversation as the time at which they did (statement
 * M45). It is a yes of the number and the address too only where somebody vouches for them: anybody can type any number.
 */
export async function withConsents(unit: UnitOfWork, sender: Sender): Promise<Sender> {
  if (Object.keys(sender.fields).length === 0) return sender;
  const { fields } = await loadForm(unit.trx, unit.account, "prechat");
  const boxes = fields.filter(({ kind, on }) => kind === "consent" && on);
  const labels = new Map(boxes.map(({ name, label_en, label_sw }) => [name, label_en || label_sw]));
  const ticked = Object.keys(sender.fields).filter((name) => name === "consent" || labels.has(name));
  const given = ticked.filter((name) => (sender.fields[name] ?? "") !== "");
  if (given.length === 0) return sender;
  const contacts = sender.verified ? [sender.msisdn, sender.email].filter(Boolean) : [];
  for (const name of given) {
    const words = (labels.get(name) ?? "").slice(0, 160);
    const source = words ? `Accepted before a chat: ${words}` : "Accepted before a chat";
    await recordConsents(unit.trx, unit.account, contacts, { change: "in", source, by: sender.name });
  }
  const time = (value: string) => (isTime.test(value) ? value : unit.now.toISOString());
  const kept = Object.fromEntries(given.map((name) => [name, time(sender.fields[name] ?? "")]));
  return { ...sender, fields: { ...sender.fields, ...kept } };
}
