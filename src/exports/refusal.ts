/** One reason why a document cannot take a form. */
export type Refusal = {
  /** FHIRPath from the Composition, or `recipient` and its members. */
  readonly element: string
  readonly message: string
  /** The form lacks letters, not the document a fact: nobody who writes the document can change that. */
  readonly isOfLetters?: true
}
