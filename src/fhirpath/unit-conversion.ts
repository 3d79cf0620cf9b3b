/** How much one unit of UCUM is of another, for what quantities are ordinarily given in: a metric unit, a time, or a quotient of both. */

/** UCUM 1.9 §27 (prefixes), as powers of ten. http://unitsofmeasure.org */
const prefixes: ReadonlyMap<string, number> = new Map(
  Object.entries({ G: 9, M: 6, k: 3, h: 2, da: 1, d: -1, c: -2, m: -3, u: -6, n: -9, p: -12, f: -15 }),
)

type Atom = { readonly dimension: string; readonly factor: number }

const row = (dimension: string, factor = 1): Atom => ({ dimension, factor })

/** These take a prefix. UCUM 1.9 §28 to §32. */
const metric: ReadonlyMap<string, Atom> = new Map(
  Object.entries({
    ...{ g: row('mass'), t: row('mass', 1e6), m: row('length'), s: row('time') },
    ...{ L: row('volume'), l: row('volume'), mol: row('amount'), eq: row('equivalents'), osm: row('osmoles') },
    ...{ Pa: row('pressure'), 'm[Hg]': row('pressure', 133_322), J: row('energy'), cal: row('energy', 4.184) },
    ...{ Hz: row('frequency'), W: row('power'), V: row('potential'), U: row('activity'), '[iU]': row('effect') },
    ...{ Gy: row('dose'), Sv: row('equivalent dose'), Bq: row('decay') },
  }),
)

const others: ReadonlyMap<string, Atom> = new Map(
  Object.entries({
    ...{ min: row('time', 60), h: row('time', 3600), d: row('time', 86_400), wk: row('time', 604_800) },
    ...{ mo: row('time', 2_629_800), a: row('time', 31_557_600) },
    ...{ '[lb_av]': row('mass', 453.59237), '[oz_av]': row('mass', 28.349523125) },
    ...{ '[in_i]': row('length', 0.0254), '[ft_i]': row('length', 0.3048) },
    ...{ '1': row(''), '%': row('', 0.01) },
  }),
)

function findAtom(unit: string): Atom | undefined {
  const own = metric.get(unit) ?? others.get(unit)
  if (own !== undefined) return own
  const length = unit.startsWith('da') ? 2 : 1
  const atom = metric.get(unit.slice(length))
  const power = prefixes.get(unit.slice(0, length))
  return atom && power !== undefined ? row(atom.dimension, atom.factor * 10 ** power) : undefined
}

/** Of a unit, or of one by another. */
function findUnit(unit: string): Atom | undefined {
  const [above = '', below, ...more] = unit.split('/')
  const [one, other] = [findAtom(above), below === undefined ? row('') : findAtom(below)]
  if (one === undefined || other === undefined || more.length > 0) return undefined
  return row(`${one.dimension}/${other.dimension}`, one.factor / other.factor)
}

/** Undefined where they are of different kinds, or one of them is not known here. */
export function convertOrdinaryUnit(from: string, to: string): number | undefined {
  const [one, other] = [findUnit(from), findUnit(to)]
  if (one === undefined || other === undefined || one.dimension !== other.dimension) return undefined
  return one.factor / other.factor
}
