/** The floors of the figures of drafting: whether a measured figure holds its floor, and how a floor is raised. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Figure = {
  /** The set that it is measured on. */
  readonly set: string
  readonly name: string
  /** `most`: the figure counts faults, and its floor is the most of them. */
  readonly bound: 'least' | 'most'
  /** Absent if nobody has asked for a value. */
  readonly target?: number
  /** The target is a limit: a figure within it is as good as any other, so the target is the floor. */
  readonly isLimit?: true
  /** A number of things, not a share. */
  readonly isCount?: true
}
export type Measured = Figure & { readonly value: number }

/** By `keyOf`. */
export type Floors = ReadonlyMap<string, number>

const file = join(import.meta.dirname, 'floors.tsv')
const page = join(import.meta.dirname, '../../docs/drafting.md')

export const keyOf = ({ set, name }: Pick<Figure, 'set' | 'name'>): string => `${set}\t${name}`

export const parseFloors = (text: string): Floors =>
  new Map(
    text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => {
      const [set = '', name = '', floor = ''] = line.split('\t')
      if (!/^\d+(?:\.\d+)?$/.test(floor)) throw new Error(`floors.tsv: the floor of "${name}" is no number`)
      return [keyOf({ set, name }), Number(floor)]
    }),
  ) // biome-ignore format: short

export const readFloors = (): Floors => parseFloors(readFileSync(file, 'utf8'))

/** To three digits, and never better than the figure itself: the measure is deterministic. */
const rounded = ({ bound, value }: Measured): number =>
  (bound === 'least' ? Math.floor(value * 1000 + 1e-6) : Math.ceil(value * 1000 - 1e-6)) / 1000

const floorOf = (measured: Measured): number =>
  measured.isLimit === true && measured.target !== undefined ? measured.target : rounded(measured)

const isAsGood = (bound: Figure['bound'], value: number, asked: number): boolean =>
  bound === 'least' ? value >= asked : value <= asked

/** `new`: there is no floor yet. `raise`: the figure is better than its floor. */
export type Verdict = 'held' | 'raise' | 'new' | 'LOST'

export function judgeFigure(measured: Measured, floors: Floors): Verdict {
  const floor = floors.get(keyOf(measured))
  if (floor === undefined) return 'new'
  const own = rounded(measured)
  if (!isAsGood(measured.bound, own, floor)) return 'LOST'
  return own === floor || measured.isLimit === true ? 'held' : 'raise'
}

/** Undefined without a target. */
export const isReached = ({ bound, value, target }: Measured): boolean | undefined =>
  target === undefined ? undefined : isAsGood(bound, value, target)

/** The floors with those of the figures that are better or new; a floor that is lost stays. */
export function raiseFloors(floors: Floors, measured: readonly Measured[]): Floors {
  const better = measured.filter((each) => ['raise', 'new'].includes(judgeFigure(each, floors)))
  return new Map([...floors, ...better.map((each) => [keyOf(each), floorOf(each)] as const)])
}

const head =
  '# Set, figure and floor of each figure that `npm run judge:drafting` holds. `-- --raise` writes those that have risen.'

/** Rows of figures that exist, in their order. */
export const renderFloors = (figures: readonly Figure[], floors: Floors): string =>
  [head, ...listed(figures, floors).map(({ figure, floor }) => `${keyOf(figure)}\t${floor}`), ''].join('\n')

const listed = (figures: readonly Figure[], floors: Floors) =>
  figures.flatMap((figure) => {
    const floor = floors.get(keyOf(figure))
    return floor === undefined ? [] : [{ figure, floor }]
  })

const sign = { least: 'at least', most: 'at most' } as const
export const inDigits = ({ isCount }: Figure, value: number): string => value.toFixed(isCount === true ? 0 : 3)
export const asBound = (figure: Figure, value: number | undefined): string =>
  value === undefined ? '' : `${sign[figure.bound]} ${inDigits(figure, value)}`

const tableHead = ['| set | figure | target | floor |', '|---|---|---|---|']

/** The table of the page. */
export const renderTable = (figures: readonly Figure[], floors: Floors): string =>
  [
    ...tableHead,
    ...listed(figures, floors).map(({ figure, floor }) => `| ${figure.set} | ${figure.name} | ${asBound(figure, figure.target)} | ${asBound(figure, floor)} |`),
  ].join('\n') // biome-ignore format: short

/** The table as the page has it. Throws if it has none. */
export function findTable(text: string): string {
  const from = text.indexOf(tableHead.join('\n'))
  if (from === -1) throw new Error('docs/drafting.md has no table of floors')
  const end = text.indexOf('\n\n', from)
  return text.slice(from, end === -1 ? text.length : end)
}

/** Writes the file and the table of the page. */
export function writeFloors(figures: readonly Figure[], floors: Floors): void {
  writeFileSync(file, renderFloors(figures, floors))
  const text = readFileSync(page, 'utf8')
  writeFileSync(
    page,
    text.replace(findTable(text), () => renderTable(figures, floors)),
  )
}
