import {
  Banknote,
  BookUser,
  Building2,
  ChartColumn,
  Circle,
  CircleUser,
  ClipboardList,
  Gift,
  Handshake,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquareText,
  MessagesSquare,
  Package,
  Phone,
  Receipt,
  Settings,
  ShieldCheck,
  Smartphone,
  Store,
  TabletSmartphone,
  Ticket,
  Users,
} from "lucide-react";

/* By name and not by component, so that a menu can be told in JSON; only these reach the browser. */
const icons: Record<string, LucideIcon> = {
  banknote: Banknote,
  "book-user": BookUser,
  "building-2": Building2,
  "chart-column": ChartColumn,
  "circle-user": CircleUser,
  "clipboard-list": ClipboardList,
  gift: Gift,
  handshake: Handshake,
  layers: Layers,
  "layout-dashboard": LayoutDashboard,
  mail: Mail,
  "message-circle": MessageCircle,
  "message-square-text": MessageSquareText,
  "messages-square": MessagesSquare,
  package: Package,
  phone: Phone,
  receipt: Receipt,
  settings: Settings,
  "shield-check": ShieldCheck,
  smartphone: Smartphone,
  store: Store,
  "tablet-smartphone": TabletSmartphone,
  ticket: Ticket,
  users: Users,
};

/** An icon by its lucide name; a circle where the menu knows no such name. */
export function MenuIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? Circle;
  return <Icon size={16} strokeWidth={1.75} aria-hidden="true" />;
}
