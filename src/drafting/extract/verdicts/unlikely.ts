/** What the clinician thinks unlikely: "I don't think it's a fracture", "I'm not worried about a clot", "doesn't look like shingles". D440. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { type Candidate, claim, isUncertain, says, sentenceCase } from '../candidates.ts'
import { findDiagnosisNames } from '../diagnosis-names.ts'
import { isDiagnosis } from './diagnosis-terms.ts'

const thing =
  "((?:an?|any|the|your|some|another) )?((?:[a-z'-]+ ){0,4}?[a-z'-]+)(?= and\\b| but\\b| because\\b| from\\b| at all\\b| or (?:i|it|you|the)\\b| here\\b| there\\b| today\\b| though\\b| now\\b| since\\b| as\\b| with\\b|[,.;!]|$)"
const thinks = '(?:think|believe|reckon|suspect|imagine)'
const itIs =
  '(?:(?:it|this|that) (?:is|was)(?: going to be)?|there is|(?:you|he|she) (?:have|has)(?: had| got)?|we are (?:looking at|dealing with))(?: really| actually)?'

/** "I don't reckon it's torn." */
const ofState = /^(?:[a-z]+ )?(?:torn|broken|infected|sinister|nasty|bacterial|fractured|ruptured|blocked)$/

/** "Fracture unlikely", "Not thought to be torn": a clinician does not write "Likely no fracture". */
const tellUnlikely = (what: string): string =>
  ofState.test(what) ? `Not thought to be ${what}` : `${sentenceCase(what)} unlikely`

/** "STI" keeps its capitals. */
const withCapitals = ({ segment }: Sentence, text: string): string =>
  text.replaceAll(/\b[A-Za-z][a-z]{1,3}\b/g, (word) =>
    new RegExp(`\\b${word.toUpperCase()}\\b`).test(segment.text) ? word.toUpperCase() : word,
  )

