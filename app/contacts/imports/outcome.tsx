import { ClipboardList, MessageSquareText, Users } from "lucide-react";
import type { Import } from "../../../services/messaging/contract.imports";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { countLabel, importWords } from "../../kit/imports/import-labels";
import { LinkButton } from "../../kit/ui/button";
import { DescriptionList } from "../../kit/ui/description-list";
import { Progress, type ProgressPart } from "../../kit/ui/progress";
import { size } from "../../kit/upload/upload-limits";
import { RefusedRowsLink, UndoImportLink } from "./import-links";

function parts({ rows_read, added, updated, repeated, refused }: Import): ProgressPart[] {
  const share = (count: number) =>
    rows_read > 0 ? `${Number(((count / rows_read) * 100).toFixed(1))}% of the rows` : "";
  return [
    { label: "Added", count: added, note: share(added), paint: "done" },
    { label: "Updated", count: updated, note: "in the group already", paint: "going" },
    { label: "Repeated", count: repeated, note: repeated > 0 ? "in the file already" : "", paint: "warn" },
    { label: "Refused", count: refused, note: refused > 0 ? share(refused) : "", paint: "bad" },
  ];
}

type DoneProps = {
  file: Import;
  maySend: boolean;
  /** The contact base of a survey that the contacts are for. */
  back: string | undefined;
  /** The same with the group chosen; null where a survey cannot ask the group. */
  survey: string | null | undefined;
};

/** What became of the rows, and what one does next. */
export function Done({ file, maySend, back, survey }: DoneProps) {
  const group = file.group_id;
  const sends = maySend && back === undefined && group !== null && file.added + file.updated > 0;
  return (
    <>
      <Progress
        status={importWords.done}
        parts={parts(file)}
        total={file.rows_total ?? file.rows_read}
        verb="rows read"
      />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {group !== null && (
          <>
            {survey && (
              <LinkButton to={survey} variant="primary" size="lg" icon={ClipboardList}>
                Use this group in the survey
              </LinkButton>
            )}
            {sends && (
              <LinkButton
                to={href("/sms/bulk", undefined, { group })}
                variant="primary"
                size="lg"
                icon={MessageSquareText}
              >
                Write a message to it
              </LinkButton>
            )}
            <LinkButton
              to={href("/contacts/contact-group/details", undefined, { id: group })}
              variant={sends || survey ? "secondary" : "primary"}
              size="lg"
              icon={Users}
            >
              Open the group
            </LinkButton>
          </>
        )}
        <RefusedRowsLink file={file} label="Refused, repeated or changed" back={back} />
        <UndoImportLink file={file} />
      </div>
      {file.noted > 0 && (
        <p className="mt-3 text-quiet">
          {countLabel(file.noted, "contact was", "contacts were")} imported with a change: a value was too long, could
          not be used, or the row had more cells than headings.
        </p>
      )}
      {group !== null && survey === null && (
        <p className="mt-3 text-quiet">A survey is sent to phone numbers, and this group has none.</p>
      )}
      {group === null && <p className="mt-3 text-quiet">The group has been deleted since.</p>}
    </>
  );
}

export function Undone({ file }: { file: Import }) {
  const blacklist = file.target === "blacklist";
  return (
    <div className="card p-5">
      <p className="font-medium">This import was undone.</p>
      {blacklist ? (
        <p className="mt-1 text-quiet">
          The numbers it had added can be messaged again, except those that were added again or texted STOP since.
        </p>
      ) : (
        <p className="mt-1 text-quiet">
          {countLabel(file.added, "contact")} that it had added {file.added === 1 ? "was" : "were"} removed
          {file.updated > 0 ? `, and ${countLabel(file.updated, "contact")} changed back to what they were` : ""}.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton
          to={blacklist ? href("/contacts/blacklist/import") : href("/contacts/contact-group/upload")}
          variant="primary"
          size="lg"
        >
          Upload another file
        </LinkButton>
      </div>
    </div>
  );
}

/** Which file it was, who sent it and when. */
export function About({ file, zone }: { file: Import; zone: string }) {
  return (
    <div className="mt-4">
      <DescriptionList
        facts={[
          { label: "File", value: file.file_name, note: `${file.format}, ${size(file.bytes)}` },
          ...(file.target === "blacklist" ? [{ label: "Added to", value: "Blacklist" }] : []),
          ...(file.group_name ? [{ label: "Group", value: file.group_name }] : []),
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
