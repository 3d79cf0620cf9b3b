/** How a sender wishes its pages to look. All of it is absent by default. */
export type Appearance = {
  /** Beside the letterhead: a PNG or JPEG. */
  readonly logo?: Uint8Array
  /** Above the name of the clinician who approved: a PNG or JPEG. */
  readonly signature?: Uint8Array
  /** Leaves out sections that hold nothing. */
  readonly omitEmptySections?: boolean
  /** Attaches the FHIR document to a PDF/A-3a. For no patient's link and no fax; a PDF in a message has none in any case. */
  readonly attachBundle?: boolean
}
