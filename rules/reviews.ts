/** Stars of a review as they are drawn: "★★★☆☆"; empty when there are none. */
export function stars(given: number): string {
  if (given < 1) return "";
  const full = Math.min(5, Math.round(given));
  return "★".repeat(full) + "☆".repeat(5 - full);
}

export type ReviewFacts = { stars: number; edited: boolean; device: string; android: string; version: string };

/** What is told of a review beside its words: "Edited review · 2 of 5 stars · Pixel 7 · Android 14 · version 2.3.1". */
export function reviewLine({ stars: given, edited, device, android, version }: ReviewFacts): string {
  return [
    edited ? "Edited review" : "Review",
    given > 0 ? `${given} of 5 stars` : "",
    device,
    android && `Android ${android}`,
    version && `version ${version}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** A package name of Android: two parts or more, of letters, digits and underscores, each beginning with a letter. */
export const packageName = /^[a-zA-Z]\w*(\.[a-zA-Z]\w*)+$/;
