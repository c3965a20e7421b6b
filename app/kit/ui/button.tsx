import type { LinkProps } from "@remix-run/react";
import { LoaderCircle, type LucideIcon } from "lucide-react";
import { type ButtonHTMLAttributes, type ReactNode, useId } from "react";
import { Link } from "./link";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger-outline" | "danger";

type ButtonLook = {
  /** One "primary" a page. */
  variant?: ButtonVariant;
  /** 36 px, for forms. */
  size?: "lg";
  icon?: LucideIcon;
  /** The accessible name when there is an icon and no text. */
  label?: string;
  /** Why it cannot be used now: makes it disabled, and says so to pointer, keyboard and screen reader. */
  disabledReason?: string;
  children?: ReactNode;
  className?: string;
};

type ButtonProps = ButtonLook & {
  /** The work is under way: disabled, with the icon of waiting. */
  working?: boolean;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled" | "className" | "children">;

function classes({ variant: kind = "secondary", size, label, children, className = "" }: ButtonLook): string {
  const parts = ["btn"];
  if (kind !== "secondary") parts.push(`btn-${kind}`);
  if (size) parts.push("btn-lg");
  if (label && !children) parts.push("btn-icon");
  if (className) parts.push(className);
  return parts.join(" ");
}

function Face({ icon: Icon, label, children }: ButtonLook) {
  return (
    <>
      {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
      {children ?? <span className="sr-only">{label}</span>}
    </>
  );
}

/**
 * A button. It is stopped by `aria-disabled` and loses its `type="submit"`, so that it keeps the focus and a keyboard
 * user can reach the reason; a `disabled` button can be neither focused nor explained.
 */
export function Button({
  variant: kind,
  size,
  icon,
  label,
  disabledReason: why,
  working = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  const id = useId();
  const stopped = working || why !== undefined;
  const look: ButtonLook = { variant: kind, size, label, children, className };
  const describedBy = [rest["aria-describedby"], why === undefined ? "" : id].filter(Boolean).join(" ");
  return (
    <>
      <button
        {...rest}
        type={stopped ? "button" : (rest.type ?? "submit")}
        className={classes(look)}
        title={why ?? rest.title ?? (children ? undefined : label)}
        aria-disabled={stopped || undefined}
        aria-describedby={describedBy || undefined}
        onClick={stopped ? undefined : rest.onClick}
      >
        <Face icon={working ? LoaderCircle : icon} label={label}>
          {children}
        </Face>
      </button>
      {why !== undefined && (
        <span id={id} className="sr-only">
          {why}
        </span>
      )}
    </>
  );
}

/** A link that looks like a button: for going somewhere, never for changing something. */
export function LinkButton({
  variant: kind,
  size,
  icon,
  label,
  disabledReason: why,
  className,
  children,
  ...rest
}: ButtonLook & Omit<LinkProps, "className" | "children">) {
  const look: ButtonLook = { variant: kind, size, label, children, className };
  const face = (
    <Face icon={icon} label={label}>
      {children}
    </Face>
  );
  if (why !== undefined) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a link that cannot be followed has no href, and an anchor without one has no role
      <span role="link" aria-disabled="true" tabIndex={0} className={classes(look)} title={why}>
        {face}
        <span className="sr-only">, {why}</span>
      </span>
    );
  }
  return (
    <Link {...rest} className={classes(look)} title={rest.title ?? (children ? undefined : label)}>
      {face}
    </Link>
  );
}
