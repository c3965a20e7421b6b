/**
 * The errors of the call, for a form that has one field for all items: a wrong line is named by its place.
 * @param given by field: "name", "items.2.title"
 */
export function dispositionErrors(given: Readonly<Record<string, string[]>> = {}): Record<string, string[]> {
  const { name = [], ...lines } = given;
  const items = Object.entries(lines).map(([at, words]) => {
    const place = /^items\.(\d+)/.exec(at)?.[1];
    return `${place ? `Line ${Number(place) + 1}: ` : ""}${words.join(" ")}`;
  });
  return { ...(name.length > 0 ? { name } : {}), ...(items.length > 0 ? { items } : {}) };
}
