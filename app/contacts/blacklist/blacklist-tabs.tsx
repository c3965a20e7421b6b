import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

/** Where the numbers are that are to be blacklisted. */
export function BlacklistTabs({ now }: { now: "typed" | "file" }) {
  return (
    <Tabs
      label="Where the numbers are"
      className="mb-1"
      tabs={[
        { label: "Typed or pasted", to: href("/contacts/blacklist/new"), current: now === "typed" },
        { label: "In a file", to: href("/contacts/blacklist/import"), current: now === "file" },
      ]}
    />
  );
}
