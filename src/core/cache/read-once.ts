/** Readings of texts that are kept while one task runs: a verification reads each segment of a talk for many statements. */

/** One map for each reader. Between tasks all are empty. */
const kept: Map<string, unknown>[] = []
let isKept = false

/** Runs the task, which is synchronous, and forgets all texts when it ends. */
export function readingOnce<T>(run: () => T): T {
  if (isKept) return run()
  isKept = true
  try {
    return run()
  } finally {
    isKept = false
    for (const known of kept) known.clear()
  }
}

/** `read`, which is called once for each thing: what it makes is forgotten with the thing. The thing may not change. */
export function readOnceOf<K extends object, T>(read: (thing: K) => T): (thing: K) => T {
  const known = new WeakMap<K, { readonly value: T }>()
  return (thing) => {
    const found = known.get(thing)
    if (found !== undefined) return found.value
    const value = read(thing)
    known.set(thing, { value })
    return value
  }
}

/** `read`, which is called once for each text that is sought in a thing. */
export function readOnceIn<K extends object, T extends object>(
  read: (text: string, thing: K) => T,
): (text: string, thing: K) => T {
  const knownIn = readOnceOf((_: K) => new Map<string, T>())
  return (text, thing) => {
    const known = knownIn(thing)
    const found = known.get(text) ?? read(text, thing)
    known.set(text, found)
    return found
  }
}

/** `read`, which is called once for each text of a task. Outside of one it keeps nothing. */
export function readOnce<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly value: T }>()
  kept.push(known)
  return (text) => {
    if (!isKept) return read(text)
    const found = known.get(text)
    if (found !== undefined) return found.value
    const value = read(text)
    known.set(text, { value })
    return value
  }
}