type Form = { readonly said: RegExp; readonly tell: (article: string, thing: string, verb: string) => string; readonly last?: true; readonly isNo?: true; readonly one?: true; readonly isClause?: true } // biome-ignore format: short
// biome-ignore format: one row a line
const forms: readonly Form[] = [
  { said: new RegExp(`\\b(?:i|we) (?:really |honestly |certainly )?(?:do|would) not (?:really |honestly |actually |for a (?:minute|moment|second) )?${thinks} (?:that )?(?:${itIs}) ${thing}`, 'g'), tell: (_, what) => tellUnlikely(what), isNo: true },
  { said: /(?:^|[,;] |\b(?:so|and|but|because|well|honestly|look) )(?:(?:so|and|but|because|well|honestly|look|now|that|i (?:would |do )?(?:think|say|reckon|guess)),? )*((?:an?|any|the|your|it being an?|it being) )?((?!(?:if|unless|this|that|i|we|you)\b)(?:[a-z'-]+ ){0,3}?[a-z-]+)(?: i think| i would say|,)?(?:'s| is| are| would be| looks?| seems?) (?:also |really |very |highly |most |pretty |extremely |quite |so |rather )?unlikely(?! to\b)/g, tell: (_, what) => tellUnlikely(what), isNo: true },
  { said: new RegExp(`\\bunlikely (?:to be|(?:that )?(?:it|this|that) is|(?:you|he|she) (?:have|has)(?: got)?|to have) ${thing}`, 'g'), tell: (_, what) => tellUnlikely(what), isNo: true },
  { said: new RegExp(`\\b(?:i would be|i'd be|i am going to be|be) (?:very |really |quite |most |pretty )?surprised if (?:it|this|that|you|he|she|there) (?:is|was|were|has|have|had|turned out to be|turns out to be)(?: got)? ${thing}`, 'g'), tell: (_, what) => tellUnlikely(what), isNo: true },
  { said: new RegExp(`\\b(?:not|never) (?:(?:at all|really|particularly|too|overly|terribly|that) )?(?:worried|concerned) (?:about|(?:that )?(?:it|this) is|by) ${thing}`, 'g'), tell: (article, what) => `Not worried about ${/^your/.test(article) ? 'the ' : article}${what}` },
  { said: new RegExp(`\\b(?:it|this|that) (?:does|did) not (?:really |particularly )?(look|sound|feel) like ${thing}`, 'g'), tell: (article, what, verb) => `Does not ${verb} like ${/^your/.test(article) ? 'the ' : article}${what}`, last: true },
  { said: /\b(nothing(?: (?:here|there|today|at all))*) (?:to suggest|suggesting) (that )?(?:it|this) (?:is|has) ((?:got|gone|spread|reached|come|moved|affected|damaged|broken|torn|getting|spreading|coming|going)(?: [a-z'-]+){0,6})(?=[,.;!]| but\b| so\b|$)/g, tell: (_, what, how) => `${sentenceCase(how)} to suggest it ${/ing\b/.test(what.split(' ')[0] ?? '') ? 'is' : 'has'} ${what.replaceAll(/\b(?:your|his|her)\b/g, 'the')}`, last: true, isClause: true },
  { said: /^(?:(?:so|and|but),? )*less likely,? (?:is|are|would be|might be) ((?:[a-z'-]+ ){0,3}?[a-z'-]+(?: or (?:the |a |an )?[a-z'-]+){0,2})(?=,|[.;!]| but\b| so\b|$)/g, tell: (_, what) => `Less likely: ${what.replace(/^(?:a|an|the) /, '')}`, one: true },
]

/** Names that no table of illnesses has, and that clinicians rule out. */
const feared =
  /\b(?:clots?|fractures?|breaks?|broken|cancers?|tumou?rs?|strokes?|heart (?:attack|trouble|problem)|infections?|infected|appendix|gallbladder|sinister|nasty|bleed(?:ing)?|slipped disc|pinched nerve|bacterial|torn|tear|rupture|prostate|kidneys?|meningitis|sepsis)\b/
/** Things of talk, of treatment and of time. */
const noIllness =
  /\b(?:anything|something|everything|nothing|chances?|risks?|side effects?|idea|need|point|reason|good|bad|worth|time|week|day|tablets?|antibiotics?|scan|x ray|test|surgery|operation|case|way|problem with|enough|right|fair|going|that|it|this|them|necessary|helpful|safe|results?|numbers?|fault|weakness)\b/
const ofOthers = /\b(?:people|some|mum|dad|mother|father|brother|sister|husband|wife|your (?:son|daughter|friend|doctor)|they|if|unless|until|before|used to|last (?:time|year))\b/ // biome-ignore format: a list

/** A name of a table that the words hold, with its words. */
const listNamed = (sentence: Sentence): readonly { readonly term: Term; readonly words: string }[] =>
  [...sentence.terms.filter(isDiagnosis), ...findDiagnosisNames(sentence)].map((term) => ({ term, words: sentence.words.slice(term.from, term.to + 1).map(({ text }) => text).join(' ') })) // biome-ignore format: short

/** "Unlikely, but I can't rule it out", "not just a sprain", "unlikely on the left": a bare dismissal would say more. */
const keepsOpen = /\b(?:but|though|although)\b.*\b(?:rule|possible|possibly|might|may|could|not (?:sure|certain))\b|\b(?:is|are|have|has|it|this|that|you) (?:just|only|merely|simply)\b|\bunlikely (?:(?:in|on) the (?:left|right)|that (?:it|this) is not)\b/ // biome-ignore format: one pattern

/** The lines of what is thought unlikely in a sentence of the clinician's. */
export function readUnlikely(sentence: Sentence): readonly Candidate[] {
  if (
    sentence.isQuestion ||
    keepsOpen.test(sentence.said) ||
    ofOthers.test(sentence.said.replaceAll(/\bsurprised if\b/g, '')) ||
    isUncertain(says(sentence))
  )
    return []
  const names = listNamed(sentence)
  return forms.flatMap((form) =>
    [...sentence.said.matchAll(form.said)].flatMap((match, at) => {
      const [verb, article, what] =
        form.one === true ? ['', '', match[1]] : form.last === true ? match.slice(1) : ['', ...match.slice(1)]
      if (what === undefined || noIllness.test(what) || /^(?:in|on|at|from|to|of|with)\b/.test(what)) return []
      const named = names.find(({ words }) => what.includes(words))
      if (named === undefined && form.isClause !== true && !feared.test(what)) return []
      // "A break" is a fracture, if the name is all that was said.
      const isWhole =
        named?.words === what && form.isNo === true && named.term.display.split(' ').length <= what.split(' ').length
      const thing = isWhole ? (named?.term.display ?? what) : what
      const text = withCapitals(sentence, form.tell(article ?? '', thing, verb ?? ''))
      const term = named?.term ?? { key: `${quoteKey([sentence])}-not-${at}`, display: what }
      return [{ text: `${text}.`, claims: [claim('impression', term, { ...(form.isClause === true ? {} : { polarity: 'absent' as const }), ...(text.startsWith('Likely') ? { certainty: 'uncertain' } : {}) })], quotes: says(sentence), weight: 84, at: sentence.at }] // biome-ignore format: short
    }),
  )
}
