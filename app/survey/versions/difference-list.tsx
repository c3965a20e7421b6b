import { type DifferencePart, differenceParts } from "../../../rules/survey/versions/difference";
import type { VersionDifferences } from "../../../services/survey/contract.versions";

const partNames: Record<DifferencePart, string> = {
  setting: "Settings",
  question: "Questions",
  section: "Sections",
  value: "Calculated values",
  "end text": "End texts",
};

/** The differences of two versions in words, by what they are about, with what was before and what is after. */
export function DifferenceList({ differences }: { differences: VersionDifferences["differences"] }) {
  const parts = differenceParts.filter((part) => differences.some((one) => one.part === part));
  return (
    <div className="divide-y divide-line">
      {parts.map((part) => (
        <section key={part} aria-labelledby={`differences-${part.replace(" ", "-")}`} className="p-4">
          <h3 id={`differences-${part.replace(" ", "-")}`} className="font-semibold">
            {partNames[part]}
          </h3>
          <ul className="mt-2 grid gap-4">
            {differences
              .filter((one) => one.part === part)
              .map(({ kind, words, before, after }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two differences may have the same words
                <li key={place} className="min-w-0">
                  <p className="font-medium wrap-anywhere">{words}</p>
                  <dl className="mt-1 grid gap-2 sm:grid-cols-2">
                    {kind !== "added" && <DifferenceSide label="Before" text={before} />}
                    {kind !== "removed" && <DifferenceSide label="After" text={after} />}
                  </dl>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function DifferenceSide({ label, text }: { label: "Before" | "After"; text: string }) {
  return (
    <div className={`min-w-0 border-l-2 border-line pl-3 ${label === "After" ? "sm:col-start-2" : ""}`}>
      <dt className="text-xs text-quiet">{label}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{text || <span className="text-quiet">Nothing</span>}</dd>
    </div>
  );
}
