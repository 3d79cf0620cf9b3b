/** Who acts in a clause of the plan: frames around the deed or the thing, by subject and verb. D443. */
import { baseOf, gerundOf, isOrderVerb } from '../../vocabulary/order-verbs.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { namesCare } from './care-names.ts'

export type Framed = { readonly text: string }
type Row = { readonly pattern: RegExp; readonly tell: (rest: string) => string | undefined; readonly reason: string }

const adverb = '(?:(?:also|just|really|still|then|now|probably|definitely|only|always|certainly|actually|first|please|maybe|then|all|both|certainly|much|rather|ideally|perhaps|ever) )*' // biome-ignore format: one row
const we = '(?:i|we)'
const you = '(?:you|he|she)'

const negated = (rest: string): string => (/^(?:be|have) /.test(rest) ? `not ${rest}` : `do not ${rest}`)

/** Deeds of the talk itself, of thought, and of the examination. */
const ofTalk = /^(?:not )?(?:say|tell|think|explain|be|admit|pretend|come (?:to|back to|on to)|stay (?:on|with)|look|listen|press|feel|count|ask|know|talk (?:you )?through|say|go through|lecture|wonder|show|worry|hope|wish|guess|bet|call (?:it|that)|go (?:on|back to)|put (?:money|it|my)|mean|have (?:a|another) (?:quick )?(?:look|listen|feel)|start (?:with|by)|rule|love|hate|like|mind|agree|understand|see (?:if|what|whether|how|where)|leave (?:it|that) (?:there|at that)|find|lie|fudge|swear|draw|squeeze|wonder|stop (?:there|talking)|end up|have (?:your|the (?!nurse))|keep an open mind|run late|prove|come off|go and find|see|hear|note|imagine|expect|remember|be (?:quiet|honest)|offer(?: that| it)?$|examine\b)\b/ // biome-ignore format: one row

/** What a clinician does beside what an order may ask of a patient. */
const ofClinician = /^(?:not|refer|prescribe|review|see|speak|ring|phone|email|text|offer|print|admit|lance|plaster|suture|stitch|syringe|swab|examine|dip|chase|fit|inject|excise|freeze|drain|treat|sign|suck|repeat|increase|reduce|double|halve|up|send|lend|squeeze you in|pencil|recheck|ask (?:the|our|my|them|[a-z]+ to)|check|aim|taper|wean|go (?:with|for|up|down|back)|steer|lose|swap|hold off|watch|treat|manage|let (?:the|your)|tell (?:the|your|them)|talk to (?:the|your)|do|dose|cover|bring|get|give|put|keep|leave|stay|stick)\b/ // biome-ignore format: one row

const again =
  /^(?:see|speak to|talk to|catch up with|have) (?:you|him|her)(?: both)?(?: (?:again|back))*(?= (?:again |back )?(?:in|on|within|next|tomorrow|after|at|this|about)\b)/

/** "I'd think about mirtazapine" weighs it. */
const weighing = /^(?:think (?:about|of)|consider) (?!it\b|that\b|this\b|what\b|how\b|whether\b)/

