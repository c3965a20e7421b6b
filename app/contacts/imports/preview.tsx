import { fieldHeading } from "../../../rules/merge";
import { showPhone } from "../../../rules/phone";
import { Card, CardHead } from "../../kit/ui/card";
import { SampleTable } from "../../kit/ui/sample-table";
import { Status } from "../../kit/ui/status";
import { type PreviewRow, previewReadings } from "./mapping";

/** The first rows as they will read with these choices; without script, with the guessed ones. */
export function MatchPreview({ rows, uses }: { rows: readonly (readonly string[])[]; uses: readonly string[] }) {
  const read = previewReadings(rows, uses);
  const email = uses.includes("email");
  const phone = uses.includes("phone") || !email;
  const fields = uses.filter((use) => use.startsWith("field:")).map((use) => use.slice(6));
  const heads = [...(phone ? ["Phone"] : []), "Name", ...(email ? ["Email"] : []), ...fields.map(fieldHeading)];
  return (
    <Card label="How the first rows will read">
      <CardHead title="How the first rows will read" />
      <SampleTable label="First rows, table" heads={heads}>
        {read.map((row, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name than their place
          <tr key={line}>
            {phone && (
              <td className={row.phone.ok && row.same === undefined ? "" : "min-w-64 whitespace-normal"}>
                <PhoneCell {...row} />
              </td>
            )}
            <td>{row.name || "–"}</td>
            {email && <td className="q">{row.email || "–"}</td>}
            {fields.map((field) => (
              <td key={field} className="q">
                <span className="block max-w-48 truncate">{row.fields[field] || "–"}</span>
              </td>
            ))}
          </tr>
        ))}
      </SampleTable>
    </Card>
  );
}

function PhoneCell({ phone, same }: PreviewRow) {
  if (same !== undefined)
    return (
      <Status kind="warn">
        <span className="block py-1 whitespace-normal">Repeated: the same number as row {same} of these</span>
      </Status>
    );
  if (phone.ok && phone.foreign)
    return (
      <span className="block py-1 whitespace-normal">
        <span className="num">{showPhone(phone.e164)}</span>
        <span className="block text-xs text-quiet">From abroad: checked when the import runs</span>
      </span>
    );
  if (phone.ok) return <span className="num">{showPhone(phone.e164)}</span>;
  return (
    <Status kind="bad">
      <span className="block py-1 whitespace-normal">Refused: {phone.reason}</span>
    </Status>
  );
}
