/** The validator's questions to terminology, answered synchronously; `unknown` stays pending. R4 terminologies.html. */

export type Code = {
  readonly system?: string
  readonly version?: string
  readonly code?: string
  readonly display?: string
}

/** `unknown`: the deciding content is not loaded. */
export type Membership = 'member' | 'not-member' | 'unknown'

export type SystemAnswer =
  /** The system is loaded and has the code with these `displays`. */
  | { readonly known: true; readonly displays: readonly string[] }
  /** The system is complete, or has a grammar, and lacks the code. `bySyntax`: not loaded; only form or check digit decides. */
  | { readonly known: false; readonly bySyntax?: true }
  /** The system is not loaded, or incomplete. */
  | undefined

export type CodeLookup = {
  /** A `code` without a system is looked up by code alone. */
  readonly checkMembership: (valueSet: string, code: Code) => Membership
  readonly findCode: (code: Code) => SystemAnswer
}
