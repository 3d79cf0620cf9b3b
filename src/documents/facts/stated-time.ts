/** The time of a procedure or an immunisation as FHIR says it: a date where the words give one, otherwise the words. D146. */

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'] // biome-ignore format: a list
const small = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'] // biome-ignore format: a list
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** "forty five" is 45; undefined for what is no number below a hundred. */
function readBelowHundred(words: string): number | undefined {
  const [first = '', second] = words.split(/[ -]/)
  const ten = tens.indexOf(first)
  if (ten > 1) {
    const one = second === undefined ? 0 : small.indexOf(second)
    return one >= 0 && one < 10 ? ten * 10 + one : undefined
  }
  const one = small.indexOf(first)
  return one > 0 && second === undefined ? one : undefined
}

/** "2019", "twenty nineteen", "nineteen ninety eight", "two thousand and five". */
function readYear(words: string): number | undefined {
  if (/^(?:19|20)\d\d$/.test(words)) return Number(words)
  const [, thousand, rest] = /^(two thousand)(?: (?:and )?(.+))?$/.exec(words) ?? []
  if (thousand !== undefined) return rest === undefined ? 2000 : addTo(2000, rest)
  const [, century, ofCentury = ''] = /^(nineteen|twenty) (?:oh )?(.+)$/.exec(words) ?? []
  return century === undefined ? undefined : addTo(century === 'nineteen' ? 1900 : 2000, ofCentury)
}

const addTo = (base: number, words: string): number | undefined => {
  const rest = readBelowHundred(words)
  return rest === undefined ? undefined : base + rest
}

const ofToday = /^(?:today|just now|earlier today|(?:earlier )?this (?:morning|afternoon))$/
const dated = new RegExp(
  `^(?:back )?in (?:(${months.join('|')}),? (?:of )?)?((?:19|20)\\d\\d|(?:nineteen|twenty|two thousand)(?: .+)?)$`,
)

/** `dateTime` is exact to what was said: a year, a month of a year, or the encounter's own time for "today". */
export type StatedTime = { readonly dateTime: string } | { readonly words: string }

export function readStatedTime(when: string, encounterAt: string): StatedTime {
  const plain = when.toLowerCase().trim()
  if (ofToday.test(plain)) return { dateTime: encounterAt }
  const [, month, yearWords] = dated.exec(plain) ?? []
  const year = yearWords === undefined ? undefined : readYear(yearWords)
  const monthAt = month === undefined ? undefined : months.indexOf(month) + 1
  // A year to come is none in which something was done.
  if (year === undefined || String(year) > encounterAt.slice(0, 4)) return { words: when }
  return { dateTime: monthAt === undefined ? String(year) : `${year}-${String(monthAt).padStart(2, '0')}` }
}
