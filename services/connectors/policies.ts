import { fileLimits } from "../../rules/files";
import { isLoopback } from "../kit/address";
import type { OutsidePolicy } from "../kit/outside";

type Policies = { calls: OutsidePolicy; files: OutsidePolicy };

const known = new Map<string, Policies>();

/**
 * How a network is spoken to at its address, which is the operator's choice; only the sandbox's is in this machine. Files
 * have connections of their own: one that hangs takes none from the messages.
 */
export function policiesFor(base: string): Policies {
  const there = known.get(base);
  if (there) return there;
  const inside = isLoopback(new URL(base).hostname.replace(/^\[|\]$/g, ""));
  const allow = (address: string) => inside && isLoopback(address);
  const made = {
    calls: { seconds: 20, bytes: 25_000_000, allow },
    files: { seconds: 60, bytes: fileLimits.chat.maxBytes, allow },
  };
  known.set(base, made);
  return made;
}
