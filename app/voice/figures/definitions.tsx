import { figureDefinitions } from "../../../rules/voice-metrics";

/** How the figures are counted, for whoever asks. */
export function Definitions() {
  return (
    <details className="card mt-4 px-4 py-3">
      <summary className="cursor-pointer font-medium">How these are counted</summary>
      <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm md:grid-cols-[14rem_1fr]">
        {figureDefinitions.map(([name, meaning]) => (
          <div key={name} className="contents">
            <dt className="font-medium">{name}</dt>
            <dd className="text-quiet">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-quiet">
        Everything is counted from the calls themselves; what there is nothing to count of is a dash.
      </p>
    </details>
  );
}
