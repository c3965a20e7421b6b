/** As many as fit on a line; the others stand behind "more". */
const shown = 6;

function Field({ name }: { name: string }) {
  return <li className="kbd max-w-full truncate">{`{{${name}}}`}</li>;
}

/** What a message to this group may say of each contact. */
export function MergeFields({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const more = names.slice(shown);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 text-sm">
      <h2 className="text-quiet">Merge fields</h2>
      <ul className="contents">
        {names.slice(0, shown).map((name) => (
          <Field key={name} name={name} />
        ))}
      </ul>
      {more.length > 0 && (
        <details className="min-w-0">
          <summary className="link inline-block min-h-6 text-sm">{more.length} more</summary>
          <ul className="mt-2 flex flex-wrap gap-2">
            {more.map((name) => (
              <Field key={name} name={name} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
