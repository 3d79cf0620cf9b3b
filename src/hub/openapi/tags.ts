/** Groups of operations: by the last part of the path that names one. */
type Tag = { readonly segment: string; readonly title: string; readonly about: string }

// biome-ignore format: one row a line
export const tags = [
  { segment: 'platform',      title: 'Platform config', about: 'Feature flags, kill switches, time-outs and limits of a spoke' },
  { segment: 'encounters',    title: 'Encounters',      about: 'What binds recordings, transcripts, artifacts and consent together' },
  { segment: 'artifacts',     title: 'Artifacts',       about: 'Drafts with their evidence, and what moves them to release' },
  { segment: 'release-gates', title: 'Release gates',   about: 'Queues of what waits for a clinician' },
  { segment: 'consents',      title: 'Consents',        about: 'What a patient permits, for whom, how long' },
  { segment: 'shares',        title: 'Shares',          about: 'An artifact given to a recipient for a purpose' },
  { segment: 'templates',     title: 'Templates',       about: 'What an artifact is made of, in versions' },
  { segment: 'audio',         title: 'Audio sessions',  about: 'Recordings, uploaded in chunks' },
  { segment: 'transcripts',   title: 'Transcripts',     about: 'What was said, and who said it' },
  { segment: 'jobs',          title: 'Jobs',            about: 'Longer work, and how far it is' },
  { segment: 'exports',       title: 'Exports',         about: 'A released artifact as a file' },
  { segment: 'channels',      title: 'Channels',        about: 'Where a release goes by itself' },
  { segment: 'mapping-tables', title: 'Mapping tables', about: 'Tables by which channels replace codes, in versions' },
  { segment: 'alerts',        title: 'Alerts',          about: 'Who is told when deliveries, feeds or certificates need a person' },
  { segment: 'deliveries',    title: 'Deliveries',      about: 'What was sent where, and what came back' },
  { segment: 'senders',       title: 'Senders',         about: 'Whose messages are taken in, and how clean they are' },
  { segment: 'messages',      title: 'Messages',        about: 'What was sent and received, found by any identifier' },
  { segment: 'patient-merges', title: 'Patient merges', about: 'Records that senders have merged, for a person to decide' },
  { segment: 'spokes',        title: 'Spokes',          about: 'Who the calling spoke is, and whether it can be served' },
  { segment: 'health',        title: 'Health',          about: 'How the Hub and what it depends on are' },
  { segment: 'requests',      title: 'Requests',        about: 'The trace of one request' },
  { segment: 'telemetry',     title: 'Telemetry',       about: 'Counts and durations, no content' },
  { segment: 'events',        title: 'Events',          about: 'What happens, as it happens' },
  { segment: 'audit',         title: 'Audit',           about: 'Who did what, by identifiers alone' },
  { segment: 'usage',         title: 'Usage',           about: 'Operational counts' },
  { segment: 'billing',       title: 'Billing',         about: 'Billable events, claim readiness and evidence by reference' },
] as const satisfies readonly Tag[]

const bySegment = new Map<string, Tag>(tags.map((tag) => [tag.segment, tag]))
const top: ReadonlySet<string> = new Set(['audit', 'billing', 'platform', 'spokes'])

export function findTag(path: string): Tag | undefined {
  const named = path.split(/[/:]/).flatMap((part) => bySegment.get(part) ?? [])
  // `/v1/audit/events` belongs to the audit.
  return named.find(({ segment }) => top.has(segment)) ?? named.at(-1)
}
