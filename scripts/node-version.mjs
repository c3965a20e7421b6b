/** The one sentence for a Node that is too old, else undefined. */
export function oldNode(version) {
  const parts = version.split(".");
  const major = Number(parts[0]);
  if (major > 20 || (major === 20 && Number(parts[1]) >= 19)) return undefined;
  return `Jibu needs Node 20.19 or newer and this is ${version}: install Node 24 from https://nodejs.org and run the command again.`;
}
