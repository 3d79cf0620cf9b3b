/** What the receivers of each HL7 v2 preset expect. docs/channels.md. */
import { defaultPreset } from '../export-input.ts'
import type { Component } from './encoding.ts'

export type Hl7Profile = {
  readonly preset: string
  /** MSH-12, first component. */
  readonly version: '2.3.1' | '2.4' | '2.5.1'
  /** The message of a letter or referral, and that of everything else. */
  readonly letters: 'REF' | 'ORU' | 'MDM'
  readonly reports: 'ORU' | 'MDM'
  /** ADRM appendix 8: 1 is one group with a PDF; 2 has groups of supporting information too. */
  readonly level?: 1 | 2
  /** Under ADRM: MSH-12 in full, MSH-19. */
  readonly isAdrm: boolean
  /** A letter that no number leads to its recipient is refused. D129. */
  readonly isStrict: boolean
  /** MSH-15, MSH-16. Both empty: original mode, one reply. HL7 v2.4 2.9.2. */
  readonly acknowledgements: readonly [accept: string, application: string]
  readonly characterSet: 'unicode' | 'latin1'
  /** An RTF display segment before the PDF. */
  readonly hasRtf: boolean
}

type Shared = Omit<Hl7Profile, 'preset' | 'isStrict' | 'level'>

const adrm: Shared = {
  version: '2.4',
  letters: 'REF',
  reports: 'ORU',
  isAdrm: true,
  acknowledgements: ['AL', 'AL'],
  characterSet: 'unicode',
  hasRtf: false,
}
const practice: Omit<Hl7Profile, 'preset'> = {
  ...adrm,
  letters: 'ORU',
  isAdrm: false,
  isStrict: false,
  acknowledgements: ['AL', 'NE'],
  characterSet: 'latin1',
}
const hospital: Omit<Hl7Profile, 'preset'> = {
  ...practice,
  version: '2.5.1',
  letters: 'MDM',
  reports: 'MDM',
  acknowledgements: ['', ''],
  characterSet: 'unicode',
}

export const profiles: readonly Hl7Profile[] = [
  { ...adrm, preset: defaultPreset, level: 1, isStrict: false },
  { ...adrm, preset: 'adrm-strict', level: 1, isStrict: true },
  { ...adrm, preset: 'adrm-strict-level-2', level: 2, isStrict: true },
  { ...practice, preset: 'practice-classic' },
  { ...practice, preset: 'practice-classic-rtf', hasRtf: true },
  { ...practice, preset: 'practice-classic-2.3.1', version: '2.3.1' },
  { ...hospital, preset: 'hospital-mdm' },
]

/** Throws RangeError for a preset that is not one. */
export function profileOf(preset: string): Hl7Profile {
  const found = profiles.find((profile) => profile.preset === preset)
  if (found === undefined) throw new RangeError('not a preset of hl7v2')
  return found
}

const localisations = { 1: 'HL7AU-OO-REF-SIMPLIFIED-201706-L1', 2: 'HL7AU-OO-REF-SIMPLIFIED-201706' } as const

/** VID of MSH-12: version, country, localisation. ADRM 000040. */
export function buildVersion({ version, isAdrm, level = 1 }: Hl7Profile, isReferral: boolean): readonly Component[] {
  if (!isAdrm) return [version]
  const localisation = isReferral ? localisations[level] : 'HL7AU-OO-201701'
  return [version, ['AUS', 'Australia', 'ISO3166_1'], [localisation, '', 'L']]
}
