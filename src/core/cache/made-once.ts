/** A thing that is dear to make: it is made for whoever asks first, and kept for the life of the process. */
export function madeOnce<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
