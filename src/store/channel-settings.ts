/** The settings of a channel that are data. docs/channels.md */

/** Which releases a channel sends: every member that is there has to hold. D223 */
export type ChannelFilter = {
  readonly artifactTypes?: readonly string[]
  readonly spokes?: readonly string[]
  readonly recipientClasses?: readonly string[]
  /** Organizations that keep the document, by their ids. */
  readonly organizationIds?: readonly string[]
  /** FHIRPath on the document Bundle. */
  readonly expression?: string
}

export type ChannelSettings = {
  readonly filter?: ChannelFilter
  /** The hash of the settings that a file gave it last; a change by hand takes it away. D226 */
  readonly applied?: string
}
