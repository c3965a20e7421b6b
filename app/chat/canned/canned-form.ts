import type { Canned, CannedScope } from "../../../services/chat/contract.canned";
import type { KeptFile } from "../../kit/file-upload";

/** A canned reply as it stands in its form. */
export type TypedCanned = {
  id: string;
  scope: CannedScope;
  team: string;
  title: string;
  shortcut: string;
  text_en: string;
  text_sw: string;
  files: KeptFile[];
};

export function typedCanned(one?: Canned): TypedCanned {
  if (!one) return { id: "", scope: "own", team: "", title: "", shortcut: "", text_en: "", text_sw: "", files: [] };
  const { id, scope, team, title, shortcut, text_en, text_sw, files } = one;
  return { id: String(id), scope, team, title, shortcut, text_en, text_sw, files };
}
