import type { MenuGroup } from "./menu-types";
import type { Shortcut } from "./shortcuts";

/** `g` and a letter: to the first of these pages that is in the person's menu. */
const letters: readonly [key: string, label: string, hrefs: readonly string[]][] = [
  ["d", "Dashboard", ["/dashboard"]],
  ["s", "SMS history", ["/sms/history"]],
  ["b", "New bulk SMS", ["/sms/bulk"]],
  ["r", "SMS inbox", ["/sms/inbox"]],
  ["k", "Contact groups", ["/contacts/contact-group"]],
  ["c", "Chat inbox", ["/chat/inbox"]],
  ["t", "Tickets", ["/ticketing/tickets", "/ticketing/main"]],
  ["p", "People", ["/settings/users"]],
  ["a", "Apps", ["/setup"]],
];

/** Where `g` and a letter lead, by what is in the menu and so may be opened. */
export function goPlaces(menu: readonly MenuGroup[], notifications?: string): Shortcut[] {
  const hrefs = new Set(menu.flatMap((group) => [group.href, ...group.items.map(({ href }) => href)]));
  const found = letters.flatMap(([key, label, wanted]): Shortcut[] => {
    const href = wanted.find((one) => hrefs.has(one));
    return href ? [{ key, label, href }] : [];
  });
  return notifications ? [...found, { key: "n", label: "Notifications", href: notifications }] : found;
}
