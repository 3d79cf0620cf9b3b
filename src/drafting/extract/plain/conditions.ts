/**
 * Conditions of advice as a note has them: "if you get chest pain, or it's not getting better" is "if chest pain, or not better".
 * Only subject and verb of the frame are left out; a condition in any other form keeps its words, or is not put plainly.
 */

const thing = '(?:it|this|that|things?|they|symptoms?|(?:your|the|these|those) symptoms)'
const person = '(?:you|he|she|they)'
const tail =
  '((?: (?:by|in|within|after|over|for|during) [^,]{1,40}| next \\w+| (?:soon|again|at all|tomorrow|at any point))*)'

/** The form of a condition, and the words for it in a note. */
// biome-ignore format: one row a line
const forms: readonly (readonly [pattern: RegExp, text: string])[] = [
  [new RegExp(`^(?:${thing}|${person}) (?:(?:is|are|has|have|does|do|still|just|really) )*(?:not|no) (?:(?:getting|got|get|gotten|feeling|any) )*better${tail}$`, 'i'), 'not better$1'],
  [new RegExp(`^(?:${thing}|${person}) (?:(?:is|are|has|have|does|do|still|just) )*not (improving|improved|improve|settling|settled|settle|clearing|cleared|clear|going away|gone|helping|working)${tail}$`, 'i'), 'not $1$2'],
  [new RegExp(`^(?:${thing}|${person}) (?:(?:is|are|do|does|start|starts|starting to|feel|feels|feeling) )*(?:get|gets|getting|become|becomes|becoming|feel|feeling)? ?((?:much |any |a lot )?(?:worse|more unwell))${tail}$`, 'i'), '$1$2'],
  [new RegExp(`^(?:${thing}|${person}) (?:gets|get|getting) (worse|no better)${tail}$`, 'i'), '$1$2'],
  [new RegExp(`^${person} (?:(?:do|ever|also|start|starts|suddenly) )*(?:get|gets|getting|have|has|having|develop|develops|developing|notice|notices|experience|see|have got|are having|are getting|are developing) (?:any |some )?(?=\\w)(?!to\\b|had\\b|been\\b|not\\b)(.+)$`, 'i'), '$1'],
  [/^(?:there is|there are) (?:any )?(.+)$/i, '$1'],
  [new RegExp(`^${person} (can not .+)$`, 'i'), '$1'],
  [new RegExp(`^${person} (?:are|is) (?:still |also )?(unable to .+|\\w{3,}ing(?: .+)?|not (?:able to|drinking|eating|keeping|passing|weeing|peeing) .+)$`, 'i'), '$1'],
  [new RegExp(`^${person} feels? (?!like\\b|that\\b)(.+)$`, 'i'), 'feeling $1'],
  [/^your (.+)$/i, 'the $1'],
]

/** The words and commas between the conditions of a list. */
const joints = /(,? (?:or|and)(?: indeed| also| maybe)?(?: if)? |,? if |, )/
const unnamed = /^(?:i|we|you|he|she|me|us)\b|\b(?:i|me|my|we|us|you|he|she)\b/
const mostWords = 12

/** "Next week you're still not better": the time goes to the end. */
const timeFirst = new RegExp(`^((?:next|in|by|after|within) [a-z0-9 ]{2,25}?),? ((?:${thing}|${person}|your) .+)$`, 'i')

/** In "you get chest pain, or a high fever" the second name has the frame of the first. */
function tellOne(item: string): string {
  const [, time, rest] = timeFirst.exec(item) ?? []
  if (time !== undefined && rest !== undefined) return `${tellOne(rest)} ${time}`
  const [pattern, text] = forms.find(([form]) => form.test(item)) ?? [/^$/, '']
  return item.replace(pattern, text).trim()
}

/** Opens contractions, and writes "the" for "your". */
export const openWords = (text: string): string =>
  text
    .replaceAll('\u2019', "'")
    .replaceAll(/\bcan't\b|\bcannot\b/gi, 'can not')
    .replaceAll(/\bwon't\b/gi, 'will not')
    .replaceAll(/n't\b/gi, ' not')
    .replaceAll(/\b(it|that|this|there|he|she|what|pain|headache|temperature|fever|cough|rash)'s\b/gi, '$1 is')
    .replaceAll(/\b(you|they|we)'re\b/gi, '$1 are')
    .replaceAll(
      /,? (?:like|such as)(?= if )|(?:, |^)(?:you know|kind of|sort of|like|obviously),?(?= |$)|(?<!\b(?:until|till|if|when|before|once|so|do|as|let) )\byou know,? /gi,
      '',
    )
    .replaceAll(/\b(you|they|we|I)'ve\b/gi, '$1 have')

/** The words of the conditions, without "if"; undefined if they cannot be put plainly. */
export function tellConditions(said: string): string | undefined {
  const parts = openWords(said)
    .replaceAll(/\b(?:indeed|obviously),? ?/gi, '')
    .split(joints)
  const told = parts.map((part, at) =>
    at % 2 === 1
      ? /^,? if $/.test(part)
        ? ', or '
        : part.replace(/ indeed| also| maybe| if(?= $)/g, '')
      : tellOne(part.trim()),
  )
  if (told.includes('')) return undefined
  const text = told
    .join('')
    .replaceAll(/\byour\b/gi, 'the')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll('can not', 'cannot')
    .replaceAll(/\b(you|they) are\b/gi, "$1're")
  const isPlain = told.every((part, at) => at % 2 === 1 || part.split(' ').length <= mostWords)
  return isPlain && !unnamed.test(text) ? text : undefined
}

/** An auxiliary whose verb stands in another sentence: "if it does not". */
export const isElliptic = (condition: string): boolean =>
  /^(?:it|that|this|they|things|he|she) (?:is|are|was|does|do|did|has|have|will|would|can|could)(?: not)?(?: by then)?$/i.test(condition) // biome-ignore format: short
