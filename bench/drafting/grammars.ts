/** All grammars of made-up talks, and the names that the judge knows when it scores talks of each. */
import { type Lexicon, openLexicon } from './scoring/judgement.ts'
import { grammarA } from './talks/a/grammar.ts'
import { grammarB } from './talks/b/grammar.ts'
import { grammarC } from './talks/c/grammar.ts'
import { grammarD } from './talks/d/grammar.ts'
import { grammarE } from './talks/e/grammar.ts'
import { grammarF } from './talks/f/grammar.ts'
import type { Grammar } from './talks/grammar.ts'
import { listConcepts } from './talks/lexicon.ts'
import type { GrammarName } from './talks/truth.ts'

export const grammars: readonly Grammar[] = [grammarA, grammarB, grammarC, grammarD, grammarE, grammarF]

/** Names of A and B alone, and of A to E alone, so that their figures do not change with each new grammar. */
const ofTwo = openLexicon(grammars.slice(0, 2).flatMap(listConcepts))
const ofFive = openLexicon(grammars.slice(0, 5).flatMap(listConcepts))
const ofAll = openLexicon(grammars.flatMap(listConcepts))
const lexicons: Readonly<Record<GrammarName, Lexicon>> = {
  a: ofTwo,
  b: ofTwo,
  c: ofFive,
  d: ofFive,
  e: ofFive,
  f: ofAll,
}

export const lexiconOf = (name: GrammarName): Lexicon => lexicons[name]
