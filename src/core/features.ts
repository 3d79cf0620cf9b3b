/** Features of the Hub that can be switched off for a spoke, one row each. docs/design/hub.md#platform-config. */
export const features = [
  { name: 'capture', whileOff: 'encounters, transcripts and diarisations are not written' },
  { name: 'audio', whileOff: 'no audio session begins and no chunk is taken' },
  { name: 'transcription', whileOff: 'no speech is recognised; its jobs wait' },
  { name: 'generate', whileOff: 'nothing is drafted; its jobs wait' },
  {
    name: 'external_drafter',
    whileOff: 'no draft and no second reading is asked for outside; the embedded drafter drafts',
  },
  { name: 'verify', whileOff: 'a verification answers not_run' },
  { name: 'approve', whileOff: 'nothing is approved' },
  { name: 'export', whileOff: 'no export is made' },
  {
    name: 'appearance',
    whileOff: 'no logo or signature is set; pages are made without them, and with nothing attached',
  },
  { name: 'share', whileOff: 'nothing is shared' },
  { name: 'link_shares', whileOff: 'no link is made, and none opens' },
  { name: 'dispatch', whileOff: 'no channel sends; deliveries wait' },
  { name: 'national_record', whileOff: 'nothing is submitted to the national record; deliveries wait' },
  { name: 'fhir_write', whileOff: 'FHIR clients change nothing' },
  { name: 'subscriptions', whileOff: 'no subscription is made or changed; notifications wait' },
  { name: 'bulk_export', whileOff: 'no bulk export begins; those under way wait' },
  { name: 'events', whileOff: 'no stream of events begins, and those that run end' },
  { name: 'telemetry', whileOff: 'no metrics are taken' },
] as const

export type Feature = (typeof features)[number]['name']

/** By feature; a missing one is on, and not killed. */
type Switches = { readonly [F in Feature]?: boolean | undefined }

/** The switches of a platform config. If it cannot be read, everything counts as killed. */
export type Switched = {
  readonly isReadable: boolean
  readonly featureFlags: Switches
  readonly killSwitches: Switches
}

/** Stopped at once, for any reason: work under way waits too. */
export const isKilled = ({ isReadable, killSwitches }: Switched, feature: Feature): boolean =>
  !isReadable || killSwitches[feature] === true

/** Not offered, or stopped. Routes and workers ask the same. */
export const isOff = (switched: Switched, feature: Feature): boolean =>
  isKilled(switched, feature) || switched.featureFlags[feature] === false
