import { X } from "lucide-react";
import { forwardRef } from "react";
import { inboxKeys } from "./inbox-keys";

/** The keys of the inbox. They are turned off with all others of the product, in the list of shortcuts elsewhere. */
export const KeysHelp = forwardRef<HTMLDialogElement>(function KeysHelp(_, ref) {
  return (
    <dialog ref={ref} className="sheet-dialog" aria-label="Keys of the inbox">
      <div className="card-head">
        <h2>Keys of the inbox</h2>
        <button
          type="button"
          className="more ml-auto"
          aria-label="Close"
          onClick={(event) => event.currentTarget.closest("dialog")?.close()}
        >
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <dl className="px-4 py-2 text-sm">
        {inboxKeys.map(([names, label]) => (
          <div className="flex items-center justify-between gap-4 py-1" key={label}>
            <dt>{label}</dt>
            <dd className="flex gap-1">
              {names.map((name) => (
                <kbd className="kbd font-sans" key={name}>
                  {name}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
});
