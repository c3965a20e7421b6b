import type { ChatTrigger } from "../../../services/chat/contract.forms";

/** A trigger as it stands in its form. */
export type TypedTrigger = {
  id: string;
  name: string;
  match: ChatTrigger["match"];
  url: string;
  seconds: string;
  once: boolean;
  text_en: string;
  text_sw: string;
  active: boolean;
};

export function typedTrigger(one?: ChatTrigger): TypedTrigger {
  if (!one)
    return {
      ...{ id: "", name: "", match: "contains", url: "", seconds: "30", text_en: "", text_sw: "" },
      ...{ once: true, active: true },
    };
  const { id, name, match, url, seconds, once, text_en, text_sw, active } = one;
  return { id: String(id), name, match, url, seconds: String(seconds), once, text_en, text_sw, active };
}

export const matchNames: Record<ChatTrigger["match"], string> = {
  any: "Every page",
  contains: "Pages whose address contains",
  equals: "One page",
  wildcard: "Pages that are like",
};
