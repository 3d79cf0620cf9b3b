/** How an entry says that a diagnosis is in doubt, or is over: it has no other place for it than words. */

/** R4 condition-ver-status. */
export const verificationWords: Readonly<Record<string, string>> = {
  unconfirmed: 'Unconfirmed',
  provisional: 'Provisional',
  differential: 'Differential',
}

/** R4 condition-clinical: what is no longer active. */
export const clinicalWords: Readonly<Record<string, string>> = {
  inactive: 'Inactive',
  remission: 'In remission',
  resolved: 'Resolved',
}

/** Words of a type that state a problem of the patient. Others, such as "Excluded diagnosis", may not. */
export const problemTypes: ReadonlySet<string> = new Set([
  ...['problem', 'diagnosis', 'problem/diagnosis', 'primary diagnosis', 'principal diagnosis', 'secondary diagnosis'],
  ...['additional diagnosis', 'other diagnosis', 'presenting problem', 'complication', 'comorbidity', 'co-morbidity'],
])
