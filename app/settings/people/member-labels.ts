import type { Member } from "../../../services/identity/contract.people";
import type { StatusKind } from "../../kit/ui/status";

/** A person's state in a shape and a word. */
export const memberState: Record<Member["state"], { kind: StatusKind; word: string }> = {
  active: { kind: "good", word: "Active" },
  invited: { kind: "info", word: "Invited" },
  removed: { kind: "none", word: "Removed" },
};
