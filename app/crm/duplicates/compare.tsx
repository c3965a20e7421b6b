import { Form } from "@remix-run/react";
import { GitMerge } from "lucide-react";
import type { ReactNode } from "react";
import { kindWords } from "../../../rules/crm";
import type { PairDetail, RecordHoldings } from "../../../services/crm/contract.duplicates";
import type { CustomField } from "../../../services/crm/contract.fields";
import type { CrmRecord } from "../../../services/crm/contract.records";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Button } from "../../kit/ui/button";
import { Checkbox } from "../../kit/ui/checkbox";
import { Link } from "../../kit/ui/link";
import { recordHref } from "../record/places";
import { fieldSide, keptSide, type MergeChoice, mergeRows } from "./merge-choice";

const sides = ["first", "second"] as const;

/** "2 notes, 1 deal": what a record has beside its fields. */
export function holdingsText(holdings: RecordHoldings | undefined): string {
  if (!holdings) return "";
  const said = (["notes", "calls", "appointments", "tasks", "deals", "sales"] as const).flatMap((name) => {
    const count = holdings[name];
    return count === 0 ? [] : `${count.toLocaleString("en-KE")} ${count === 1 ? name.replace(/s$/, "") : name}`;
  });
  return said.join(", ");
}

type CompareProps = { pair: PairDetail; fields: readonly CustomField[]; choice: MergeChoice; zone: string };

/** Both records side by side: which is kept, and whose value each field gets. Its answer is the address of the confirmation. */
export function CompareForm({ pair, fields, choice, zone }: CompareProps) {
  const [first, second] = pair.records;
  if (!first || !second) return null;
  const records = [first, second] as const;
  const kind = kindWords[pair.kind][0];
  return (
    <Form method="get" action={href("/crm/settings/duplicates/:id/merge", { id: pair.id })} className="card grid">
      <input type="hidden" name="first_version" value={first.version} />
      <input type="hidden" name="second_version" value={second.version} />
      <Row legend={`Which ${kind} to keep`}>
        {records.map((record, at) => (
          <Checkbox
            key={record.id}
            type="radio"
            name="keep"
            value={sides[at]}
            label={`Keep ${kind} ${record.id}`}
            help={
              <>
                {record.stage}, score {record.score}, added <DateTime at={record.created_at} zone={zone} />
                {holdingsText(pair.holdings[at]) && `, ${holdingsText(pair.holdings[at])}`}
              </>
            }
            defaultChecked={keptSide(choice) === sides[at]}
          />
        ))}
      </Row>
      {mergeRows(fields, records).map((row) => {
        const { name, label, text } = row;
        return (
          <Row key={name} legend={label}>
            {text(first) === text(second) ? (
              <p className="py-2 text-quiet wrap-anywhere md:col-span-2">
                {text(first) ? `${text(first)} (the same in both)` : "Empty in both"}
              </p>
            ) : (
              records.map((record, at) => (
                <Checkbox
                  key={record.id}
                  type="radio"
                  name={name}
                  value={sides[at]}
                  label={<span className="wrap-anywhere">{text(record) || "Empty"}</span>}
                  defaultChecked={fieldSide(choice, row, pair.records) === sides[at]}
                />
              ))
            )}
          </Row>
        );
      })}
      <div className="grid gap-4 p-4 md:p-5">
        <p className="text-sm text-quiet">
          Notes, appointments, tasks, deals, sales and history of both stay together. A phone number or an email address
          that you do not choose stays as a further one. Stage and score are those of the {kind} that you keep. You can
          undo the merge.
        </p>
        <div>
          <Button variant="primary" size="lg" icon={GitMerge}>
            Continue
          </Button>
        </div>
      </div>
    </Form>
  );
}

/** One question in two columns, one for each record. */
function Row({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="border-b border-line px-4 py-2 md:px-5">
      <legend className="float-left mb-1 w-full text-sm font-medium md:mb-0 md:w-[180px] md:py-2">{legend}</legend>
      <div className="grid gap-x-4 max-md:clear-both md:ml-[180px] md:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/** The names of the two records, each a link to its page. */
export function PairLinks({ records }: { records: readonly CrmRecord[] }) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {records.map((record) => (
        <Link key={record.id} className="link" to={recordHref(record)}>
          {record.name} ({record.kind} {record.id})
        </Link>
      ))}
    </span>
  );
}