const deed = (rest: string): string | undefined => {
  if (weighing.test(rest)) return rest.replace(weighing, 'consider ')
  if (again.test(rest)) return rest.replace(again, /^(?:speak|talk)/.test(rest) ? 'speak again' : 'review')
  const [verb = ''] = rest.split(' ')
  return ofTalk.test(rest) || !(isOrderVerb(verb) || ofClinician.test(rest)) ? undefined : rest
}
const present = (rest: string): string | undefined => {
  const [verb = '', next = ''] = rest.split(' ')
  return isOrderVerb(verb) && !/^(?:have|get|see|be|do|want|need|turn|come|go|lose|change|run|improve|make|sleep|feel|eat|drink|work|talk|hold|hear|set|show|smoke|ease|drop|start|cook)$/.test(verb) && next !== '' ? rest : undefined // biome-ignore format: one row
}
const progressive = (rest: string): string | undefined => {
  const [verb = ''] = rest.split(' ')
  const base = baseOf(verb)
  return base === undefined ? undefined : deed(`${base}${rest.slice(verb.length)}`)
}

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { pattern: new RegExp(`^(?:what|all|the (?:only |best |first |main |big |other |next )?(?:thing|trick|idea|plan|rule|aim|key))(?: that)? (?:${we}|${you})? ?(?:(?:would|will|do|can|need|want|have|like|suggest|should|am|are|going|is|now|really|just|to|you|from|for) )*(?:do )?(?:is|be|are)(?: (?:that|to|for you to|just))? ?(?=[a-z])(?!(?:very|quite|not|called|so|too|one)\\b)`), tell: (rest) => rest.replace(new RegExp(`^(?:${you}|we|i)(?: will| would)? `), ''), reason: 'a cleft sentence names the deed after "is"' },
  { pattern: new RegExp(`^${we} would rather ${you} `), tell: (rest) => { const [verb = ''] = rest.split(' '); const base = { left: 'leave', took: 'take', stopped: 'stop', kept: 'keep', went: 'go', stayed: 'stay', had: 'have', used: 'use', started: 'start', avoided: 'avoid', did: 'do', came: 'come', saw: 'see', waited: 'wait' }[verb]; return base === undefined ? undefined : `${base}${rest.slice(verb.length)}`.replace(/^do not /, 'do not ') }, reason: 'a preference for the deed of the patient, in the past tense' },
  { pattern: new RegExp(`^${we} (?:would |do |will )?${adverb}not (?:want|like) ${you} (?:to )?(?=[a-z])`), tell: (rest) => { const [verb = ''] = rest.split(' '); const base = baseOf(verb) ?? verb; return isOrderVerb(base) ? negated(`${base}${rest.slice(verb.length)}`) : undefined }, reason: 'a refused wish with the patient as its subject' },
  { pattern: new RegExp(`^${we} (?:would |do |will |am going to )?${adverb}(?:like|want|need|love|prefer|ask|advise|encourage|get|recommend|suggest)(?: that)?(?: (?:it|for))?(?: if)? ${you} (?:to |could |would |should )?${adverb}(?:be )?(?=[a-z])(?!(?:back|in|there|here|looked|seen|on|at|not|checked)\\b)`), tell: (rest) => { const [verb = ''] = rest.split(' '); return baseOf(verb) === undefined ? (isOrderVerb(verb) ? rest : undefined) : `${baseOf(verb)}${rest.slice(verb.length)}` }, reason: 'a wish with the patient as the subject of the deed' },
  { pattern: new RegExp(`^${we} (?:would |will )?${adverb}(?:like|want|prefer|put|start) ${you} on (?=[a-z])`), tell: (rest) => (namesKind(rest, 'medicine') ? rest : undefined), reason: 'the medicine that the patient is to take' },
  { pattern: new RegExp(`^${we} (?:would |do |will )?${adverb}(?:like|want|need|love)(?: to (?:have|get|see|do|order|arrange|organise))? (?=(?:an?|some|the|your|his|her|another|more|blood|bloods|two|three|balance|repeat)\\b)`), tell: (rest) => (/^(?:the|your|some|a|another) (?:look|listen|feel|chat|word|think|idea|way|sense|surgeon|opinion|bit)\b/.test(rest) ? undefined : rest), reason: 'a wish with its thing' },
  { pattern: new RegExp(`^${we} (?:would |will |am going to )?${adverb}(?:like|want|need|love) to ${adverb}`), tell: deed, reason: 'the deed of the clinician' },
  { pattern: new RegExp(`^${we} (?:will|shall|am going to|are going to|am gonna|are gonna|must|have to|need to|want to) not ${adverb}`), tell: (rest) => (/^(?:give|use|start|put|prescribe|send|order|do|refer|book|change|increase|stop|touch|syringe)\b/.test(rest) ? `will not ${rest}` : undefined), reason: 'what the clinician does not do' },
  { pattern: new RegExp(`^${we} (?:will|shall|am going to|are going to|am gonna|are gonna|must|have to|need to|want to|should) ${adverb}`), tell: deed, reason: 'the deed of the clinician' },
  { pattern: new RegExp(`^${we} would ${adverb}not ${adverb}`), tell: (rest) => (/^(?:do|be|want|say|know|have|call|like|mind|worry|lecture|lie|start|swear|expect)\b/.test(rest) || deed(rest) === undefined ? undefined : negated(rest)), reason: 'advice against a deed' },
  { pattern: new RegExp(`^${we} would ${adverb}(?:(?:recommend|suggest|advise|say|go with|go for|be inclined to|tend to) )*`), tell: (rest) => (baseOf(rest.split(' ')[0] ?? '') === undefined ? (deed(rest) ?? (/^(?:the|an?|some) /.test(rest) && namesCare(rest) ? rest : undefined)) : progressive(rest)), reason: '"I would" with the deed gives advice' },
  { pattern: new RegExp(`^${we} (?:suggest|recommend|advise|tend to (?:say|suggest|recommend)|propose|vote)(?: that)?(?: you)? ${adverb}`), tell: (rest) => (baseOf(rest.split(' ')[0] ?? '') === undefined ? rest : progressive(rest)), reason: 'a verb of advice' },
  { pattern: new RegExp(`^${we} (?:am|are) ${adverb}(?=[a-z]+ing\\b)`), tell: progressive, reason: 'a deed that is under way' },
  { pattern: new RegExp(`^${we} can ${adverb}`), tell: (rest) => (deed(rest) === undefined || /^(?:have|be|do that|not|get|go|talk)\b/.test(rest) ? undefined : `can ${rest}`), reason: 'an offer' },
  { pattern: new RegExp(`^(?:can|could|would|will) (?:you|i get you to|i ask you to) (?:please )?${adverb}`), tell: deed, reason: 'a request in the form of a question' },
  { pattern: new RegExp(`^${you} (?:will|are going to) ${adverb}(?=(?:go (?:back|up|down|on)|take|stop|start|stay|keep|use|drop|move|put|apply|swap|change|switch|need to|have to)\\b)`), tell: (rest) => rest.replace(/^(?:need|have) to /, ''), reason: 'what the patient will do from now on' },
  { pattern: /^(?:i|we) (?:then |also |just |always )*(?=(?:do|repeat|recheck|check|test|start|go up|increase|use|take|put|halve|retest) )(?!do not\b)/, tell: (rest) => rest, reason: 'the present tense of a plan' },
  { pattern: new RegExp(`^${you} (?:are|is) (?:also |now |actually )*(?=(?:due|overdue|eligible) )`), tell: (rest) => rest, reason: 'what is due' },
  { pattern: /^(?:let us|let me(?= (?:just )?(?:send|book|print|give|write|refer|ring|line up|organise|arrange|order)\b)) /, tell: (rest) => (/^(?:see|look|say|have|just|know|think|be|not|me|find|get)\b/.test(rest) ? undefined : deed(rest)), reason: 'an invitation to a deed' },
  { pattern: new RegExp(`^${you} (?:should|must|do|are|had better) (?:not|never) (?:to |want to |be )?${adverb}`), tell: (rest) => { const [verb = ''] = rest.split(' '); const base = baseOf(verb) ?? verb; return isOrderVerb(base) && !/^(?:have|feel|get|see|need|want|be)$/.test(base) ? negated(`${base}${rest.slice(verb.length)}`) : undefined }, reason: 'a duty not to do it' },
  { pattern: new RegExp(`^${you} (?:do|will) not need (?:any )?(?=(?:an?|the|antibiotics?|tablets?|treatment|surgery|bloods?|scans?|x)\\b)`), tell: (rest) => `no ${rest.replace(/^(?:an?|the|any) /, '')} needed`, reason: 'what is not needed' },
  { pattern: new RegExp(`^${you} (?:will |are going to )?${adverb}(?:should|must|need to|have to|have got to|want to|ought to|had better|are to|better|need to be|have to be|be best to) ${adverb}(?:be (?=[a-z]+ing\\b))?(?:try (?:to|and) )?`), tell: (rest) => { const [verb = ''] = rest.split(' '); const base = baseOf(verb) ?? verb; return ofTalk.test(rest) ? undefined : `${base}${rest.slice(verb.length)}` }, reason: 'a duty in the second person' },
  { pattern: new RegExp(`^${you} (?:will |are going to )?(?:also )?need (?=(?:an?|some|somebody|someone|two|three|your|the|another|blood|bloods)\\b)`), tell: (rest) => `needs ${rest}`, reason: 'a need with its thing' },
  { pattern: new RegExp(`^${you} can ${adverb}(?=[a-z])`), tell: (rest) => (/^(?:not|be|feel|have (?:a )?(?:look|listen)|see|hear|get (?:a|an|some) [a-z]+(?:y|ache|pain|rash)|tell|imagine|say|expect|notice|do better|sit up|put your (?:shirt|top)|forget|call it|do (?:it|that))\b/.test(rest) ? undefined : `can ${rest}`), reason: 'what is allowed' },
  { pattern: new RegExp(`^${you} (?:just |also |then |always )*(?!(?:are|were|had|did|do|know|will|would|can|could|should|must|have)\\b)(?=[a-z]+ )`), tell: present, reason: 'the present tense of an instruction' },
  { pattern: /^(?:it|that|this|the [a-z]+) (?:is|will be|would be) (?:(?:a|an|one|something) (?:[a-z]+ )?called )/, tell: (rest) => (namesKind(rest, 'medicine') ? rest : undefined), reason: 'the name of what is given' },
  { pattern: new RegExp(`^${you} could ${adverb}(?=(?:add|take|use|try|have)\\b)`), tell: (rest) => (namesKind(rest, 'medicine') && !/\bor\b/.test(rest) ? `consider ${gerundOf(rest.split(' ')[0] ?? '')}${rest.slice((rest.split(' ')[0] ?? '').length)}` : undefined), reason: 'a remedy that is offered' },
  { pattern: /^there is (?:also |always )?(?:an? |some )?/, tell: (rest) => (namesCare(rest.toLowerCase()) && !/^(?:no|not|the|option|choice|possibility)\b|\bbut\b/.test(rest) ? rest : undefined), reason: 'what there is to take' },
]

/** "For the itch I can give ...": what stands before the frame. */
const fronted =
  /^((?:for|at|in|on|with|after|before|from|until|by|once|during|then|one|two|three|four|six|a)\b[^,]{2,52}? )(?=(?:i|we|you) (?:will|can|could|would|should|am|are|need|want|must|do|repeat|recheck|check|start)\b)/i

/** The clause without its frame; undefined if its subject gives no order. */
export function openFrame(text: string): Framed | undefined {
  const said = text.toLowerCase()
  for (const { pattern, tell } of rows) {
    const [frame] = pattern.exec(said) ?? []
    if (frame === undefined) continue
    const rest = text.slice(frame.length)
    const told = tell(rest)
    return told === undefined || told.trim() === ''
      ? undefined
      : { text: told.replace(/^see you(?= (?:again )?(?:in|on|within|next|tomorrow|after|back|at)\b)/, 'review') }
  }
  const front = fronted.exec(text)?.[1]
  const own = front === undefined ? undefined : openFrame(text.slice(front.length))
  return front === undefined || own === undefined ? undefined : { text: `${front.trim()}, ${own.text}` }
}
