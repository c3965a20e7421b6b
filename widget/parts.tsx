/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";

const shapes = {
  close: "M18 6 6 18M6 6l12 12",
  next: "m9 18 6-6-6-6",
  back: "m15 18-6-6 6-6",
  attach: "m16 6-8.4 8.6a2 2 0 0 0 2.8 2.8l8.4-8.6a4 4 0 1 0-5.6-5.6l-8.4 8.5a6 6 0 1 0 8.5 8.5l8.4-8.5",
  send: "M3.7 3 21.5 12 3.7 21l3-9zM6.5 12H14",
  sent: "M20 6 9 17l-5-5",
  read: "M18 6 7 17l-5-5m20-2-7.5 7.5L13 16",
  clock: "M12 6v6l4 2M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20",
  file: "M14 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8zM14 2v6h6",
  alert: "M12 8v4m0 4h.01M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20",
  star: "m12 3 2.8 5.7 6.2.9-4.5 4.4 1 6.2L12 17.3l-5.5 2.9 1-6.2L3 9.6l6.2-.9z",
} as const;

export function Icon({ name, size = 16 }: { name: keyof typeof shapes; size?: number }) {
  return (
    <svg class={`icon ${name}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}

type FieldProps = { id: string; label: string; more?: string; errors?: string[]; children: ComponentChildren };

/** A control under its label, with how to mend it below. */
export function Field({ id, label, more, errors, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>
        {label}
        {more && <span class="quiet"> ({more})</span>}
      </label>
      {children}
      {errors?.map((error) => (
        <p class="err" id={`${id}-err`} key={error}>
          <Icon name="alert" size={14} />
          {error}
        </p>
      ))}
    </div>
  );
}

/** "2:31 pm" */
export function clock(seconds: number): string {
  const at = new Date(seconds * 1000);
  const minutes = String(at.getMinutes()).padStart(2, "0");
  return `${at.getHours() % 12 || 12}:${minutes} ${at.getHours() < 12 ? "am" : "pm"}`;
}

export function size(bytes: number): string {
  return bytes >= 1_048_576 ? `${(bytes / 1_048_576).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}
