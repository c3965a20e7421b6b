import { type FocusEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";

/** The last choice that was saved: the field, its label in lower case, and the value it had before. */
export type SavedChange = { name: string; label: string; before: string };

/**
 * Posts a form of selects as soon as one is chosen by pointer. By keyboard each press of an arrow is a choice, so it is
 * posted when the field is left. The form is drawn anew when `version` changes: the focus goes back to its field.
 */
export function useSaveOnChange(form: RefObject<HTMLFormElement>, version: number, wanted: boolean) {
  const hydrated = useHydrated();
  // What was chosen before the page had its script was not posted, and is saved by the button.
  const [early, setEarly] = useState<number>();
  const first = useRef(version);
  const on = hydrated && wanted && early !== version;
  const byKeyboard = useRef(false);
  const [change, setChange] = useState<SavedChange & { version: number }>();
  const field = change?.name;

  useEffect(() => {
    const selects = [...(form.current?.elements ?? [])].filter((field) => field instanceof HTMLSelectElement);
    if (selects.some((select) => select.value !== chosenFirst(select))) setEarly(first.current);
  }, [form]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is the reason to look where the focus is
  useEffect(() => {
    if (field === undefined || document.activeElement !== document.body) return;
    const select = form.current?.elements.namedItem(field);
    if (select instanceof HTMLSelectElement) select.focus({ preventScroll: true });
  }, [version, field, form]);

  function save(select: HTMLSelectElement): void {
    const before = chosenFirst(select);
    if (select.value === before) return;
    const label = select.labels?.[0]?.textContent?.toLowerCase() ?? "";
    setChange({ name: select.name, label, before, version });
    form.current?.requestSubmit();
  }

  return {
    on,
    /** Choices are saved as they are made, once the script is there: only those without it need the button. */
    byChoice: wanted && early !== version,
    /** What was saved, once the page shows it. */
    done: change && change.version < version ? change : undefined,
    undo() {
      const select = change && form.current?.elements.namedItem(change.name);
      if (!(select instanceof HTMLSelectElement)) return;
      select.value = change?.before ?? "";
      save(select);
    },
    onPointerDown() {
      byKeyboard.current = false;
    },
    onKeyDown() {
      byKeyboard.current = true;
    },
    onChange({ target }: FormEvent<HTMLFormElement>) {
      if (on && !byKeyboard.current && (target as Element) instanceof HTMLSelectElement)
        save(target as unknown as HTMLSelectElement);
    },
    onBlur({ target }: FocusEvent<HTMLFormElement>) {
      if (on && byKeyboard.current && (target as Element) instanceof HTMLSelectElement)
        save(target as unknown as HTMLSelectElement);
    },
  };
}

/** What a select had when the page was drawn. */
function chosenFirst({ options }: HTMLSelectElement): string {
  return [...options].find(({ defaultSelected }) => defaultSelected)?.value ?? "";
}
