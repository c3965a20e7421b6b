/** The names with one of them a place nearer to the start or the end. */
export function moved(names: readonly string[], name: string, by: -1 | 1): string[] {
  const at = names.indexOf(name);
  const to = at + by;
  if (at < 0 || to < 0 || to >= names.length) return [...names];
  const next = [...names];
  next.splice(at, 1);
  next.splice(to, 0, name);
  return next;
}
