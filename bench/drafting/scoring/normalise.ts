/** Brings the words and quantities of a text into one form: "Twice a day" and "bd" become the same. */

const numberWords: Readonly<Record<string, number>> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, number) => [word, number]),
)
const tensWords: Readonly<Record<string, number>> = {
  twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90,
} // biome-ignore format: a list

/** "a hundred and thirty over eighty" in digits. */
export function writeDigits(words: readonly string[]): readonly string[] {
  const written: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const first = words[at] as string
    const isHundred =
      (first === 'a' || first in numberWords) && (words[at + 1] === 'hundred' || words[at + 1] === 'thousand')
    if (!(first in numberWords) && !(first in tensWords) && !isHundred) {
      written.push(first)
      continue
    }
    let total = 0
    let end = at
    while (end < words.length) {
      const word = words[end] as string
      const isStart = end === at
      if (word === 'a' && isStart) total += 1
      else if (word === 'hundred' || word === 'thousand') total *= word === 'hundred' ? 100 : 1000
      else if (word === 'and' && !isStart && total >= 100 && isNumber(words[end + 1])) total += 0
      else if (word in tensWords && total % 100 === 0) total += tensWords[word] as number
      else if (
        word in numberWords &&
        (isStart || total % 100 === 0 || (total % 10 === 0 && total % 100 >= 20 && (numberWords[word] as number) < 10))
      )
        total += numberWords[word] as number // biome-ignore format: short
      else break
      end += 1
    }
    let text = String(total)
    if (words[end] === 'point' && isNumber(words[end + 1])) {
      text += '.'
      for (end += 1; end < words.length && (words[end] as string) in numberWords; end += 1)
        text += numberWords[words[end] as string]
    }
    written.push(text)
    at = end - 1
  }
  return written
}

const isNumber = (word: string | undefined): boolean => word !== undefined && (word in numberWords || word in tensWords)

const expansions: readonly (readonly [RegExp, string])[] = [
  [/\bn\.?k\.?d\.?a\.?\b/g, 'no known drug allergies'],
  [/\bnka\b/g, 'no known allergies'],
  [/\bnon[- ]?smoker\b/g, 'no smoking'],
  [/\bnon[- ]?drinker\b|\bteetotal(?:ler)?\b/g, 'no alcohol'],
  [/\b(?:never smoked|does not smoke|doesn't smoke)\b/g, 'no smoking'],
  [/\b(?:does not drink|doesn't drink)(?: alcohol)?\b/g, 'no alcohol'],
  [/\b(?:normally |otherwise )?fit and well\b/g, 'no medical problems'],
  [/\bafebrile\b/g, 'no fever'],
  [/\btriple (?:zero|0)\b|\b000\b/g, 'ambulance'],
  [/\bhalf an? tablet\b/g, '0.5 tablets'],
  [/n't\b/g, ' not'],
  [/\bcannot\b/g, 'can not'],
  [/\bx[- ]?rays?\b/g, 'xray'],
  [/\bhaem/g, 'hem'],
  [/oe(?=[a-z])/g, 'e'],
  [/ae(?=[a-z])/g, 'e'],
  [/\btyped? (?:1|one)\b/g, 'type1'],
  [/\btyped? (?:2|two)\b/g, 'type2'],
]

/** Splits a text into lower-case words with digits for number words and one spelling; sentence marks are words of their own. */
export function normalise(text: string): readonly string[] {
  let plain = text.toLowerCase().replace(/[’‘]/g, "'").replace(/[“”"]/g, ' " ').replace(/°\s*c\b/g, ' celsius').replace(/(\d)\s*%/g, '$1 percent').replace(/\bper cent\b/g, 'percent') // biome-ignore format: short
  for (const [pattern, words] of expansions) plain = plain.replace(pattern, words)
  plain = plain
    .replace(/(\d)(mg|mcg|µg|g|ml|mls|units|bpm|mmhg|kg|cm|days?|weeks?|months?|years?)\b/g, '$1 $2')
    .replace(/(\d)\.(\d)/g, '$1·$2')
    .replace(/(\d)\s*\/\s*(\d)/g, '$1/$2')
    .replace(/([.;:,?!])/g, ' $1 ')
    .replace(/·/g, '.')
    .replace(/[^a-z0-9.;:,?!/" ]/g, ' ')
  return writeDigits(plain.split(/\s+/).filter((word) => word !== ''))
}

const endings: readonly (readonly [RegExp, string])[] = [
  [/ies$/, 'y'],
  [/(ss|us|is)$/, '$1'],
  [/s$/, ''],
]

/** Words of one meaning in a clinical sentence. */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'difficult trouble difficulty problem',
    'pain ache aching sore soreness painful hurt hurting',
    'abdomen tummy belly stomach abdominal',
    'stool poo faeces feces',
    'urine wee pee urinary',
    'swell swelling swollen',
    'bruise bruising bruised bruises',
    'itch itchy itching',
    'breathless breathlessness',
  ].flatMap((row) => row.split(' ').map((word) => [word, row.split(' ')[0] as string])),
)

const stems = new Map<string, string>()

/** A rough stem, by which "crackle" and "crackles", "itching" and "itch" are the same. */
export function stem(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const found = findStem(word)
  stems.set(word, found)
  return found
}

function findStem(word: string): string {
  const same = alike[word]
  if (same !== undefined) return same
  const base = stemPlain(word.replace(/^(\w{3,})iness$/, '$1y').replace(/^(\w{4,})ness$/, '$1'))
  return alike[base] ?? base
}

function stemPlain(word: string): string {
  if (/\d/.test(word) || word.length < 4) return word
  const found = endings.find(([ending]) => ending.test(word))
  const single = found === undefined ? word : word.replace(found[0], found[1])
  if (single.length >= 7 && single.endsWith('ing')) return dropDouble(single.slice(0, -3))
  if (single.length >= 6 && single.endsWith('ed')) return dropDouble(single.slice(0, -2))
  if (single.length >= 6 && single.endsWith('e')) return single.slice(0, -1)
  return single.length >= 6 && single.endsWith('y') ? single.slice(0, -1) : single
}

const dropDouble = (word: string): string => (/([bdgklmnprt])\1$/.test(word) ? word.slice(0, -1) : word)
