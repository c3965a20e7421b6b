import { brand } from "../../../rules/brand";
import type { Actor } from "../workspace/unit-of-work";

/** A customer, by the name that they gave. */
export const customer = (name: string): Actor => ({ id: null, name: name || "The customer", kind: "customer" });

/** What comes from a service of ours and is nobody's doing. */
export const system: Actor = { id: null, name: brand.name, kind: "system" };
