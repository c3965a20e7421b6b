import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

/** The three pages about programs outside. */
export function ApiTabs({ now }: { now: "keys" | "webhooks" | "guide" }) {
  return (
    <Tabs
      label="API"
      tabs={[
        { label: "API keys", to: href("/settings/api"), current: now === "keys" },
        { label: "Web hooks", to: href("/settings/api/webhooks"), current: now === "webhooks" },
        { label: "How to use it", to: href("/settings/api/guide"), current: now === "guide" },
      ]}
    />
  );
}
