/** Numbers as people say them: a transcript of speech has no digits. */

const small = [
  'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen',
  'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen',
] as const // biome-ignore format: a list
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const

function sayWhole(whole: number): string {
  if (whole < 20) return small[whole] as string
  if (whole < 100) return `${tens[Math.floor(whole / 10)]}${whole % 10 === 0 ? '' : ` ${small[whole % 10]}`}`
  if (whole < 1000) {
    const rest = whole % 100
    return `${whole < 200 ? 'a' : sayWhole(Math.floor(whole / 100))} hundred${rest === 0 ? '' : ` and ${sayWhole(rest)}`}`
  }
  const rest = whole % 1000
  const between = rest === 0 ? '' : rest < 100 ? ' and ' : ' '
  return `${sayWhole(Math.floor(whole / 1000))} thousand${between}${rest === 0 ? '' : sayWhole(rest)}`
}

/** 37.8 is "thirty seven point eight". */
export function sayNumber(number: number): string {
  const [whole = '0', decimals] = String(number).split('.')
  const spoken = sayWhole(Number(whole))
  return decimals === undefined
    ? spoken
    : `${spoken} point ${[...decimals].map((digit) => small[Number(digit)]).join(' ')}`
}

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  mg: ['milligram', 'milligrams'],
  g: ['gram', 'grams'],
  mcg: ['microgram', 'micrograms'],
  ml: ['mil', 'mils'],
  units: ['unit', 'units'],
  puffs: ['puff', 'puffs'],
  tablets: ['tablet', 'tablets'],
  drops: ['drop', 'drops'],
  drinks: ['standard drink', 'standard drinks'],
  sprays: ['spray', 'sprays'],
  sachets: ['sachet', 'sachets'],
}

/** "75 mg" is "seventy five milligrams"; words beside numbers and units stay as they are. */
export const saySpelled = (written: string): string =>
  written
    .replace(/^0\.5 tablets/, 'half a tablet')
    .split(' ')
    .map((word, at, words) => {
      if (/^\d+(\.\d+)?$/.test(word)) return sayNumber(Number(word))
      const pair = /^(\d+)\/(\d+)$/.exec(word)
      if (pair !== null) return `${sayNumber(Number(pair[1]))} over ${sayNumber(Number(pair[2]))}`
      if (word === 'mmHg') return ''
      const [one, many] = units[word] ?? [word, word]
      return words[at - 1] === '1' ? one : many
    })
    .join(' ')
    .trim()
