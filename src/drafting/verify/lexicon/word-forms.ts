/** Forms of the same word: irregular verbs, and words derived from one another. D290. */
import { readOnce } from '../../../core/cache/read-once.ts'
import { stemOf } from '../words.ts'

/** Irregular forms and their word. */
const irregular: ReadonlyMap<string, string> = new Map(
  (
    'slept:sleep woke:wake woken:wake ate:eat eaten:eat drank:drink drunk:drink felt:feel fell:fall fallen:fall bled:bleed swollen:swell swelled:swell broke:break broken:break took:take taken:take ' +
    'lost:lose losing:lose loss:lose grew:grow grown:grow began:begin begun:begin drove:drive driven:drive wore:wear worn:wear saw:see seen:see stuck:stick gave:give given:give got:get gotten:get came:come went:go gone:go ' +
    'ran:run running:run sat:sit sitting:sit stood:stand lay:lie lying:lie lain:lie bent:bend kept:keep left:leave leaving:leave met:meet paid:pay said:say sent:send shook:shake shaken:shake shaking:shake spoke:speak spoken:speak speech:speak ' +
    'spent:spend swam:swim swimming:swim taught:teach thought:think threw:throw thrown:throw told:tell understood:understand wrote:write written:write bought:buy brought:bring built:build caught:catch chose:choose chosen:choose ' +
    'cutting:cut dealt:deal died:die dying:die dead:die death:die flew:fly flown:fly flight:fly forgot:forget forgotten:forget heard:hear held:hold hit:hit hurting:hurt knew:know known:know led:lead lifted:lift made:make meant:mean ' +
    'put:put putting:put read:read rode:ride rose:rise rang:ring rung:ring sold:sell shot:shoot showed:show shown:show slid:slide spread:spread spreading:spread stopped:stop stopping:stop sank:sink tore:tear torn:tear won:win worse:bad worst:bad better:good best:good ' +
    'feet:foot teeth:tooth children:child women:woman men:man stopping:stop dropped:drop dropping:drop planned:plan planning:plan slipped:slip tripped:trip vomiting:vomit swelling:swell itching:itch bleeding:bleed adding:add added:add seeing:see eating:eat'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]), // each pair has one colon
)

/** The word of an irregular form. */
export const irregularOf = (word: string): string | undefined => irregular.get(word)

/** Endings by which English makes a noun, an adjective or a verb of another word; longer ones first. */
const endings = /(?:ational|ations?|atory|ating|ative|ated|ates?|ities|ity|ively|ive|ions?|ional|ments?|ances?|ences?|ness|ants?|ents?|able|ible|ally|al|ous|ical|ically|ics?|ists?|ers?|ors?|ful|ies|ied|ing|ed|es|ly|ish|en|ia|s|y|e)$/ // biome-ignore format: one row

/** The root of a word, at least four letters long. */
const rootOf = readOnce((word: string): string => {
  const own = irregular.get(word) ?? word
  const root = own.replace(endings, '')
  return root.length >= 4 ? root.replace(/(.)\1$/, '$1') : stemOf(own)
})

/** True if both are forms of one word: "radiates" and "radiation", "slept" and "sleeping". */
export const isSameWord = (one: string, other: string): boolean =>
  one === other || stemOf(one) === stemOf(other) || rootOf(one) === rootOf(other)
