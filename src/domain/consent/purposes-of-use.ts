/** Codes of the value set http://terminology.hl7.org/ValueSet/v3-PurposeOfUse (HL7 Terminology 7.0.1) by branch, without its root, which is no purpose. */

// biome-ignore format: one branch a line
export const purposesOfUse = [
  'HMARKT',
  'HOPERAT', 'CAREMGT', 'DONAT', 'FRAUD', 'GOV', 'HACCRED', 'HCOMPL', 'HDECD', 'HDIRECT', 'HDM', 'HLEGAL', 'HOUTCOMS', 'HPRGRP', 'HQUALIMP', 'HSYSADMIN', 'LABELING', 'MEMADMIN', 'METAMGT', 'MILCDM', 'PATADMIN', 'PATSFTY', 'PERFMSR', 'RECORDMGT', 'SYSDEV', 'HTEST', 'TRAIN', 'MLTRAINING',
  'HPAYMT', 'CLMATTCH', 'COVAUTH', 'COVERAGE', 'ELIGDTRM', 'ELIGVER', 'ENROLLM', 'MILDCRG', 'PMTDS', 'REMITADV',
  'HRESCH', 'BIORCH', 'CLINTRCH', 'CLINTRCHNPC', 'CLINTRCHPC', 'PRECLINTRCH', 'DSRCH', 'POARCH', 'TRANSRCH',
  'PATRQT', 'FAMRQT', 'PWATRNY', 'SUPNWK',
  'PUBHLTH', 'DISASTER', 'THREAT',
  'TREAT', 'CLINTRL', 'COC', 'ETREAT', 'BTG', 'ERTREAT', 'POPHLTH', 'TREATDS',
] as const
