/** One reason why a document cannot take a form. */
export type Refusal = {
  /** FHIRPath from the Composition, or `recipient` and its members. */
  readonly element: string
  readonly message: string
}
