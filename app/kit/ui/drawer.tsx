import { useNavigate, useNavigation } from "@remix-run/react";
import { X } from "lucide-react";
import { type FormEvent, type ReactNode, type RefObject, useCallback, useEffect, useId, useRef } from "react";
import { isTyped } from "../typed";
import { Unsaved } from "../unsaved";
import { Link } from "./link";

type DrawerProps = {
  title: string;
  /** The page behind, with its search: where Close, Cancel and Escape go. */
  close: string;
  /** Buttons that stay in sight; tie them to the form inside with `form="…"`. */
  foot?: ReactNode;
  children: ReactNode;
};

/** Where one begins: the first bad field, the first field, or else the title. A field on a phone would bring up its keys. */
function firstOf(dialog: HTMLElement): HTMLElement | null {
  const touch = window.matchMedia("(pointer: coarse)").matches;
  const fields = [
    ...dialog.querySelectorAll<HTMLElement>('form[method="post"] :is(input:not([type="hidden"]), select, textarea)'),
  ];
  const field = touch
    ? undefined
    : fields.find((one) => one.checkVisibility() && !one.matches(":disabled, [readonly]"));
  return dialog.querySelector<HTMLElement>('[aria-invalid="true"]') ?? field ?? dialog.querySelector("h2");
}

/** Back to what opened the drawer; where the list was drawn anew, or the menu is shut that held it, to what is there of it. */
function focusAgain(opener: Element | null): void {
  if (!(opener instanceof HTMLElement) || opener === document.body) return;
  const address = opener.getAttribute("href");
  const there = opener.isConnected
    ? opener
    : address && document.querySelector<HTMLElement>(`a[href="${CSS.escape(address)}"]`);
  if (!there) return;
  const shown = there.checkVisibility() ? there : there.closest("details")?.querySelector("summary");
  shown?.focus();
}

/** Whether something was changed in the drawer's forms that a way out would lose. */
function useChanges(ref: RefObject<HTMLDialogElement>) {
  const touched = useRef(false);
  const sending = useRef(false);
  const idle = useNavigation().state === "idle";
  useEffect(() => {
    if (idle) sending.current = false;
  }, [idle]);
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (!(target instanceof Node) || !ref.current?.contains(target)) return;
      touched.current = false;
      sending.current = true;
    };
    document.addEventListener("submit", note, true);
    return () => document.removeEventListener("submit", note, true);
  }, [ref]);
  const forms = useCallback(
    () => [...(ref.current?.querySelectorAll<HTMLFormElement>('form[method="post"]') ?? [])],
    [ref],
  );
  return {
    typed: useCallback(({ target }: FormEvent) => {
      const form = "form" in target ? target.form : null;
      if (form instanceof HTMLFormElement && form.getAttribute("method") === "post") touched.current = true;
    }, []),
    any: useCallback(() => !sending.current && (touched.current || forms().some(isTyped)), [forms]),
    discard: useCallback(() => {
      for (const form of forms()) form.reset();
    }, [forms]),
  };
}

/**
 * A child route at the right, 40 percent wide (specification 1, section 9). It is open in the HTML, so it works without
 * script; with script it becomes modal. A press beside it does not shut it: what was typed would be lost.
 */
export function Drawer({ title, close, foot, children }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const navigate = useNavigate();
  const changes = useChanges(ref);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.matches(":modal")) return;
    const opener = document.activeElement;
    // An open dialog refuses showModal(); without the attribute it is shut and takes it.
    dialog.removeAttribute("open");
    dialog.showModal();
    firstOf(dialog)?.focus();
    return () => {
      if (!dialog.isConnected) focusAgain(opener);
    };
  }, []);

  return (
    <>
      <div className="drawer-scrim" aria-hidden="true" />
      <dialog
        open
        ref={ref}
        className="drawer"
        aria-labelledby={id}
        onInput={changes.typed}
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
        <div
          className="grid min-h-0 flex-1 content-start gap-6 overflow-y-auto p-6 max-md:p-4"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe scrollable-region-focusable)
          tabIndex={0}
        >
          <Unsaved dirty={changes.any} onDiscard={changes.discard} />
          {children}
        </div>
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
