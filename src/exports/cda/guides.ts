/** The presets of CDA and what each claims to be: template, document type, and level of the Agency's implementation guides. */
import { defaultPreset } from '../export-input.ts'

/** `narrative`: one file of uncoded sections. 1A: a header, and the page as an attachment. 3A: coded sections and entries. */
type Level = 'narrative' | '1A' | '3A'

export type GuideName = 'sharedHealthSummary' | 'eventSummary' | 'specialistLetter' | 'dischargeSummary' | 'eReferral'

type GuideRow = {
  readonly preset: string
  readonly level: Level
  /** Absent: it claims no guide. */
  readonly guide?: GuideName
}

// biome-ignore format: one row a line
export const guidePresets = [
  { preset: defaultPreset,               level: 'narrative'                              },
  { preset: 'general-1A',                level: '1A'                                     },
  { preset: 'shared-health-summary-3A',  level: '3A', guide: 'sharedHealthSummary'       },
  { preset: 'event-summary-3A',          level: '3A', guide: 'eventSummary'              },
  { preset: 'specialist-letter-1A',      level: '1A', guide: 'specialistLetter'          },
  { preset: 'specialist-letter-3A',      level: '3A', guide: 'specialistLetter'          },
  { preset: 'discharge-summary-1A',      level: '1A', guide: 'dischargeSummary'          },
  { preset: 'discharge-summary-3A',      level: '3A', guide: 'dischargeSummary'          },
  { preset: 'ereferral-3A',              level: '3A', guide: 'eReferral'                 },
] as const satisfies readonly GuideRow[]

type GuideClaim = {
  readonly template: readonly [root: string, extension: string]
  /** LOINC. The name is the guide's, not LOINC's. */
  readonly type: readonly [code: string, display: string]
}

// biome-ignore format: one row a line
export const guideClaims: Readonly<Record<GuideName, GuideClaim>> = {
  sharedHealthSummary: { template: ['1.2.36.1.2001.1001.101.100.1002.120', '1.4'], type: ['60591-5', 'Patient summary'] },
  eventSummary:        { template: ['1.2.36.1.2001.1001.101.100.1002.136', '1.3'], type: ['34133-9', 'Summary of episode note'] },
  specialistLetter:    { template: ['1.2.36.1.2001.1001.101.100.1002.132', '1.3'], type: ['51852-2', 'Letter'] },
  dischargeSummary:    { template: ['1.2.36.1.2001.1001.101.100.1002.4',   '3.4'], type: ['18842-5', 'Discharge Summarization Note'] },
  eReferral:           { template: ['1.2.36.1.2001.1001.101.100.1002.2',   '2.2'], type: ['57133-1', 'Referral note'] },
}

/** Throws for a preset that CDA does not have; checkDocument refuses it before. */
export function guideOf(preset: string): GuideRow {
  const row = guidePresets.find((candidate) => candidate.preset === preset)
  if (row === undefined) throw new TypeError('unknown preset of CDA')
  return row
}
