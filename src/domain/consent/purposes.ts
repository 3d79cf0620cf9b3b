/** The effect of a purpose on a caller. A clinical role treats; the purpose of others is unknown. D56. */
import type { Coding } from '@medplum/fhirtypes'
import type { Asker } from './asker.ts'
import type { Match } from './match.ts'

/** http://terminology.hl7.org/CodeSystem/v3-ActReason, PurposeOfUse: those other than treatment. */
// biome-ignore format: one branch a line
const besides: ReadonlySet<string> = new Set([
  'HMARKT',
  'HOPERAT', 'CAREMGT', 'DONAT', 'FRAUD', 'GOV', 'HACCRED', 'HCOMPL', 'HDECD', 'HDIRECT', 'HDM', 'HLEGAL', 'HOUTCOMS', 'HPRGRP', 'HQUALIMP', 'HSYSADMIN', 'LABELING', 'METAMGT', 'MEMADMIN', 'MILCDM', 'PATADMIN', 'PATSFTY', 'PERFMSR', 'RECORDMGT', 'SYSDEV', 'TRAIN',
  'HPAYMT', 'CLMATTCH', 'COVAUTH', 'COVERAGE', 'ELIGDTRM', 'ELIGVER', 'ENROLLM', 'MILDCRG', 'REMITADV',
  'HRESCH', 'BIORCH', 'CLINTRCH', 'CLINTRCHNPC', 'CLINTRCHPC', 'PRECLINTRCH', 'DSRCH', 'POARCH', 'TRANSRCH',
  'PATRQT', 'FAMRQT', 'PWATRNY', 'SUPNWK',
  'PUBHLTH', 'DISASTER', 'THREAT',
])

export function matchPurpose(purpose: readonly Coding[], { isClinical }: Asker): Match {
  if (!isClinical) return 'unsure'
  if (purpose.some(({ code }) => code === 'TREAT')) return 'yes'
  return purpose.every(({ code }) => code !== undefined && besides.has(code)) ? 'no' : 'unsure'
}
