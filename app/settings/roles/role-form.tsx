import { z } from "zod";
import { TextInput } from "../../kit/ui/field";
import { type Category, PermissionBoxes } from "./permission-boxes";

/** A role's form. Its name is judged when it is saved, not when a category is ticked. */
export const RoleFields = z.object({
  intent: z.string().max(20).default("save"),
  name: z.string().max(200).default(""),
  permission: z.array(z.number()).default([]),
});

/** What the form of a role answers when the service refuses it: everything typed, and the reason. */
export function refusedRole(
  { name, permission }: z.output<typeof RoleFields>,
  { message, errors }: { message: string; errors?: Record<string, string[]> | undefined },
) {
  const typed = { name, ticked: permission };
  if (errors) return { ...typed, reply: { error: errors } };
  return { ...typed, notice: { level: "warning" as const, title: "Warning", message } };
}

/** The control of a field, to which its error leads. */
export function roleControl(name: string): string | undefined {
  return name === "name" ? "role-name" : undefined;
}

type RoleFormProps = {
  name: string;
  ticked: readonly number[];
  errors?: Record<string, string[]> | undefined;
  categories: readonly Category[];
  powers: readonly string[];
  why?: string | undefined;
  columns?: boolean;
};

/** The name and the permissions of a role; what the viewer doesn't hold is shut with its reason. */
export function RoleFormFields({ name, ticked, errors, categories, powers, why, columns }: RoleFormProps) {
  const held = new Set(powers);
  return (
    <>
      <TextInput
        id="role-name"
        name="name"
        label="Name"
        defaultValue={name}
        readOnly={why !== undefined}
        {...(errors?.name ? { errors: errors.name } : {})}
        help="Such as Night shift."
        autoComplete="off"
      />
      {errors?.permissions?.map((text) => (
        <p className="err" key={text} role="alert">
          {text}
        </p>
      ))}
      <h2 className="-mb-3 text-base font-semibold">Permissions</h2>
      <PermissionBoxes
        categories={categories}
        ticked={new Set(ticked)}
        {...(columns ? { columns } : {})}
        why={(permission) =>
          why ?? (held.has(permission.name) ? undefined : "You don't have this permission yourself.")
        }
      />
    </>
  );
}
