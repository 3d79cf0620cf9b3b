/**
 * Reads a sentence in the voice of a template as the sentence that a note would have, before it is judged. D267.
 * The verifier's own table: each row takes away words that state nothing, or only who speaks to whom.
 */
import type { Statement, Voice } from '../../core/clinical-note.ts'

type Reading = readonly [begins: RegExp, note: string]

// biome-ignore format: one row a line
const readings: Readonly<Record<Voice, readonly Reading[]>> = {
  letter: [
    [/^The patient says(?=(?: \(recording unclear\))?: ")/, 'Reports'],
    [/^The patient says of (?=[a-z][a-z, ]+(?: \(recording unclear\))?: ")/, ''],
    [/^The clinician also said(?=(?: \(recording unclear\))?: ")/, 'Also said'],
    [/^The patient (?:presents with|also reports) (?=\S)/, ''],
    [/^The patient is advised not to (?=\S)/, 'Do not '],
    [/^The patient is advised to (?=\S)/, ''],
    [/^The plan is to (?=\S)/, ''],
    [/^The (?:impression|diagnosis) is (?=\S)/, ''],
    [/^There is a history of (?=\S)/, 'History of '],
    [/^There is (?=no \S)/, ''],
    [/^The patient (?=[a-z])/, ''],
  ],
  patient: [
    [/^You said(?=(?: \(recording unclear\))?: ")/, 'Reports'],
    [/^You said of (?=[a-z][a-z, ]+(?: \(recording unclear\))?: ")/, ''],
    [/^Your clinician said(?=(?: \(recording unclear\))?: ")/, 'Also said'],
    [/^You (?:also )?told us about (?=\S)/, ''],
    [/^You may have (?:an? )?(?=\S)/, 'Possible '],
    [/^You likely have (?:an? )?(?=\S)/, 'Likely '],
    [/^We still need to rule out (?=\S)/, 'To exclude: '],
    [/^You have a history of (?=\S)/, 'History of '],
    [/^You have (?=no \S)/, ''],
    [/^You have (?=(?:tried|had|been|not)\b)/, 'Has '],
    [/^You have (?:an? )?(?=\S)/, ''],
    [/^You are (?=(?:taking|allergic)\b)/, ''],
    [/^You are (?=\S)/, 'Is '],
    [/^You were (?=\S)/, 'Was '],
    [/^You do (?=not\b)/, 'Does '],
    [/^You (need|want|feel|get|take|use|live|work|drink|smoke|sleep|eat) (?=\S)/, '$1s '],
    [/^You (?=(?:had|felt|got|did|can|cannot|could)\b)/, ''],
    [/^Come back (?=\S)/, 'Return '],
    [/^See us again (?=\S)/, 'Review '],
    [/^We will refer you to (?=\S)/, 'Refer to '],
  ],
}

/** Plain names, and the names that a note has: both name the same concept, which a test holds. */
// biome-ignore format: one row a line
export const plainNames: readonly (readonly [plain: string, name: string])[] = [
  ['trouble breathing', 'shortness of breath'],
  ['feeling sick', 'nausea'],
  ['throwing up', 'vomiting'],
  ['peeing more often', 'urinary frequency'],
  ['bursting to pee', 'urinary urgency'],
  ['blood in pee', 'blood in urine'],
  ['chesty cough', 'productive cough'],
  ['problem with vision', 'visual disturbance'],
  ['heart racing', 'palpitations'],
  ['tummy discomfort', 'abdominal discomfort'],
  ['lower tummy pain', 'lower abdominal pain'],
  ['tummy pain', 'abdominal pain'],
  ['stomach bug', 'gastroenteritis'],
  ['water infection', 'urinary tract infection'],
  ['bladder inflammation', 'cystitis'],
  ['sinus infection', 'sinusitis'],
  ['low blood count', 'anaemia'],
]

/** "Gastroenteritis (stomach bug)" is "gastroenteritis"; a plain name alone is the name of the note. Quoted words stay. */
function readPlain(text: string): string {
  if (text.includes('"')) return text
  return plainNames.reduce(
    (out, [plain, name]) =>
      out
        .replace(new RegExp(`(\\b${name}) \\(${plain}\\)`, 'i'), '$1')
        .replace(new RegExp(`\\b${plain}\\b`, 'i'), name),
    text,
  )
}

const marked = / \(recording unclear\)\.$/
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function readOne(said: string, own: readonly Reading[]): string {
  const text = own === readings.patient ? sentence(readPlain(said)) : said
  const found = own.find(([begins]) => begins.test(text))
  return found === undefined ? text : sentence(text.replace(found[0], found[1]))
}

const bodyOf = (text: string): string => text.replace(marked, '').replace(/\.$/, '').replace(/^possibly /i, '').toLowerCase() // biome-ignore format: short

/** "A, b and c." is "A; b; c." if its parts are these; a later part may leave out the words that the first begins with. */
function withSemicolons(whole: string, parts: readonly string[]): string {
  const [first = '', ...rest] = parts.map(bodyOf)
  const text = bodyOf(whole)
  if (rest.length === 0 || !text.startsWith(first)) return whole
  let left = text.slice(first.length)
  const items: string[] = []
  for (const part of rest) {
    const joint = /^(?:, | and |; )/.exec(left)?.[0]
    if (joint === undefined) return whole
    const after = left.slice(joint.length)
    const item = suffixesOf(part, first).find((one) => after.startsWith(one))
    if (item === undefined) return whole
    items.push(item)
    left = after.slice(item.length)
  }
  return left === '' ? `${[sentence(first), ...items].join('; ')}${marked.exec(whole)?.[0] ?? '.'}` : whole
}

/** The part, and the part without words with which the first begins too; the longest first. */
const suffixesOf = (part: string, first: string): readonly string[] => {
  const words = part.split(' ')
  return words.map((_, at) => words.slice(at).join(' ')).filter((suffix) => first.startsWith(part.slice(0, part.length - suffix.length))) // biome-ignore format: short
}

export function readVoice(statement: Statement, voice: Voice | undefined): Statement {
  if (voice === undefined) return statement
  const own = readings[voice]
  const { text: said, parts: given, ...rest } = statement
  const text = readOne(said, own)
  if (given === undefined) return { ...rest, text }
  const parts = given.map((part) => ({ ...part, text: readOne(part.text, own) }))
  const isList = /^(?:Possibly )?no /i.test(text)
  const whole = isList ? text : withSemicolons(text, parts.map((part) => part.text)) // biome-ignore format: short
  return { ...rest, text: whole, parts }
}
