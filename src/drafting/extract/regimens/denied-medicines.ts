/** A denial of all medicines by its parts: a word that denies, a word for medicines or for taking, and beside them light words alone. D330. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { wordSet } from '../../vocabulary/words.ts'

const denies = wordSet('not no never nothing none nil zero nowt')
const kinds = wordSet('medication medications medicine medicines meds tablets tablet pills pill scripts prescriptions')
const taking = wordSet('on take taking takes taken use using need needed')
/** Words that change nothing in it. "Other", "new" and "today" limit the denial. */
const light = wordSet(
  'i he she we am is are do does have has had been a an any anything single one of the my some regular regularly regulars prescribed prescription daily kind sort type for me him her at all moment these days currently right now doctor actually really ever thank goodness thankfully luckily touch wood so far whatsoever period well oh um uh so and but yes yeah just it me mate ones by way like that in before you ask none',
)
const ofQuestion = /\b(?:medications?|medicines?|meds|tablets?|pills?|on|tak(?:e|es|ing))\b/

/** "I'm not on a single tablet, doctor, never have been.", "He's never needed any." */
export function deniesByParts({ words, terms, asked, isQuestion }: Sentence): boolean {
  const isDenied = words.some(({ text }) => denies.has(text))
  if (isQuestion || !isDenied || terms.some(({ kind }) => kind === 'medicine')) return false
  const said = words.map(({ text }) => text).filter((word) => /[a-z]/.test(word))
  const isOfKind = said.some((word) => kinds.has(word))
  const isAfter = asked.some(isAfterMedicines)
  const isOfTaking = said.some((word) => taking.has(word))
  // "I saw a counsellor. No tablets.": of that trouble, unless the question is after medicines.
  const isOfAll = isAfter || said.some((word) => taking.has(word) || /^(?:regulars?|regularly|daily|prescribed|prescription|scripts?|prescriptions)$/.test(word)) // biome-ignore format: short
  return (
    ((isOfKind && isOfAll) || (isOfTaking && isAfter)) &&
    said.every((word) => denies.has(word) || kinds.has(word) || taking.has(word) || light.has(word))
  )
}

/** The last question is after medicines as a whole. */
const isAfterMedicines = ({ said, terms }: Sentence): boolean =>
  ofQuestion.test(said) && !/\b(?:allerg\w*|react\w*|for|ever|today|new|chang\w*|cigarettes?|drugs)\b/.test(said) && !terms.some(({ kind }) => kind === 'medicine') // biome-ignore format: short
