/** Regular expressions of `matches` and `replaceMatches`: of the whole text as one line, in Unicode. FHIRPath N1 §5.6. */
import { FhirPathFault } from './errors.ts'

/** Characters that JavaScript knows after a backslash; before others it is dropped. */
const loosen = (pattern: string): string =>
  pattern.replaceAll(
    /\\(?:([bBdDwWsSfnrtv0-9pPukcx^$\\.*+?()[\]{}|/-])|([\s\S]))/g,
    (all, known: string | undefined, other: string) => (known === undefined ? other : all),
  )

export function readPattern(pattern: string, flags = ''): RegExp {
  try {
    return new RegExp(loosen(pattern), `su${flags}`)
  } catch {
    throw new FhirPathFault('type')
  }
}
