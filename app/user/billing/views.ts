import { type Permission, type Product, withAliases } from "../../../rules/access";

export type BillingView = "general" | "sms" | "chats" | "voice";

/** The four views of the billing menu (general-billing-info and so on), each with its permission and product. */
export const views: Record<
  BillingView,
  {
    label: string;
    text: string;
    permission: Permission;
    product?: Product;
    call: "generalCharges" | "smsCharges" | "chatsCharges" | "voiceCharges";
  }
> = {
  general: {
    label: "General",
    text: "Charges of all products.",
    permission: "Can view all billing information",
    call: "generalCharges",
  },
  sms: {
    label: "SMS",
    text: "What SMS cost.",
    permission: "Can view SMS billing information",
    product: "SMS",
    call: "smsCharges",
  },
  chats: {
    label: "Chats",
    text: "What chats cost.",
    permission: "Can view chats billing information",
    product: "Chats",
    call: "chatsCharges",
  },
  voice: {
    label: "Voice",
    text: "What voice cost.",
    permission: "Can view voice billing information",
    product: "Voice",
    call: "voiceCharges",
  },
};

/** The views that are open to someone, in their order; an admin passes every permission (Q032). */
export function seen(admin: boolean, permissions: readonly string[], products: readonly string[]): BillingView[] {
  const held = withAliases(products);
  return (Object.keys(views) as BillingView[]).filter((name) => {
    const { permission, product } = views[name];
    return (admin || permissions.includes(permission)) && (!product || held.has(product));
  });
}

/** The view that the URL asks for when it is open; otherwise the first that is. */
export function openView(asked: string | null, open: readonly BillingView[]): BillingView | undefined {
  return open.find((name) => name === asked) ?? open[0];
}
