/**
 * What somebody does for a living, in any words: the question asks after work, and the reply is a noun group ("second year physio"), a place
 * ("at the nursery") or a deed of one's own ("I drive a truck"). Without a question, "I work at ..." tells it. D432.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { readChunks, withoutHedges } from '../../grammar/chunks.ts'
import { thirdOf } from '../../vocabulary/verb-forms.ts'
import { answers, type Candidate, says, sentenceCase } from '../candidates.ts'
import { socialCandidate } from '../habits.ts'
import { restoreNames } from './spoken-names.ts'
import { isOfTopic, readReply } from './turns.ts'

const openers = /^(?:(?:oh|well|so|um|yeah|yes|no|now|look|currently|at the moment|these days|still|and|it is|that is|that would be|you know|i am (?:an?|the|in|at|on|still)?,? ?(?=i )|i am just|mainly|mostly),? )+/ // biome-ignore format: one row
/** Deeds of work, in the present. */
const deed = /^i (?:(?:just|still|mainly|mostly|also|only|currently|now) )*(work|drive|run|teach|manage|own|look after|clean|build|fix|fit|lay|sell|nurse|farm|make|do|cook|deliver|train|study|supervise|coach|paint|weld|mine|fly|write|design|care for|cut|pack|stack|pick|lecture|serve|help|volunteer|breed|grow)\b(.*)$/ // biome-ignore format: one row
/** No work, but how it is, or another matter. */
const barred = /\b(?:she|he|they|it|you|my (?:wife|husband|partner|mum|dad|son|daughter)|pain|sore|hurts?|tired|sick|off|since|because|if|when|but|not|never|would|could|should|feel|hard|stress\w*|busy|fine|okay|good|bad|awful|problem|worse|better|know|think|guess|same|there|like that|monday|tuesday|wednesday|thursday|friday|yesterday|today|last|next|hours?|yet|back|out(?! (?:at|in|on|near|west|bush)\b)|sleep\w*|love|hate|a bit|lot|nothing|anything|much)\b/ // biome-ignore format: one row
const retired = /^(?:i am |i have )?(?:now |just |been )*retired\b(?:,? (?:i )?(?:was|used to be) (?:an? )?([a-z ]+))?/
const notWorking = /^(?:i am )?(?:unemployed|between jobs|on (?:a |the )?(?:pension|benefits|disability)|a (?:full time |stay at home )?(?:mum|mom|dad|carer|pensioner|housewife|homemaker))\b/ // biome-ignore format: one row
const mostWords = 9

/** The part of a sentence that tells work; undefined if it tells anything else. */
function readWork(said: string): string | undefined {
  const plain = withoutHedges(said.replaceAll(/[.!]+$/g, '').replaceAll(/,? out (?=(?:at|in|on|near) )/g, ', ').replaceAll(/\b(?:i am|i work as|it is) (an?|the),? (?:well,? )?(?=i )/g, '')).replace(openers, '') // biome-ignore format: short
  const own = retired.exec(plain)
  if (own !== null) return own[1] === undefined ? 'retired' : `retired, was a ${own[1].trim()}`
  const [first = ''] = plain.split(/, (?=so |and |which |i |it |but )|,? (?:so|which|because|but) /)
  const none = notWorking.exec(first)
  if (none !== null) return none[0].replace(/^i am /, '')
  const done = deed.exec(first)
  const bare = done === null ? first.replace(/^(?:i am|i have got|i have|we have)(?: now| still| currently| just)? /, '').replace(/^(?:an?|the) /, '') : '' // biome-ignore format: short
  const told = done === null ? bare : `${thirdOf(done[1]?.split(' ')[0] ?? '') ?? ''}${(done[1] ?? '').slice((done[1] ?? '').split(' ')[0]?.length ?? 0)}${done[2] ?? ''}` // biome-ignore format: short
  const words = told.split(' ')
  if (told === '' || words.length > mostWords || barred.test(told.replace(/\bhours? (?:shifts?)\b/, '')))
    return undefined
  if (done !== null) return (done[2] ?? '').trim() === '' ? undefined : told
  const chunks = readChunks(told.replaceAll("'s ", ' ')).filter(({ kind }) => kind !== 'mark' && kind !== 'join')
  const isGroup = chunks.length > 0 && chunks.every(({ kind }) => kind === 'noun' || kind === 'place' || kind === 'quality') && chunks.some(({ words: own }) => own.some(({ tag }) => tag === 'NOUN' || tag === 'PROPN')) // biome-ignore format: short
  const isProper = isGroup && !/^(?:i|me|you|that|this|what|yeah|no|yes)\b/.test(told)
  return isProper ? told.replace(/^(?=(?:at|in|on|for) )/, 'works ') : undefined
}

