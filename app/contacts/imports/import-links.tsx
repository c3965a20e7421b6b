import { Undo2 } from "lucide-react";
import type { Import } from "../../../services/messaging/contract.imports";
import { href } from "../../href";
import { countLabel, toldRows } from "../../kit/imports/import-labels";
import { LinkButton } from "../../kit/ui/button";

/**
 * Leads to the rows of a file that were not taken as they are; nothing when all were.
 * @param back the contact base of a survey that the contacts are for
 */
export function RefusedRowsLink({ file, label, back }: { file: Import; label: string; back?: string | undefined }) {
  const rows = toldRows(file);
  if (rows === 0) return null;
  return (
    <LinkButton to={href("/contacts/contact-group/import/:id/refused", { id: file.id }, { back })} size="lg">
      {label}: {countLabel(rows, "row")}
    </LinkButton>
  );
}

export function UndoImportLink({ file }: { file: Import }) {
  return (
    <LinkButton
      to={href("/contacts/contact-group/import/:id/undo", { id: file.id })}
      size="lg"
      variant="ghost"
      icon={Undo2}
    >
      Undo the import
    </LinkButton>
  );
}
