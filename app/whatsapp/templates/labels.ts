import type { TemplateCategory, TemplateState } from "../../../rules/whatsapp/templates";
import type { StatusKind } from "../../kit/ui/status";
import type { HeaderKind } from "./template-form";

export const templateStatus: Record<TemplateState, { word: string; kind: StatusKind }> = {
  pending: { word: "Under review", kind: "info" },
  approved: { word: "Approved", kind: "good" },
  rejected: { word: "Rejected", kind: "bad" },
  paused: { word: "Paused", kind: "warn" },
  disabled: { word: "Disabled", kind: "bad" },
  deleted: { word: "Deleted", kind: "none" },
};

export const categoryWords: Record<TemplateCategory, string> = {
  MARKETING: "Marketing",
  UTILITY: "Utility",
  AUTHENTICATION: "Authentication",
};

export const headerKindWords: Record<HeaderKind, string> = {
  NONE: "None",
  TEXT: "Text",
  IMAGE: "Picture",
  DOCUMENT: "Document",
  VIDEO: "Video",
};

/** The languages that are offered; a template that came from Meta may have any. */
export const languages = [
  { value: "en", label: "English" },
  { value: "sw", label: "Kiswahili" },
  { value: "en_GB", label: "English (UK)" },
  { value: "en_US", label: "English (US)" },
  { value: "fr", label: "French" },
  { value: "ar", label: "Arabic" },
] as const;

export function languageWord(code: string): string {
  return languages.find(({ value }) => value === code)?.label ?? code;
}
