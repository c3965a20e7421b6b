import { commas } from "../../../rules/format";
import type { Role } from "../../../services/identity/contract.roles";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";
import type { Category } from "./permission-boxes";

/** A role to read: what it gives, by category. */
export function RoleSheet({
  role,
  categories,
  about,
}: {
  role: Role;
  categories: readonly Category[];
  about?: string | undefined;
}) {
  const held = new Set(role.permissions.map(({ id }) => id));
  const people = role.members === 1 ? "1 person" : `${commas(role.members)} people`;
  return (
    <>
      <div>
        {about && <p>{about}</p>}
        <p className="mt-1 text-quiet">
          A system role is the same in every account and can't be changed. Given to{" "}
          <Link className="link" to={href("/settings/users", undefined, { role: role.id })}>
            {people}
          </Link>
          .
        </p>
      </div>
      {held.size === 0 && <p>It has no named permissions.</p>}
      {categories.map(({ id, name, permissions }) => {
        const those = permissions.filter((permission) => held.has(permission.id));
        if (those.length === 0) return null;
        return (
          <section key={id} className="border-t border-line pt-4">
            <h3 className="text-base font-semibold">{name}</h3>
            <ul className="mt-1 grid gap-1">
              {those.map((permission) => (
                <li key={permission.id}>
                  {permission.name}
                  <span className="block text-sm text-quiet">{permission.description}</span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
