/** The parts of a path between its slashes. */
export function pathSegments(path: string): string[] {
  return path.replace(/^\/+|\/+$/g, "").split("/");
}

/** Whether the parts of a path are those of a pattern such as `/blasts/{id}`, and the values of its parameters. */
export function matcher(pattern: string): (have: readonly string[]) => Record<string, string> | undefined {
  const want = pathSegments(pattern.split("?")[0] ?? "").map((text) => ({
    text,
    name: text.match(/^\{(\w+)\}$/)?.[1],
  }));
  return (have) => {
    if (have.length !== want.length) return undefined;
    const params: Record<string, string> = {};
    for (const [i, { text, name }] of want.entries()) {
      if (!name) {
        if (text !== have[i]) return undefined;
        continue;
      }
      const value = decode(have[i] ?? "");
      if (value === undefined) return undefined;
      params[name] = value;
    }
    return params;
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
