/** What became of a medicine: NCTIS Change Type, and Recommendation or Change, as codes and as words. */

export const changeTypes = {
  unchanged: ['01', 'Unchanged'],
  changed: ['02', 'Changed'],
  cancelled: ['03', 'Cancelled'],
  prescribed: ['04', 'Prescribed'],
  ceased: ['05', 'Ceased'],
  suspended: ['06', 'Suspended'],
} as const

export const recommended = ['01', 'A recommendation to make the change.'] as const
export const made = ['02', 'The change has been made.'] as const

type Pair = readonly [code: string, display: string]

export const wordsOfChange = (type: Pair, status: Pair): string => `${type[1]}. ${status[1]}`

/** The words that a discharge summary of ours has for a change. */
export const changeWords: ReadonlyMap<string, { readonly type: Pair; readonly isMade: boolean }> = new Map(
  Object.values(changeTypes).flatMap((type) =>
    [recommended, made].map((status) => [wordsOfChange(type, status), { type, isMade: status === made }] as const),
  ),
)
