import { useNavigate } from "@remix-run/react";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Link } from "./link";

type DrawerProps = {
  title: string;
  /** The page behind, with its search: where Close, Cancel and Escape go. */
  close: string;
  /** Buttons that stay in sight; tie them to the form inside with `form="…"`. */
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * A child route at the right, 40 percent wide (specification 1, section 9). It is open in the HTML, so it works without
 * script; with script it becomes modal. A press beside it does not shut it: what was typed would be lost.
 */
export function Drawer({ title, close, foot, children }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const navigate = useNavigate();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.matches(":modal")) return;
    // An open dialog refuses showModal(); without the attribute it is shut and takes it.
    dialog.removeAttribute("open");
    dialog.showModal();
    // The title otherwise, so that the drawer says what it is before it says "Close".
    (dialog.querySelector<HTMLElement>('[aria-invalid="true"]') ?? dialog.querySelector("h2"))?.focus();
  }, []);

  return (
    <>
      <div className="drawer-scrim" aria-hidden="true" />
      <dialog
        open
        ref={ref}
        className="drawer"
        aria-labelledby={id}
        onCancel={(event) => {
          // A file chooser inside sends its own cancel event up.
          if (event.target !== ref.current) return;
          event.preventDefault();
          navigate(close, { preventScrollReset: true });
        }}
      >
        <header className="flex h-14 shrink-0 items-center gap-3 border-b border-line pr-4 pl-6 max-md:pr-2 max-md:pl-4">
          <h2 id={id} tabIndex={-1} className="min-w-0 outline-none truncate text-base font-semibold tracking-[0.02em]">
            {title}
          </h2>
          <Link to={close} className="more ml-auto size-8! max-md:size-11!" aria-label="Close" preventScrollReset>
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </Link>
        </header>
        <div className="grid min-h-0 flex-1 content-start gap-6 overflow-y-auto p-6 max-md:p-4">{children}</div>
        {foot && (
          <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line px-6 py-3 max-md:px-4">
            {foot}
          </footer>
        )}
        {/* Notices move in here while the drawer is modal: outside they would be inert. */}
        <div data-notices-here="" />
      </dialog>
    </>
  );
}
