const inside = /^\/(?![/\\])[A-Za-z0-9@\-%_~/]*(?:\?[^#\\\s]*)?(?:#[^\\\s]*)?$/;

/**
 * Where to go after signing in: the asked path when it is internal, else home (R031). Letters, digits, @ - % _ ~
 * and slashes, then an optional query and fragment; never `//`, a backslash or a control character anywhere.
 */
export function returnPath(asked: string | null | undefined): string {
  if (!asked || asked.length > 2000 || !inside.test(asked)) return "/";
  const path = asked.split(/[?#]/)[0] ?? "";
  if (path.includes("//")) return "/";
  try {
    if (/[\\\p{Cc}]|^\/\//u.test(decodeURIComponent(path))) return "/";
  } catch {
    return "/";
  }
  const here = "http://here.invalid";
  return URL.canParse(asked, here) && new URL(asked, here).origin === here ? asked : "/";
}
