import { commas } from "../../../rules/format";
import { type BotGraph, type BotStyle, botTarget, findAnswer } from "../../../rules/whatsapp/bot";
import type { Bot } from "../../../services/chat/contract.bots";
import type { StatProps } from "../../kit/ui/stat";
import type { StatusKind } from "../../kit/ui/status";

/** The form of a bot's texts, which the switch saves too. */
export const textsForm = "bot-texts";

export const styleNames: Record<BotStyle, string> = {
  buttons: "Buttons, up to 3",
  list: "A list, up to 10",
  numbers: "Numbers in the text",
};

export function botStatus({ active, changed, version }: Bot): { kind: StatusKind; word: string } {
  if (!active) return { kind: "none", word: version === null ? "Never switched on" : "Off" };
  return changed ? { kind: "warn", word: "On, with changes not in use yet" } : { kind: "good", word: "On" };
}

/** What an answer may lead to. */
type TargetName = { id: number; name: string };
type KnownTargets = { draft: BotGraph; teams: readonly TargetName[]; skills: readonly TargetName[] };

/** Where something leads, in words. */
export function targetWords({ draft: graph, teams, skills }: KnownTargets, leads_to: string): string {
  const target = botTarget(leads_to);
  if (!target) return "nowhere";
  if (target.to === "answer") return findAnswer(graph, target.answer)?.name ?? "a deleted answer";
  if (target.to === "person" && target.team !== null)
    return `the team ${teams.find(({ id }) => id === target.team)?.name ?? "that was deleted"}`;
  if (target.to === "person" && target.skill !== null)
    return `the skill ${skills.find(({ id }) => id === target.skill)?.name ?? "that was deleted"}`;
  if (target.to === "person") return "a person";
  return target.to === "end" ? "the conversation ends" : "it waits for the next message";
}

/** What something may lead to. @param waits an answer without choices may also wait */
export function targetChoices(
  { draft: graph, teams, skills }: KnownTargets,
  waits: boolean,
): { value: string; label: string }[] {
  return [
    ...graph.answers.map(({ id, name }) => ({ value: `answer:${id}`, label: name })),
    { value: "person", label: "Hand over to a person" },
    ...teams.map(({ id, name }) => ({ value: `person:${id}`, label: `Hand over to the team ${name}` })),
    ...skills.map(({ id, name }) => ({ value: `skill:${id}`, label: `Hand over to anyone with the skill ${name}` })),
    { value: "end", label: "End the conversation" },
    ...(waits ? [{ value: "wait", label: "Wait for the next message" }] : []),
  ];
}

export function figureStats({ begun, handed_over, ended, silent, running }: Bot["figures"]): StatProps[] {
  return [
    { label: "Conversations begun", value: commas(begun) },
    { label: "Handed over", value: commas(handed_over) },
    { label: "Ended by the bot", value: commas(ended) },
    { label: "Left by the customer", value: commas(silent) },
    { label: "With the bot now", value: commas(running) },
  ];
}
