/** The reasons why a message waits for a person. All of them are found before anything is written. docs/inbound.md#reasons-to-hold-a-message. */

// biome-ignore format: one row a line
export const holdReasons = {
  'no-number':              'no number of the patient tells whose record it is',
  'several-records':        'one number is in more than one record',
  'numbers-disagree':       'the numbers belong to different records',
  'national-number-differs': 'the record has another IHI',
  'birth-date-differs':     'the record has another birth date',
  'sex-differs':            'the record has another sex',
  'family-name-differs':    'the record has another family name',
  'merged-record':          'the record has been merged into another one',
  'other-patients-visit':   'the visit is another patient’s',
  'other-patients-document': 'the document is another patient’s',
  'several-visits':         'the number is that of more than one visit',
  'several-documents':      'the number is that of more than one document',
  'released-document':      'the document was released here, and only its release changes it',
  'address-of-this-server': 'a link leads to a resource of this server',
} as const satisfies Readonly<Record<string, string>>

export type HoldReason = keyof typeof holdReasons

/** Which reason holds it, and the place of the message that it is about. */
export type Hold = { readonly reason: HoldReason; readonly place: string }

export class Held extends Error {
  constructor(holds: readonly Hold[]) {
    super(holds.map(({ reason, place }) => `${reason} ${place}`).join(', '))
    this.name = 'Held'
  }
}

export const hold = (reason: HoldReason, place: string): never => {
  throw new Held([{ reason, place }])
}
