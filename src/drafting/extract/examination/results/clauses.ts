/** Cuts a sentence of results at its marks and links: each clause has one name, one number or one verdict. */
import type { Sentence } from '../../../dialogue/sentence.ts'
import type { Word } from '../../../vocabulary/words.ts'
import { withoutHesitation } from './values.ts'

export type Clause = { readonly words: readonly Word[]; readonly text: string }

export function cutClauses({ words }: Sentence): readonly Clause[] {
  const out: Word[][] = [[]]
  const plain = withoutHesitation(words)
  for (const [at, word] of plain.entries()) {
    // "One hundred and four" is one number.
    const isEnd = /^(?:[,.;:?!-]|and|but|so|which)$/.test(word.text) && plain[at - 1]?.text !== 'hundred'
    if (isEnd) out.push(/^[a-z]/.test(word.text) && word.text !== 'and' ? [word] : [])
    else out.at(-1)?.push(word)
  }
  return out.filter((own) => own.length > 0).map((own) => ({ words: own, text: own.map(({ text }) => text).join(' ') }))
}
