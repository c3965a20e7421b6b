import { useLocation } from "@remix-run/react";
import { href } from "../../href";
import { withQuery } from "../list";
import { LinkButton } from "../ui/button";
import { FileOrRows } from "../upload/file-or-rows";
import { returnAddress, uploadName } from "./return-address";

/** How the contacts of a run are uploaded. */
export type RunUpload = "file" | "paste";

/**
 * The upload of the people a run asks: the import of contacts, which leads back here. What was filled in before is in
 * the address, so that it is there afterwards.
 */
export function RunUploadCard({ now }: { now: RunUpload }) {
  const { pathname, search } = useLocation();
  const back = returnAddress(pathname, search);
  const tab = (source: RunUpload) => withQuery(search, { [uploadName]: source });
  return (
    <div className="grid gap-4">
      <FileOrRows
        key={now}
        label="Upload contacts"
        title="Upload contacts"
        text="They become a contact group, which you then choose for this run. A column named language or lugha says in which language each person is asked. What you filled in is kept."
        question="Where the contacts are"
        action={href("/contacts/contact-group/upload", undefined, { from: now === "paste" ? now : undefined, back })}
        tabs={[
          { source: "file", to: tab("file") },
          { source: "paste", to: tab("paste") },
        ]}
        now={now}
        rows={{
          label: "Numbers or rows",
          help: "Phone numbers alone, or rows copied from a spreadsheet, their headings included.",
        }}
        within="/contacts/"
        last={undefined}
      />
      <div>
        <LinkButton to={back} size="lg" variant="ghost">
          Back to the contact base
        </LinkButton>
      </div>
    </div>
  );
}
