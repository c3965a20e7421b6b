import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

export type MoneyTab = "products" | "chat" | "add-ons" | "value" | "messages";

/** The pages about what the account holds and what it spends; `see` leaves out those not open to the viewer. */
export function MoneyTabs({
  current,
  see,
}: {
  current: MoneyTab;
  see: { chat: boolean; value: boolean; messages: boolean };
}) {
  const tab = (name: MoneyTab, label: string, to: string) => ({ label, to, current: name === current });
  return (
    <Tabs
      label="Products and spending"
      tabs={[
        tab("products", "Products", href("/dashboard/products")),
        ...(see.chat ? [tab("chat", "Chat channels", href("/dashboard/products/chat"))] : []),
        tab("add-ons", "Add-ons", href("/dashboard/add-ons")),
        ...(see.value ? [tab("value", "Purchase value", href("/dashboard/purchase-value"))] : []),
        ...(see.messages ? [tab("messages", "Message charges", href("/dashboard/billing-message-transaction"))] : []),
      ]}
    />
  );
}
