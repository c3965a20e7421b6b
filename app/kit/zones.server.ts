/** Every zone that this runtime knows, by continent, Africa first. */
export function zonesByContinent(): { continent: string; zones: string[] }[] {
  const groups = new Map<string, string[]>([["Africa", []]]);
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    const continent = zone.split("/")[0] ?? "";
    groups.set(continent, [...(groups.get(continent) ?? []), zone]);
  }
  return [...groups].map(([continent, zones]) => ({ continent, zones }));
}
