import { ChevronRight } from "lucide-react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import type { Permission } from "../../../services/identity/contract.roles";
import { Button } from "../../kit/ui/button";
import { Checkbox } from "../../kit/ui/checkbox";

export type Category = { id: number; name: string; permissions: Permission[] };

type BoxesProps = {
  categories: readonly Category[];
  ticked: ReadonlySet<number>;
  /** Why a box can't be changed: it is drawn as it is, with the reason. */
  why?: (permission: Permission) => string | undefined;
  /** Held by the role: drawn ticked and shut, and not sent. */
  byRole?: ReadonlySet<number>;
  role?: string;
  columns?: boolean;
};

/**
 * Permissions to tick, by category. A category is folded until something in it is ticked, and has a button that ticks
 * all of it: with script at once, without it by sending the form, which comes back with what was ticked (`intent` is
 * `all:<category>` or `none:<category>`).
 */
export function PermissionBoxes({ categories, ticked, why, byRole, role, columns }: BoxesProps) {
  return categories.map((category) => {
    const open = category.permissions.filter((permission) => !byRole?.has(permission.id) && !why?.(permission));
    const all = open.length > 0 && open.every(({ id }) => ticked.has(id));
    const on = category.permissions.filter(({ id }) => ticked.has(id) || byRole?.has(id)).length;
    return (
      <fieldset
        key={category.id}
        className="border-t border-line pt-2"
        data-category={category.id}
        aria-labelledby={`category-${category.id}`}
      >
        <details className="group" open={open.some(({ id }) => ticked.has(id))}>
          <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 max-md:min-h-11">
            <ChevronRight size={16} strokeWidth={1.75} className="group-open:rotate-90" aria-hidden="true" />
            <h3 id={`category-${category.id}`} className="text-base font-semibold">
              {category.name}
            </h3>
            <SelectedCount ticked={on} of={category.permissions.length} within="fieldset" />
          </summary>
          {open.length > 1 && <AllButton category={category} intent={all ? "none" : "all"} />}
          <div className={`mt-1 grid gap-x-6 gap-y-1 ${columns ? "md:grid-cols-2" : ""}`}>
            {category.permissions.map((permission) => (
              <Box key={permission.id} {...{ permission, ticked, byRole, role }} why={why?.(permission)} />
            ))}
          </div>
        </details>
      </fieldset>
    );
  });
}

type CountProps = {
  /** What the server drew. */
  ticked: number;
  of?: number;
  /** The boxes that are counted: those of the form around it, or of its category. */
  within?: "form" | "fieldset";
};

/** How many boxes are selected. */
export function SelectedCount({ ticked, of, within = "form" }: CountProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const [count, setCount] = useState(ticked);
  useEffect(() => {
    const counted = ref.current?.closest(within);
    if (!counted) return;
    const read = () => setCount(counted.querySelectorAll("input[type=checkbox][name=permission]:checked").length);
    read();
    counted.addEventListener("change", read);
    return () => counted.removeEventListener("change", read);
  }, [within]);
  return (
    <span ref={ref} className="num text-sm text-quiet">
      {of === undefined ? `${count} selected` : `${count} of ${of} selected`}
    </span>
  );
}

function Box({
  permission: { id, name, description },
  ticked,
  byRole,
  role,
  why,
}: {
  permission: Permission;
  ticked: ReadonlySet<number>;
  byRole?: ReadonlySet<number> | undefined;
  role?: string | undefined;
  why?: string | undefined;
}) {
  const held = byRole?.has(id) ?? false;
  const reason = held ? `From the role ${role}.` : why;
  const on = held || ticked.has(id);
  return (
    <>
      <Checkbox
        label={name}
        help={reason ? `${description} ${reason}` : description}
        name="permission"
        value={id}
        defaultChecked={on}
        disabled={reason !== undefined}
      />
      {/* A box that is shut sends nothing: what is held and can't be changed here must not be lost. */}
      {reason !== undefined && !held && on && <input type="hidden" name="permission" value={id} />}
    </>
  );
}

function AllButton({ category, intent }: { category: Category; intent: "all" | "none" }) {
  function tickAll(event: MouseEvent<HTMLButtonElement>) {
    const boxes = event.currentTarget.closest("fieldset")?.querySelectorAll<HTMLInputElement>("input[type=checkbox]");
    const free = [...(boxes ?? [])].filter((box) => !box.disabled);
    const on = !free.every((box) => box.checked);
    event.preventDefault();
    for (const box of free) if (box.checked !== on) box.click();
  }
  return (
    <Button variant="ghost" name="intent" value={`${intent}:${category.id}`} formNoValidate onClick={tickAll}>
      {intent === "all" ? "Select all" : "Clear all"}
      <span className="sr-only"> of {category.name}</span>
    </Button>
  );
}

/** What is ticked after "select all" or "clear all" of a category; nothing for another intent. */
export function tickedBy(
  intent: string,
  ticked: readonly number[],
  categories: readonly Category[],
  open: (permission: Permission) => boolean,
): number[] | undefined {
  const [kind, number] = intent.split(":");
  if (kind !== "all" && kind !== "none") return undefined;
  const those = categories.find(({ id }) => String(id) === number)?.permissions.filter(open) ?? [];
  const others = ticked.filter((id) => !those.some((permission) => permission.id === id));
  return kind === "all" ? [...others, ...those.map(({ id }) => id)] : others;
}
