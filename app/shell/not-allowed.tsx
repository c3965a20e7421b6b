import { Lock } from "lucide-react";
import { initials } from "../kit/ui/avatar";
import { LinkButton } from "../kit/ui/button";

type NotAllowedProps = {
  /** What the page is called, where that may be said. */
  page?: string;
  /** Any one of them would open it. */
  permissions?: readonly string[];
  products?: readonly string[];
  /** Only for the account's own people. */
  own?: boolean;
  role?: string;
  home?: string;
  /** Where one asks for access. */
  ask?: string;
  /** Where the product can be had, for who may choose it. */
  plans?: string;
  /** Who can give it. */
  people?: readonly { name: string; role: string; phone?: string }[];
};

function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && (index === names.length - 1 ? " or " : ", ")}
      <b className="font-medium text-ink">{name}</b>
    </span>
  ));
}

/** /notAllowed: which permission or product is missing, and who can give it. */
export function NotAllowed({
  page,
  permissions = [],
  products = [],
  own = false,
  role,
  home = "/",
  ask,
  plans,
  people = [],
}: NotAllowedProps) {
  const it = page ?? "This page";
  return (
    <section className="mx-auto mt-16 max-w-[560px] max-md:mt-6" aria-labelledby="refused">
      <span className="tile mb-4 size-10! bg-warn-soft! text-warn!">
        <Lock size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h1 id="refused" className="text-xl font-semibold tracking-[-0.01em]">
        You may not open this page
      </h1>
      {permissions.length > 0 && (
        <p className="mt-1 text-quiet">
          {it} is open to people with the permission <Names names={permissions} />.{" "}
          {role ? `Your role, ${role}, does not have it.` : "You do not have it."}
        </p>
      )}
      {products.length > 0 && (
        <p className="mt-1 text-quiet">
          {it} needs the product <Names names={products} />. Your account does not have it yet.
        </p>
      )}
      {own && (
        <p className="mt-1 text-quiet">
          {it} is only for the people of this account. You work in it for another account; stop to see your own page.
        </p>
      )}
      {!own && permissions.length === 0 && products.length === 0 && (
        <p className="mt-1 text-quiet">{it} is not open to you.</p>
      )}
      {!own && (
        <p className="mt-1 text-quiet">
          {plans ? "Choose a plan and it opens." : "Ask your administrator if you need it."}
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <LinkButton to={home} variant="primary" size="lg">
          Return home
        </LinkButton>
        {plans && (
          <LinkButton to={plans} size="lg">
            See the plans
          </LinkButton>
        )}
        {ask && (
          <LinkButton to={ask} size="lg">
            Ask for access
          </LinkButton>
        )}
      </div>
      {people.length > 0 && (
        <div className="card mt-8">
          <div className="card-head">
            <h2>Who can give you access</h2>
          </div>
          <ul className="divide-y divide-line text-sm">
            {people.map(({ name, role: holds, phone }) => (
              <li
                key={name}
                className="grid min-h-14 grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2"
              >
                <span className="face" aria-hidden="true">
                  {initials(name)}
                </span>
                <span className="min-w-0">
                  <span className="block truncate font-medium">{name}</span>
                  <span className="block text-quiet">{holds}</span>
                </span>
                {phone && <span className="num text-quiet">{phone}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
