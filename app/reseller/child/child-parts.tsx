import { Form, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { showPartPrice } from "../../../rules/money";
import { productNames } from "../../../rules/product-names";
import type { Child, Offer } from "../../../services/identity/contract.reseller";
import { Button } from "../../kit/ui/button";
import { TextInput } from "../../kit/ui/field";
import { FormErrors } from "../../kit/ui/form-errors";
import { many, typedPrice } from "./fields";
import { ProductChoices } from "./product-choices";

/** What an action said of a form that came back. */
type Last = { reply: { initialValue?: unknown; error?: Record<string, string[] | null> | null } } | undefined;

/** What was typed into this form, when it was this one that came back, and the words for each field. */
function returned(last: Last, intent: string) {
  const typed = last?.reply.initialValue as Record<string, unknown> | undefined;
  if (typed?.intent !== intent) return { typed: undefined, errors: {} as Record<string, string[]> };
  const errors = Object.fromEntries(
    Object.entries(last?.reply.error ?? {}).map(([name, words]) => [name, words ?? []]),
  );
  return { typed, errors };
}

const textOf = (typed: Record<string, unknown> | undefined, name: string, known: string) => {
  const said = typed?.[name];
  return typeof said === "string" ? said : typed ? "" : known;
};

/** Its name, its price, and which of one's own products it holds. */
export function TermsCard({ child, offer, last }: { child: Child; offer: Offer; last: Last }) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const { typed, errors } = returned(last, "terms");
  const ticked = typed ? many(typed.products) : child.products;
  const more = child.products.filter((name) => !offer.products.includes(name));
  return (
    <Form
      method="post"
      noValidate={scripted}
      className="card grid gap-5 p-5 max-md:p-4"
      aria-label="Products and price"
    >
      <FormErrors errors={Object.entries(errors).flatMap(([field, words]) => words.map((text) => ({ text, field })))} />
      <TextInput
        id="name"
        name="name"
        label="Name of the account"
        defaultValue={textOf(typed, "name", child.name)}
        errors={errors.name ?? []}
        autoComplete="off"
      />
      <TextInput
        id="part_price"
        name="part_price"
        label="Price per SMS part, in KES"
        defaultValue={textOf(typed, "part_price", typedPrice(child.part_price))}
        errors={errors.part_price ?? []}
        inputMode="decimal"
        help={`You pay ${showPartPrice(offer.part_price)} yourself. Messages that are written already keep their price.`}
      />
      <ProductChoices
        products={offer.products}
        chosen={ticked}
        {...(more.length > 0 ? { help: `It also has ${productNames(more).join(", ")}, from elsewhere.` } : {})}
        errors={errors.products ?? []}
      />
      <div>
        <Button variant="primary" size="lg" name="intent" value="terms" working={working}>
          Save
        </Button>
      </div>
    </Form>
  );
}

/** The invitation once more, while nobody has taken it. */
export function OwnerCard({ last }: { last: Last }) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const { typed, errors } = returned(last, "owner");
  return (
    <Form method="post" noValidate={scripted} className="card grid gap-5 p-5 max-md:p-4" aria-label="Owner">
      <div>
        <h2 className="font-semibold">The owner has not signed in yet</h2>
        <p className="text-quiet">Resend the invitation, or send it to another address. Earlier links stop working.</p>
      </div>
      <TextInput
        id="owner-name"
        name="name"
        label="Owner"
        defaultValue={textOf(typed, "name", "")}
        errors={errors.name ?? []}
        autoComplete="off"
      />
      <TextInput
        id="owner-email"
        name="email"
        type="email"
        label="Owner's email address"
        defaultValue={textOf(typed, "email", "")}
        errors={errors.email ?? []}
        autoComplete="off"
      />
      <div>
        <Button size="lg" name="intent" value="owner" working={working}>
          Send invitation
        </Button>
      </div>
    </Form>
  );
}
