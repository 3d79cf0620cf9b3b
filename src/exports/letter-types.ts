/**
 * Which documents are letters: a person writes them to a person, so they have an addressee, a salutation and a closing, and HL7 v2 sends
 * them as referrals. By LOINC code of Composition.type: R4 ValueSet c80-doc-typecodes, names that end in "Letter" or "Referral note";
 * 84106-4 is a specialist letter of the Australian Digital Health Agency. Letters to payers and of administration are no clinical letters.
 */

export type LetterKind = 'letter' | 'referral'

// biome-ignore format: codes in the order of the value set
const letters: ReadonlySet<string> = new Set([
  '51852-2', '68684-0', '68866-3', '68593-3', '68609-7', '68620-4', '68624-6', '68634-5', '68649-3', '68662-6', '68671-7',
  '68555-2', '68682-4', '68686-5', '68695-6', '68707-9', '68567-7', '68571-9', '68576-8', '68585-9', '68717-8', '68728-5',
  '68893-7', '68898-6', '68747-5', '68758-2', '68766-5', '68870-5', '68875-4', '68789-7', '68880-4', '68803-6', '68865-5',
  '68813-5', '68826-7', '68598-2', '68838-2', '68847-3', '68853-1', '68607-1', '84106-4',
])

// biome-ignore format: codes in the order of the value set
const referrals: ReadonlySet<string> = new Set([
  '57133-1', '57170-3', '57178-6', '57134-9', '57135-6', '57136-4', '57137-2', '69438-0', '57138-0', '57139-8', '57171-1',
  '57172-9', '57141-4', '57142-2', '57143-0', '57144-8', '57146-3', '57145-5', '57173-7', '57179-4', '57147-1', '57148-9',
  '57149-7', '57150-5', '57151-3', '57174-5', '57175-2', '57176-0', '57152-1', '57153-9', '57154-7', '57155-4', '57156-2',
  '57157-0', '57158-8', '57177-8', '57159-6', '57160-4', '57162-0', '57163-8', '57164-6', '57165-3', '57166-1', '57167-9',
  '57168-7', '57169-5',
])

/** Undefined for a note, a summary or a report, and for a type that has no LOINC code. */
export function letterKindOf(loinc: string | undefined): LetterKind | undefined {
  if (loinc === undefined) return undefined
  if (referrals.has(loinc)) return 'referral'
  return letters.has(loinc) ? 'letter' : undefined
}
