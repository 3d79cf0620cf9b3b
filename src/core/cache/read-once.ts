/** Readings of texts that are kept while one task runs: a verification reads each segment of a talk for many statements. */

const kept = new Map<object, Map<string, unknown>>()
let isKept = false

/** Runs the task, which is synchronous, and forgets all texts when it ends. */
export function readingOnce<T>(run: () => T): T {
  if (isKept) return run()
  isKept = true
  try {
    return run()
  } finally {
    isKept = false
    kept.clear()
  }
}

/** `read`, which is called once for each text of a task. Outside of one it keeps nothing. */
export function once<T>(read: (text: string) => T): (text: string) => T {
  const reader = (text: string): T => {
    if (!isKept) return read(text)
    const known = kept.get(reader) ?? new Map<string, unknown>()
    // Only `read` fills the map of its reader.
    const value = known.has(text) ? (known.get(text) as T) : read(text)
    known.set(text, value)
    kept.set(reader, known)
    return value
  }
  return reader
}
