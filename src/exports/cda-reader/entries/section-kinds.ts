/** The coded sections of the Agency's guides: their LOINC codes, the kinds of entries that each may hold, and what it is about. */
import type { Topic } from '../../clinical-facts.ts'
import { allergyKinds } from './allergies.ts'
import { historyItemKind, procedureKind } from './history.ts'
import { immunisationKind } from './immunisations.ts'
import type { Kind } from './kind.ts'
import { medicineKind } from './medicines.ts'
import { problemKind, visitProblemKind, wordedDiagnosisKind } from './problems.ts'
import { recommendationKind, serviceKind } from './requests.ts'
import { resultKind } from './results.ts'

export type SectionKind = {
  /** Absent: LOINC has no code that is as narrow. */
  readonly loinc?: string
  readonly kinds: readonly Kind[]
  /** Of which an exclusion statement says that the whole section is empty. */
  readonly topic?: Topic
}

/** By NCTIS code. Ceased medicines have no LOINC code: those of medicines would say that they are taken. */
// biome-ignore format: one row a line
export const sectionKinds: Readonly<Record<string, SectionKind>> = {
  '101.20113':        { loinc: '48765-2', topic: 'allergies',     kinds: allergyKinds },
  '101.16146':        { loinc: '10160-0', topic: 'medicines',     kinds: [medicineKind] },
  '101.16146.4.1.1':  { loinc: '10183-2', topic: 'medicines',     kinds: [medicineKind] },
  '101.16146.4.1.2':  {                                           kinds: [medicineKind] },
  '101.16117':        { loinc: '11348-0',                         kinds: [problemKind, procedureKind, historyItemKind] },
  '101.16142':        { loinc: '11450-4', topic: 'problems',      kinds: [visitProblemKind] },
  '101.20109':        { loinc: '47519-4', topic: 'procedures',    kinds: [procedureKind] },
  '101.16638':        { loinc: '11369-6', topic: 'immunisations', kinds: [immunisationKind] },
  '101.16611':        { loinc: '51848-0',                         kinds: [problemKind, procedureKind, wordedDiagnosisKind] },
  '101.16606':        { loinc: '18776-5',                         kinds: [recommendationKind] },
  '101.16020':        { loinc: '18776-5',                         kinds: [] },
  '101.16021':        { loinc: '18776-5',                         kinds: [serviceKind] },
  '101.20016':        { loinc: '18776-5',                         kinds: [recommendationKind] },
  '101.20117':        { loinc: '30954-2',                         kinds: [] },
  '102.16029':        {                                           kinds: [resultKind] },
  '102.16144':        {                                           kinds: [resultKind] },
  '102.16145':        {                                           kinds: [resultKind] },
  '102.20158':        {                                           kinds: [serviceKind] },
  '102.16347':        { loinc: '42349-1',                         kinds: [] },
}

/** Referral Detail of an eReferral. */
export const referralSection = '102.16347'