/** "Retired. I was a fitter." */
const formerly = /^(?:i )?(?:was|used to be) (an? [a-z]+(?: [a-z]+){0,2})[.!]*$/
const mostParts = 3

function asked(question: Sentence): readonly Candidate[] {
  if (!question.isQuestion || !isOfTopic(question.said, 'work') || ofOther.test(question.said)) return []
  const reply = readReply(question, 'work')
  const parts: string[] = []
  const used: Sentence[] = []
  for (const sentence of reply?.sentences ?? []) {
    if (parts.length >= mostParts || (parts.length > 0 && /^(?:so|but|because|anyway|which)\b/.test(sentence.said)))
      break
    const part = sentence.isQuestion ? undefined : readWork(sentence.said)
    if (part === undefined && parts.length > 0 && sentence.words.length > 4) break
    if (part === undefined) continue
    const former = part === 'retired' ? formerly.exec(reply?.sentences[(reply?.sentences.indexOf(sentence) ?? 0) + 1]?.said ?? '') : null // biome-ignore format: short
    parts.push(former === null ? part : `retired, was ${former[1]}`)
    used.push(sentence)
    const next = reply?.sentences[reply.sentences.indexOf(sentence) + 1]
    if (former !== null && next !== undefined) used.push(next)
    if (part.startsWith('retired')) break
  }
  if (reply === undefined || used[0] === undefined || reply.sentences.indexOf(used[0]) > 1) return []
  const place = where.test(question.said) ? placeOf(used[0]) : undefined
  if (where.test(question.said) && place === undefined) return []
  const told = place ?? restoreNames(parts.join(', '), used.map(({ text }) => text).join(' '))
  return [socialCandidate({ key: 'occupation', weight: 57 }, `Work: ${told}.`, answers(question, ...used))]
}
/** "Where are you working?" - "Dubbo.": the place stands as it was said. */
const where = /\bwhere\b/
const placeOf = ({ text }: Sentence): string | undefined => {
  const [first = ''] = text.replace(/[.!]+$/, '').split(/, /)
  const said = first.replace(/^(?:Oh|Well|Um|Still|Just|Up|Out),? /i, '').trim()
  return said.split(' ').length > 6 ? undefined : /^(?:at|in|on|for|near|with|from) /i.test(said) ? said.replace(/^[A-Z]/, (letter) => letter.toLowerCase()) : `in ${said}` // biome-ignore format: short
}
const ofOther =
  /\b(?:been (?:at|to)|miss\w*|off|husband|wife|partner|did (?:that|it|they)|does (?:that|it)|able|manag\w+|coping|how is)\b/

const unasked =
  /^(?:(?:and|so|well|oh|yeah|because|i mean),? )*i work (?:at|for|in|as|on|with|nights|shifts|from home|part time|full time)\b/
/** "I work at the tip, on weekends." */
function told(sentence: Sentence): readonly Candidate[] {
  if (!unasked.test(withoutHedges(sentence.said)) || sentence.isQuestion) return []
  const part = readWork(sentence.said.replace(/^(?:(?:and|so|well|oh|yeah|because|i mean),? )+/, ''))
  return part === undefined || part.split(' ').length < 3 ? [] : [socialCandidate({ key: 'occupation', weight: 56 }, `${sentenceCase(restoreNames(part, sentence.text))}.`, says(sentence))] // biome-ignore format: short
}

export const readAskedWork = asked
export const readToldWork = told
