/** "Wanjiru Maina" as "WM". */
export function initials(name: string): string {
  const words = name
    .replace(/\s*\(.*$/, "")
    .split(/\s+/)
    .filter(Boolean);
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => Array.from(word ?? "")[0]?.toUpperCase() ?? "").join("");
}

/**
 * A person's photo over their initials. Without a size of its own a photo that can't be had is drawn as nothing (HTML,
 * images with an empty alt), so that the initials stay. The name stands beside it or on its button.
 */
export function Avatar({
  name,
  url = "",
  className = "face",
}: {
  name: string;
  url?: string | undefined;
  className?: string;
}) {
  return (
    <span className={`relative overflow-hidden ${className}`} aria-hidden="true">
      {initials(name)}
      {url && (
        <span className="absolute inset-0">
          <img src={url} alt="" decoding="async" className="max-h-full min-h-full max-w-full min-w-full object-cover" />
        </span>
      )}
    </span>
  );
}
