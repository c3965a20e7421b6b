/** Lines of a file by a number of up to 15 digits, above 0. */
export type LineTable = {
  /** Keeps the line of a number that has none; answers the one that it has. */
  remember(key: number, line: number): number | undefined;
};

/**
 * A Map of a million such numbers takes 80 MB and is walked through by every collection of garbage; this takes 24 MB.
 * Open addressing with linear probing, at most three quarters full.
 */
export function lineTable(): LineTable {
  let keys = new Float64Array(1024);
  let lines = new Uint32Array(1024);
  let size = 0;

  function placeOf(key: number): number {
    const last = keys.length - 1;
    let place = mixed(key) & last;
    while (keys[place] !== 0 && keys[place] !== key) place = (place + 1) & last;
    return place;
  }

  function grow(): void {
    const [oldKeys, oldLines] = [keys, lines];
    keys = new Float64Array(oldKeys.length * 2);
    lines = new Uint32Array(oldKeys.length * 2);
    for (let at = 0; at < oldKeys.length; at++) {
      const key = oldKeys[at] as number;
      if (key === 0) continue;
      const place = placeOf(key);
      keys[place] = key;
      lines[place] = oldLines[at] as number;
    }
  }

  return {
    remember(key, line) {
      const place = placeOf(key);
      if (keys[place] === key) return lines[place];
      keys[place] = key;
      lines[place] = line;
      if (++size * 4 > keys.length * 3) grow();
      return undefined;
    },
  };
}

/** Numbers in a row, as phone numbers often are, far from each other (the finalizer of MurmurHash3). */
function mixed(key: number): number {
  let hash = (key >>> 0) ^ Math.imul((key / 4_294_967_296) >>> 0, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
