/** What the validator asks of terminology, synchronously; `unknown` is left pending. R4 terminologies.html. */

export type Code = {
  readonly system?: string
  readonly version?: string
  readonly code?: string
  readonly display?: string
}

/** `unknown`: what would tell is not loaded here. */
export type Membership = 'member' | 'not-member' | 'unknown'

export type SystemAnswer =
  /** The system is loaded and has the code; `displays` are those that it gives it. */
  | { readonly known: true; readonly displays: readonly string[] }
  /** The system is loaded in full, or has a grammar, and the code is not one of it. `bySyntax`: not loaded; only form or check digit tells. */
  | { readonly known: false; readonly bySyntax?: true }
  /** The system is not loaded, or in part. */
  | undefined

export type CodeLookup = {
  /** A `code` without a system is asked by its code alone. */
  readonly checkMembership: (valueSet: string, code: Code) => Membership
  readonly findCode: (code: Code) => SystemAnswer
}
