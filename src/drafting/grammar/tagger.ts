/** Parts of speech of plain lower-case words, by a tagger that was trained on general English (wink-nlp). A tag is a guess: 0.95 of them hold in written text, fewer in speech. D418. */
import model from 'wink-eng-lite-web-model'
import winkNlp from 'wink-nlp'
import { readOnce } from '../../core/cache/read-once.ts'

/** Tags of Universal Dependencies (universaldependencies.org/u/pos). */
export type Tag =
  | 'ADJ'
  | 'ADP'
  | 'ADV'
  | 'AUX'
  | 'CCONJ'
  | 'DET'
  | 'INTJ'
  | 'NOUN'
  | 'NUM'
  | 'PART'
  | 'PRON'
  | 'PROPN'
  | 'PUNCT'
  | 'SCONJ'
  | 'SYM'
  | 'VERB'
  | 'X'

/** `start` and `end` are places in the text that was tagged. */
export type Tagged = { readonly text: string; readonly start: number; readonly end: number; readonly tag: Tag }

const nlp = winkNlp(model, ['sbd', 'pos'])

/** Words of speech that a tagger of written text takes for something else, whatever stands beside them. */
const fixed: ReadonlyMap<string, Tag> = new Map(
  Object.entries({
    yeah: 'INTJ',
    yep: 'INTJ',
    nah: 'INTJ',
    nope: 'INTJ',
    righto: 'INTJ',
    um: 'INTJ',
    uh: 'INTJ',
    mm: 'INTJ',
    which: 'PRON',
    because: 'SCONJ',
    if: 'SCONJ',
    unless: 'SCONJ',
    although: 'SCONJ',
    though: 'SCONJ',
    when: 'SCONJ',
    whenever: 'SCONJ',
    while: 'SCONJ',
  }),
)

/** The words of a text with their tags, in order; marks of punctuation are words. Give it `said`, not `text`: a capital letter makes it see names. */
export const tagWords = readOnce((said: string): readonly Tagged[] => {
  if (said === '') return []
  const tokens = nlp.readDoc(said).tokens()
  // The library's types know words and numbers, but not the names of its tags.
  const texts = tokens.out() as unknown as readonly string[]
  // As above.
  const tags = tokens.out(nlp.its.pos) as unknown as readonly Tag[]
  let at = 0
  return texts.map((text, index): Tagged => {
    const start = said.indexOf(text, at)
    at = start + text.length
    return { text, start, end: at, tag: fixed.get(text) ?? tags[index] ?? 'X' }
  })
})
