import type { FieldMetadata } from "@conform-to/react";
import type { Product } from "../../../rules/access";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";

/** The products in plain words, the ones most come for first. */
const needs: [Product, string][] = [
  ["SMS", "Send and receive SMS"],
  ["Whatsapp", "WhatsApp"],
  ["Chats", "Chat on your website and social media"],
  ["Voice", "A call centre"],
  ["Ticketing", "Tickets and follow-up"],
  ["CRM", "Sales and customers"],
  ["Surveys", "Surveys"],
  ["Email", "Email to customers"],
  ["Airtime", "Airtime and data for customers"],
  ["Payments", "Payments"],
];

/** What they came for; nothing is ordered by it. */
export function ProductChoice({ field }: { field: FieldMetadata<Product[]> }) {
  const chosen = Array.isArray(field.initialValue) ? field.initialValue : [field.initialValue];
  return (
    <CheckboxGroup
      id={field.id}
      legend="What do you need?"
      help="Shown first on the next page. You choose and pay there."
      errors={field.errors ?? []}
    >
      {needs.map(([product, label]) => (
        <Checkbox
          key={product}
          name={field.name}
          value={product}
          label={label}
          defaultChecked={chosen.includes(product)}
        />
      ))}
    </CheckboxGroup>
  );
}
