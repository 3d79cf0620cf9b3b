/** Converts ordinary units of UCUM, and their products and powers. UCUM 1.9 §6 to §11 (grammar). */

/** UCUM 1.9 §27 (prefixes), as powers of ten. http://unitsofmeasure.org */
const prefixes: ReadonlyMap<string, number> = new Map(
  Object.entries({ T: 12, G: 9, M: 6, k: 3, h: 2, da: 1, d: -1, c: -2, m: -3, u: -6, n: -9, p: -12, f: -15 }),
)

/** Powers of the dimensions: `{ length: 1, time: -1 }`. */
type Powers = Readonly<Record<string, number>>
type Atom = { readonly factor: number; readonly powers: Powers }

const row = (factor: number, powers: Powers): Atom => ({ factor, powers })

const pressure: Powers = { mass: 1, length: -1, time: -2 }
const energy: Powers = { mass: 1, length: 2, time: -2 }

/** These take a prefix: in grams, metres and seconds. UCUM 1.9 §28 to §32. */
const metric: ReadonlyMap<string, Atom> = new Map(
  Object.entries({
    ...{ g: row(1, { mass: 1 }), t: row(1e6, { mass: 1 }), m: row(1, { length: 1 }), s: row(1, { time: 1 }) },
    ...{ L: row(0.001, { length: 3 }), l: row(0.001, { length: 3 }), K: row(1, { temperature: 1 }) },
    ...{ mol: row(1, { amount: 1 }), eq: row(1, { equivalents: 1 }), osm: row(1, { osmoles: 1 }) },
    ...{ N: row(1000, { mass: 1, length: 1, time: -2 }), Pa: row(1000, pressure), bar: row(1e8, pressure) },
    ...{ 'm[Hg]': row(133_322_000, pressure), 'm[H2O]': row(9_806_650, pressure) },
    ...{ J: row(1000, energy), cal: row(4184, energy), W: row(1000, { ...energy, time: -3 }) },
    ...{ Hz: row(1, { time: -1 }), V: row(1, { potential: 1 }), '[iU]': row(1, { effect: 1 }) },
    ...{ kat: row(1, { amount: 1, time: -1 }), U: row(1e-6 / 60, { amount: 1, time: -1 }) },
    ...{ Gy: row(1, { dose: 1 }), Sv: row(1, { 'equivalent dose': 1 }), Bq: row(1, { decay: 1 }) },
  }),
)

const others: ReadonlyMap<string, Atom> = new Map(
  Object.entries({
    ...{ min: row(60, { time: 1 }), h: row(3600, { time: 1 }), d: row(86_400, { time: 1 }) },
    ...{ wk: row(604_800, { time: 1 }), mo: row(2_629_800, { time: 1 }), a: row(31_557_600, { time: 1 }) },
    ...{ '[lb_av]': row(453.59237, { mass: 1 }), '[oz_av]': row(28.349523125, { mass: 1 }) },
    ...{ '[in_i]': row(0.0254, { length: 1 }), '[ft_i]': row(0.3048, { length: 1 }) },
    ...{ '%': row(0.01, {}), '10*': row(10, {}), '10^': row(10, {}) },
  }),
)

function findAtom(unit: string): Atom | undefined {
  const own = metric.get(unit) ?? others.get(unit)
  if (own !== undefined) return own
  const length = unit.startsWith('da') ? 2 : 1
  const atom = metric.get(unit.slice(length))
  const power = prefixes.get(unit.slice(0, length))
  return atom && power !== undefined ? row(atom.factor * 10 ** power, atom.powers) : undefined
}

/** An operator, a unit or a number, its exponent, and a note, which does not count. */
const component = /([./]?)(\[[^\]]*\]|10[*^]|[a-zA-Z%]+(?:\[[^\]]*\])?|\d+|(?=\{[^}]*\}))([+-]?\d+)?(?:\{[^}]*\})?/y

/** Nobody writes a longer unit. */
const maxLength = 100

function findUnit(unit: string): Atom | undefined {
  if (unit.length > maxLength) return undefined
  let factor = 1
  const powers: Record<string, number> = {}
  component.lastIndex = 0
  while (component.lastIndex < unit.length) {
    const isFirst = component.lastIndex === 0
    const [, operator, name = '', exponent = '1'] = component.exec(unit) ?? []
    if (operator === undefined || (isFirst ? operator === '.' : operator === '')) return undefined
    const atom = name === '' ? row(1, {}) : (findAtom(name) ?? numberOf(name))
    if (atom === undefined) return undefined
    const power = operator === '/' ? -Number(exponent) : Number(exponent)
    factor *= atom.factor ** power
    for (const [dimension, times] of Object.entries(atom.powers))
      powers[dimension] = (powers[dimension] ?? 0) + times * power
  }
  return Number.isFinite(factor) && factor > 0 ? row(factor, powers) : undefined
}

const numberOf = (text: string): Atom | undefined => (/^\d+$/.test(text) ? row(Number(text), {}) : undefined)

const isSameDimension = (left: Powers, right: Powers): boolean =>
  Object.keys({ ...left, ...right }).every((name) => (left[name] ?? 0) === (right[name] ?? 0))

/** Undefined if they are of different kinds, or one is unknown. */
export function convertOrdinaryUnit(from: string, to: string): number | undefined {
  const [one, other] = [findUnit(from), findUnit(to)]
  if (one === undefined || other === undefined || !isSameDimension(one.powers, other.powers)) return undefined
  return one.factor / other.factor
}

const operators = /[./]|\{[^}]*\}|\[[^\]]*\]/g
const inverse: Readonly<Record<string, string>> = { '.': '/', '/': '.' }

/** The unit of a product or a quotient. UCUM reads operators from the left, so dividing by `g.m` divides by each of them. */
export function joinUnits(operator: '*' | '/', left: string, right: string): string {
  if (right === '1') return left
  if (operator === '/' && left === right) return '1'
  if (operator === '*' && left === '1') return right
  const first = right.startsWith('/') ? right : `.${right}`
  return left + (operator === '*' ? first : first.replaceAll(operators, (part) => inverse[part] ?? part))
}
