/** The settings of a channel that are data. docs/channels.md */

/** The releases that a channel sends: a release must meet every member that is present. D223 */
export type ChannelFilter = {
  readonly artifactTypes?: readonly string[]
  readonly spokes?: readonly string[]
  readonly recipientClasses?: readonly string[]
  /** Organizations that keep the document, by their ids. */
  readonly organizationIds?: readonly string[]
  /** A FHIRPath expression on the document Bundle. */
  readonly expression?: string
}

/** The rules for a code without a row, if the table has its source system. D247 */
export const missRules = ['keep', 'default', 'hold'] as const
export type MissRule = (typeof missRules)[number]

/** A mapping table by which a channel replaces codes. */
export type ChannelMapping = {
  /** The name of the table. */
  readonly table: string
  /** Absent: the newest when the form is made. */
  readonly version?: number
  readonly miss: MissRule
  /** Elements whose codes it maps, such as `Condition.code`. Absent: all but those of the Composition. */
  readonly elements?: readonly string[]
}

/** The limits of what a channel sends to its receiver. D249 */
export type ChannelLimits = {
  /** Messages in that time, over all lanes and processes. */
  readonly perSecond?: number
  readonly perMinute?: number
  /** The largest message; to a FHIR server, the largest request. */
  readonly maxBytes?: number
}

export type ChannelSettings = {
  readonly filter?: ChannelFilter
  readonly mappings?: readonly ChannelMapping[]
  readonly limits?: ChannelLimits
  /** The hash of the settings that a file has set last. A change by hand removes it. D226 */
  readonly applied?: string
}
