/** Puts an entry as the youngest into a map of at most `most` entries, and removes the oldest if the map is full. */
export function putBounded<K, V>(kept: Map<K, V>, { key, value, most }: { key: K; value: V; most: number }): void {
  kept.delete(key)
  const [oldest] = kept.size >= most ? kept.keys() : []
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(key, value)
}
