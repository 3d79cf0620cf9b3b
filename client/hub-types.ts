/** What the Hub's operations take and answer, as far as a client of the main job needs them. Spec 2.1, 4; hub-contract "Methods". */

export type Stored = {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

export type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null }

export type NewEncounter = {
  readonly patientId: string
  readonly practitionerRoleId: string
  readonly organizationId?: string
  readonly locationId?: string
  readonly class?: string
  readonly status?: string
  readonly period: { readonly start: string; readonly end?: string }
  readonly reason?: string
  readonly funding?: { readonly scheme: string; readonly identifier?: string }
}

export type EncounterChange = { readonly status?: string; readonly period?: NewEncounter['period'] }

export type NewConsent = {
  readonly patientId: string
  readonly permits: readonly string[]
  readonly purposes: readonly string[]
  readonly recipients?: readonly string[]
  readonly method: 'verbal' | 'written' | 'electronic'
}

export type NewSegment = {
  readonly id?: string
  readonly speaker: string
  readonly startMs: number
  readonly endMs: number
  readonly text: string
  readonly uncertain?: boolean
}

export type NewTranscript = { readonly language?: string; readonly segments: readonly NewSegment[] }

export type NewDiarisation = {
  readonly speakers: readonly { readonly label: string; readonly role: 'clinician' | 'patient' | 'other' }[]
}

export type Generation = { readonly templateId: string; readonly transcriptIds?: readonly string[] }

export type Job = {
  readonly id: string
  readonly state: string
  readonly reason?: string
  readonly artifactId?: string
}

export type Evidence =
  | {
      readonly kind: 'segment'
      readonly transcriptId: string
      readonly segmentId: string
      readonly start: number
      readonly end: number
      readonly role: string
    }
  | { readonly kind: 'resource'; readonly reference: string }
  | { readonly kind: 'attestation'; readonly by: string; readonly reasonCode: string }

export type Statement = { readonly id: string; readonly text: string; readonly evidence: readonly Evidence[] }

export type Section = {
  readonly key: string
  readonly title: string
  readonly statements: readonly Statement[]
}

export type Artifact = Stored & {
  readonly state: string
  readonly documentId: string
  readonly note: { readonly title: string; readonly sections: readonly Section[] }
}

export type Finding = {
  readonly rule: string
  readonly statementId?: string
  readonly section?: string
  readonly message: string
}

export type Verification = {
  readonly artifactId: string
  readonly outcome: 'passed' | 'failed' | 'not_run'
  readonly reason?: string
  readonly findings: readonly Finding[]
  readonly confidence: number
}

export type QueueItem = {
  readonly artifactId: string
  readonly state: string
  readonly verification: string
  readonly ageMs: number
}

export type NewChannel = {
  readonly name: string
  readonly templateIds: readonly string[]
  readonly recipient: { readonly name: string; readonly kind?: string }
  readonly purposeOfUse: string
  readonly legalBasis: 'own_organisation' | 'consent' | 'statute'
  readonly format: string
  readonly transport: string
  readonly destination: Readonly<Record<string, unknown>>
  readonly retry?: { readonly attempts?: number; readonly baseMs?: number; readonly maxMs?: number }
}

export type Channel = Stored & NewChannel

export type Delivery = {
  readonly id: string
  readonly artifactId: string
  readonly channelId: string
  readonly documentId: string
  readonly kind: 'original' | 'recall'
  readonly format: string
  readonly state: string
  readonly reason?: string
  readonly bytes?: number
  readonly sha256?: string
  readonly acknowledgement?: string
  readonly fileName?: string
  readonly createdAt: string
  readonly updatedAt: string
}

export type Told = {
  readonly channel: string
  readonly format: string
  readonly recall: string
  readonly fileName?: string
}

export type Recall = {
  readonly artifactId: string
  readonly acknowledged: readonly Told[]
  readonly waiting: readonly Told[]
  readonly byHand: readonly Told[]
}

export type Template = Stored & { readonly title: string; readonly artifactType: string }
export type Usage = { readonly periodDays: number; readonly usage: Readonly<Record<string, number>> }
export type BillableEvent = { readonly id: string; readonly kind: string; readonly artifactId?: string }

type Row = { readonly method: string; readonly path: string; readonly body: unknown; readonly answer: unknown }
type Operation<Method extends string, Path extends string, Body, Answer> = {
  readonly method: Method
  readonly path: Path
  readonly body: Body
  readonly answer: Answer
}
type Id = string

/** The first row that fits a method and path is theirs, so that `:verb` paths come before the resource's own. */
// biome-ignore format: one row a line
export type Operations = readonly [
  Operation<'POST',  '/v1/encounters', NewEncounter, Stored>,
  Operation<'POST',  `/v1/encounters/${Id}/artifacts:generate`, Generation, Job>,
  Operation<'POST',  `/v1/encounters/${Id}/transcripts`, NewTranscript, Stored>,
  Operation<'PATCH', `/v1/encounters/${Id}`, EncounterChange, Stored>,
  Operation<'POST',  '/v1/consents', NewConsent, Stored>,
  Operation<'PUT',   `/v1/transcripts/${Id}/diarisation`, NewDiarisation, Stored>,
  Operation<'GET',   `/v1/jobs/${Id}`, undefined, Job>,
  Operation<'POST',  `/v1/artifacts/${Id}:verify`, undefined, Verification>,
  Operation<'POST',  `/v1/artifacts/${Id}:approve`, undefined, Artifact>,
  Operation<'POST',  `/v1/artifacts/${Id}:recall`, { readonly reasonCode: string }, Artifact>,
  Operation<'GET',   `/v1/artifacts/${Id}/recall`, undefined, Recall>,
  Operation<'GET',   `/v1/artifacts/${Id}`, undefined, Artifact>,
  Operation<'GET',   `/v1/release-gates/${string}/queue?${string}`, undefined, Page<QueueItem>>,
  Operation<'GET',   `/v1/templates?${string}`, undefined, Page<Template>>,
  Operation<'POST',  '/v1/channels', NewChannel, Channel>,
  Operation<'PUT',   `/v1/channels/${Id}`, NewChannel, Channel>,
  Operation<'GET',   `/v1/channels?${string}`, undefined, Page<Channel>>,
  Operation<'GET',   `/v1/deliveries?${string}`, undefined, Page<Delivery>>,
  Operation<'GET',   `/v1/usage/summary?${string}`, undefined, Usage>,
  Operation<'GET',   `/v1/billing/events?${string}`, undefined, Page<BillableEvent>>,
]

export type Find<Rows, Method extends string, Path extends string> = Rows extends readonly [
  infer First extends Row,
  ...infer Rest,
]
  ? Method extends First['method']
    ? Path extends First['path']
      ? First
      : Find<Rest, Method, Path>
    : Find<Rest, Method, Path>
  : never
