/** Sets by key; a key without any is not there. */
export function put<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

export function drop<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const known = map.get(key);
  known?.delete(value);
  if (known?.size === 0) map.delete(key);
}
