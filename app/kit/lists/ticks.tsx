import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useWithoutScript, useWithScript } from "../ui/without-script";

/** The form that the boxes of the rows belong to, wherever it is. */
export const bulkForm = "bulk";

function boxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[name="ids"][form="${bulkForm}"]`)];
}

/** Selects all rows or none, and says so to all who count. */
export function selectAll(on: boolean): void {
  for (const box of boxes()) box.checked = on;
  document.dispatchEvent(new Event("change"));
}

/** How many rows are selected now, of how many; another list starts from none. */
export function useSelected(): { selected: number; rows: number } {
  const { key } = useLocation();
  const [counts, setCounts] = useState({ selected: 0, rows: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other rows
  useEffect(() => {
    const count = () => setCounts({ selected: boxes().filter(({ checked }) => checked).length, rows: boxes().length });
    count();
    document.addEventListener("change", count);
    return () => document.removeEventListener("change", count);
  }, [key]);
  return counts;
}

/** The box at the start of a row. `key` it by the row's version where a changed row is to lose its tick. */
export function Tick({ id, called }: { id: string; called: string }) {
  return (
    <label className="tick">
      <input type="checkbox" name="ids" value={id} form={bulkForm} aria-label={`Select ${called}`} />
    </label>
  );
}

/** The box in the head of the list: all rows of the page, or none. Without script the column has its name alone. */
export function SelectAll() {
  const unscripted = useWithoutScript();
  const withScript = useWithScript();
  const ref = useRef<HTMLInputElement>(null);
  const { selected, rows } = useSelected();
  const all = rows > 0 && selected === rows;
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = selected > 0 && !all;
  });
  return (
    <>
      <span className={unscripted}>Select</span>
      <label className={`tick ${withScript}`}>
        <input
          ref={ref}
          type="checkbox"
          aria-label="Select all on this page"
          checked={all}
          onChange={(event) => selectAll(event.currentTarget.checked)}
        />
      </label>
    </>
  );
}
