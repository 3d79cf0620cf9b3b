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

/** What becomes of a document with a code of a source system that the table has no row of. D247 */
export const missRules = ['keep', 'default', 'hold'] as const
export type MissRule = (typeof missRules)[number]

/** A mapping table by which a channel replaces codes. */
export type ChannelMapping = {
  /** Its name. */
  readonly table: string
  /** Absent: the newest when the form is made. */
  readonly version?: number
  readonly miss: MissRule
  /** Elements whose codes it maps, such as `Condition.code`. Absent: all but those of the Composition. */
  readonly elements?: readonly string[]
}

/** What the receiver of a channel takes. D249 */
export type ChannelLimits = {
  /** Messages, over all lanes and processes. */
  readonly perSecond?: number
  readonly perMinute?: number
  /** The largest message; to a FHIR server, the largest request. */
  readonly maxBytes?: number
}

export type ChannelSettings = {
  readonly filter?: ChannelFilter
  readonly mappings?: readonly ChannelMapping[]
  readonly limits?: ChannelLimits
  /** The hash of the settings that a file gave it last; a change by hand takes it away. D226 */
  readonly applied?: string
}
