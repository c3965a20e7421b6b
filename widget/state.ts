import type { ConversationState, FaqShown, FrameSettings, Language } from "../rules/webchat";
import type { Keep } from "./keep";

export type WidgetSession = { token: string; known: string[]; subject: string };
export type WidgetUpload = { id: string; name: string; part: number; failed: string; file: File };

const nobody = { contact_id: null, stage: "none", agent: "", unseen: 0, mail_to: "" } as const;

/** How it stands with a visitor who has no chat. */
export function noTalk(open: boolean, opens_at: ConversationState["opens_at"]): ConversationState {
  return { ...nobody, position: null, wait_seconds: null, rated: false, open, opens_at };
}

/** What is drawn, begun with what this browser kept. Whoever changes it tells that it changed. */
export function openState({ open, opens_at, faqs }: FrameSettings, keep: Keep) {
  return {
    language: keep.get<Language>("language") ?? (document.documentElement.lang as Language),
    standing: { ...(keep.get<ConversationState>("standing") ?? noTalk(open, opens_at)), open, opens_at },
    shown: false,
    up: true,
    typing: "",
    identity: "",
    files: [] as WidgetUpload[],
    faqs,
    faq: undefined as FaqShown | undefined,
    helped: false,
    search: "",
    wantsForm: false,
    errors: {} as Record<string, string[]>,
    note: "",
    working: false,
    dismissed: 0,
  };
}
export type State = ReturnType<typeof openState>;

/** Whom a token speaks of, unproven: only to notice that it is another person. The door proves it. */
export function tokenSubject(identity: string): string {
  if (identity === "") return "";
  try {
    const part = (identity.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/");
    return `u ${String((JSON.parse(atob(part)) as { sub?: unknown }).sub ?? "")}`;
  } catch {
    return "u ?";
  }
}
