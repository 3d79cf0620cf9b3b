/** The mask of one value: it tells roughly how long the value is, and nothing else. D221. */

/** The first row that is long enough. */
const classes = [
  { most: 0, mask: '' },
  { most: 1, mask: '*' },
  { most: 8, mask: '**' },
  { most: 64, mask: '***' },
  { most: Number.POSITIVE_INFINITY, mask: '****' },
] as const

export const maskLeaf = (text: string): string => classes.find(({ most }) => text.length <= most)?.mask ?? '****'

/** Content that has no structure that we know. */
export const opaque = '****'
