const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdge\//, "Edge"],
  [/\bOPR\/|\bOPiOS\/|Opera Mini/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/UCBrowser\//, "UC Browser"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bCriOS\/|Chrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Linux/, "Linux"],
];

/** "Chrome on Android": what a browser says of itself, in words. It may say anything, so nothing is decided by it. */
export function deviceWords(agent: string): string {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser && system) return `${browser} on ${system}`;
  if (browser ?? system) return browser ?? system ?? "";
  const program = /^([A-Za-z][\w.-]{1,30})\//.exec(agent)?.[1];
  return program ? `Program ${program}` : "Unknown device";
}
