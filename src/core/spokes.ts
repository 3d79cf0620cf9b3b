/** The named spokes. docs/design/hub.md#spokes; the iOS spoke's identifier is configured. */
import type { Feature } from './features.ts'
import type { GateName } from './gates.ts'

export type Spoke = {
  readonly id: string
  readonly title: string
  readonly purpose: string
  /** Whether it can keep a secret, or signs its user in with PKCE (RFC 7636). R5.3. */
  readonly surface: 'confidential' | 'public-pkce'
  readonly scopes: readonly ('read' | 'write')[]
  /** Features that its work needs: it is ready while they are on. It may use all others too. */
  readonly flags: readonly Feature[]
  /** The release gates of its outputs. */
  readonly gates: readonly GateName[]
}

/** Instead of a spoke's identifier: the platform config for every spoke of the tenant. No spoke has this name. D75 */
export const tenantWide = 'tenant'

const [both, readOnly] = [['read', 'write'], ['read']] as const
const clinical = ['clinical_review'] as const

// biome-ignore format: one row a line
const namedSpokes = [
  { id: 'link', title: 'Link', purpose: 'Patient-controlled records, consent grants, traceable sharing, clinician snapshot release', surface: 'public-pkce', scopes: both, flags: ['share', 'link_shares'], gates: ['patient_release'] },
  { id: 'hospital_hub', title: 'Hospital Hub', purpose: 'Ward context, handover, care-team coordination', surface: 'confidential', scopes: both, flags: ['capture', 'generate', 'verify', 'approve', 'dispatch'], gates: ['clinical_review', 'second_reviewer'] },
  { id: 'home_hub', title: 'Home Hub', purpose: 'Home monitoring, post-discharge care, carer-supported workflows', surface: 'public-pkce', scopes: both, flags: ['capture', 'generate', 'verify', 'approve', 'share'], gates: ['clinical_review', 'patient_release'] },
  { id: 'triage', title: 'Triage', purpose: 'Intake, priority signals, missing items, escalation preparation, queue routing', surface: 'confidential', scopes: both, flags: ['capture', 'generate', 'verify'], gates: clinical },
  { id: 'knowledge_base', title: 'Knowledge', purpose: 'Evidence retrieval, governed RAG context, guideline search, citation bundles', surface: 'confidential', scopes: both, flags: ['generate', 'verify'], gates: clinical },
  { id: 'connect', title: 'Connect', purpose: 'FHIR, HL7, EMR, EHR, national health record and interoperability audit pathways', surface: 'confidential', scopes: both, flags: ['dispatch', 'export', 'fhir_write', 'subscriptions', 'bulk_export'], gates: clinical },
  { id: 'biometrics', title: 'Biometrics', purpose: 'Wearable signals, vital-sign context, device integrations, clinical correlation events', surface: 'confidential', scopes: both, flags: ['capture', 'fhir_write'], gates: clinical },
  { id: 'medico_legal', title: 'Medico-legal', purpose: 'Chronology generation, evidence packaging, source provenance, disclosure bundle controls', surface: 'confidential', scopes: both, flags: ['generate', 'verify', 'approve', 'export'], gates: ['medico_legal_disclosure'] },
  { id: 'billing', title: 'Billing', purpose: 'Usage review, claim evidence, cost attribution', surface: 'confidential', scopes: readOnly, flags: [], gates: [] },
  { id: 'speed', title: 'Speed', purpose: 'Performance medicine, rehabilitation tracking, return-to-play workflows, athlete context', surface: 'confidential', scopes: both, flags: ['capture', 'generate', 'verify', 'approve'], gates: clinical },
] as const satisfies readonly Spoke[]

/** All eleven, with the native iOS capture spoke under its configured identifier. */
// biome-ignore format: one row a line
export const spokes = (iosSpokeId: string): readonly Spoke[] => [
  { id: iosSpokeId, title: 'Native iOS capture', purpose: 'Native capture, offline-first sync, clinician UX state, Hub handoff', surface: 'public-pkce', scopes: both, flags: ['capture', 'audio', 'transcription', 'generate', 'verify', 'approve'], gates: clinical },
  ...namedSpokes,
]
