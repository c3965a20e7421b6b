import { Undo2, Users } from "lucide-react";
import type { RecordImport } from "../../../services/crm/contract.imports";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { countLabel, importWords } from "../../kit/imports/import-labels";
import { LinkButton } from "../../kit/ui/button";
import { DescriptionList } from "../../kit/ui/description-list";
import { Progress } from "../../kit/ui/progress";
import { size } from "../../kit/upload/upload-limits";

/** Where the records of an import are listed. */
export const importedPlaces = { lead: "/crm/leads", contact: "/crm/contacts" } as const;

/** What became of the rows, and what one does next. */
export function Done({ file, now, zone }: { file: RecordImport; now: number; zone: string }) {
  const { id, kind, created, updated, duplicate, refused, noted, undo_until } = file;
  const told = refused + duplicate + noted;
  return (
    <>
      <Progress
        status={importWords.done}
        parts={[
          { label: "Created", count: created, note: "", paint: "done" },
          { label: "Updated", count: updated, note: "by number or address", paint: "going" },
          { label: "There already", count: duplicate, note: duplicate > 0 ? "nothing was changed" : "", paint: "warn" },
          { label: "Refused", count: refused, note: refused > 0 ? "could not be read" : "", paint: "bad" },
        ]}
        total={file.rows_total ?? file.rows_read}
        verb="rows read"
      />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <LinkButton to={href(importedPlaces[kind])} variant="primary" size="lg" icon={Users}>
          Open the {kind}s
        </LinkButton>
        {told > 0 && (
          <LinkButton to={href("/crm/import/:id/refused", { id })} size="lg">
            Refused or there already: {countLabel(told, "row")}
          </LinkButton>
        )}
        {undo_until !== null && Date.parse(undo_until) > now && (
          <LinkButton to={href("/crm/import/:id/undo", { id })} size="lg" variant="ghost" icon={Undo2}>
            Undo the import
          </LinkButton>
        )}
      </div>
      {undo_until !== null && Date.parse(undo_until) > now && (
        <p className="mt-3 text-quiet">
          It can be undone until <DateTime at={undo_until} zone={zone} />.
        </p>
      )}
    </>
  );
}

export function Undone({ file }: { file: RecordImport }) {
  const { kind, created, updated, left_alone } = file;
  return (
    <div className="card p-5">
      <p className="font-medium">This import was undone.</p>
      <p className="mt-1 text-quiet">
        Of {countLabel(created + updated, kind)} that it had created or updated, {countLabel(left_alone, "was", "were")}{" "}
        left alone because {left_alone === 1 ? "it was" : "they were"} worked on since.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton to={href("/crm/import/new", undefined, { kind })} variant="primary" size="lg">
          Import another file
        </LinkButton>
      </div>
    </div>
  );
}

/** Which file it was, who sent it and when. */
export function About({ file, zone }: { file: RecordImport; zone: string }) {
  return (
    <div className="mt-4">
      <DescriptionList
        facts={[
          { label: "File", value: file.file_name, note: `${file.format}, ${size(file.bytes)}` },
          ...(file.sales_manager === "" ? [] : [{ label: "Sales manager", value: file.sales_manager }]),
          {
            label: "Uploaded",
            value: <DateTime at={file.created_at} zone={zone} />,
            note: file.created_by && `by ${file.created_by}`,
          },
          ...(file.finished_at ? [{ label: "Finished", value: <DateTime at={file.finished_at} zone={zone} /> }] : []),
        ]}
      />
    </div>
  );
}
