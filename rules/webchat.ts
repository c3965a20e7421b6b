import type { PageRule } from "./chat-triggers";

/** What the web chat's two halves tell each other: the door (front/webchat) and the widget. */

export const languages = ["en", "sw"] as const;
export type Language = (typeof languages)[number];
export type Words = { en: string; sw: string };

export const maxCharacters = 10_000;
export const maxBytes = 16 * 1024 * 1024;
export const accepts =
  "image/*,audio/*,video/mp4,video/3gpp,.ogg,.mp3,.m4a,.aac,.amr,.mp4,.3gp,.pdf,.xlsx,.xls,.docx,.doc,.pptx,.odt,.ods";
/** Seconds between two signs of life on a stream, and after how long without one it counts as broken. */
export const heartbeatSeconds = 10;
export const idleTimeoutSeconds = 25;

/** One question of a form before or after the chat. */
export type Question = {
  name: string;
  label: Words;
  kind: "text" | "email" | "phone" | "choice" | "paragraph" | "tick";
  required: boolean;
  choices: string[];
};

/** What is asked when a chat has ended. */
export type After = { on: boolean; comment: boolean; title: Words; questions: Question[] };

/** `play`: what a browser can play in place. */
export type ShownFile = { name: string; bytes: number; image: boolean; play: "audio" | "video" | ""; url: string };

/** A message as its visitor may see it. `request_id`: the widget's own, empty for those of others. */
export type ShownMessage = {
  id: number;
  request_id: string;
  mine: boolean;
  by: string;
  type: "text" | "file" | "event" | "form" | "unsupported";
  text: string;
  /** Seconds since 1970. */
  at: number;
  gone: boolean;
  file: ShownFile | null;
};

export type Stage = "none" | "waiting" | "open" | "ended";

/** Where the visitor's conversation stands, and whether anybody can answer. */
export type ConversationState = {
  contact_id: number | null;
  stage: Stage;
  agent: string;
  /** How many of the visitor's own messages nobody has looked at. */
  unseen: number;
  position: number | null;
  wait_seconds: number | null;
  rated: boolean;
  /** The address that answers are mailed to as well; empty: they are read here. */
  mail_to: string;
  open: boolean;
  opens_at: number | null;
};

export type Snapshot = { standing: ConversationState; messages: ShownMessage[] };

/** What comes down the stream; `event:` is the kind. */
export type VisitorEvent =
  | ({ kind: "snapshot" } & Snapshot)
  | { kind: "message"; message: ShownMessage; unseen: number }
  | { kind: "standing"; standing: ConversationState }
  | { kind: "typing"; name: string; on: boolean }
  | { kind: "away"; open: boolean; opens_at: number | null };

export type FaqLine = { id: number; question: string; language: Language };
export type FaqShown = FaqLine & { answer: string };

/** A message shown by itself, where rules/chat-triggers says, after so many seconds on the page. */
export type Trigger = PageRule & { id: string; seconds: number; once: boolean; text: Words };

/** What the loader needs before anything is asked for. */
export type LoaderSettings = {
  key: string;
  base: string;
  name: string;
  colour: string;
  ink: string;
  position: "right" | "left";
  languages: Language[];
  triggers: Trigger[];
};

/** What the frame needs to draw itself without another question. */
export type FrameSettings = {
  key: string;
  name: string;
  colour: string;
  ink: string;
  languages: Language[];
  greeting: Words;
  prechat: Question[];
  postchat: After;
  consent: Words;
  /** The text outside opening hours, and whether one may leave a message then. */
  away: { text: Words; form: boolean };
  signed: boolean;
  open: boolean;
  opens_at: number | null;
  faqs: FaqLine[];
};

/** Black or white, whichever reads better on a colour `#rrggbb` (WCAG 2.2, relative luminance): never under 4.5:1. */
export function inkOn(colour: string): "#ffffff" | "#000000" {
  const [r = 0, g = 0, b = 0] = (colour.match(/[0-9a-f]{2}/gi) ?? []).map((pair) => {
    const part = Number.parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? "#ffffff" : "#000000";
}
