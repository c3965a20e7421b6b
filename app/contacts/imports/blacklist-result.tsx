import { Ban } from "lucide-react";
import type { Import } from "../../../services/messaging/contract.imports";
import { href } from "../../href";
import { importWords } from "../../kit/imports/import-labels";
import { LinkButton } from "../../kit/ui/button";
import { Progress } from "../../kit/ui/progress";
import { blacklistWords } from "../blacklist/blacklist-labels";
import { RefusedRowsLink, UndoImportLink } from "./import-links";

/** What became of a file of numbers for the blacklist. */
export function Blacklisted({ file }: { file: Import }) {
  const { added, updated, repeated, refused } = file;
  return (
    <>
      <Progress
        status={importWords.done}
        parts={[
          { label: "Added", count: added, note: "", paint: "done" },
          { label: "On it already", count: updated, note: "", paint: "going" },
          { label: "Repeated", count: repeated, note: repeated > 0 ? "in the file already" : "", paint: "warn" },
          { label: "Refused", count: refused, note: refused > 0 ? "could not be read" : "", paint: "bad" },
        ]}
        total={file.rows_total ?? file.rows_read}
        verb="rows read"
      />
      <p className="mt-3 font-medium">{blacklistWords(file)}</p>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <LinkButton to={href("/contacts/blacklist")} variant="primary" size="lg" icon={Ban}>
          Open the blacklist
        </LinkButton>
        <RefusedRowsLink file={file} label="Refused or repeated" />
        {added > 0 && <UndoImportLink file={file} />}
      </div>
    </>
  );
}
