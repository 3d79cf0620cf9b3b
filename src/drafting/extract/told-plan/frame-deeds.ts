/** Deeds that a frame of the plan may hold, and those that belong to the talk, to thought and to the examination. D443. */
import { baseOf, isOrderVerb } from '../../vocabulary/order-verbs.ts'

/** Deeds of the talk itself. */
const speech = [
  'say|tell|explain|be|admit|pretend|come (?:to|back to|on to)|stay (?:on|with)|ask',
  'talk (?:you )?through|go through|lecture|bet|call (?:it|that)|go (?:on|back to)',
  'put (?:money|it|my)|start (?:with|by)|rule|leave (?:it|that) (?:there|at that)|end up',
  'keep an open mind|run late|prove|come off|be (?:quiet|honest)|offer(?: that| it)?$',
].join('|')
/** Deeds of the mind. */
const thought = [
  'think|know|wonder|worry|hope|wish|guess|mean|love|hate|like|mind|agree|understand|lie|fudge',
  'swear|imagine|expect|remember',
].join('|')
/** Deeds of the examination. */
const perception = [
  'look|listen|press|feel|count|show|have (?:a|another) (?:quick )?(?:look|listen|feel)',
  'see (?:if|what|whether|how|where)|find|draw|squeeze|stop (?:there|talking)',
  'have (?:your|the (?!nurse))|go and find|see|hear|note|examine\\b',
].join('|')
const ofTalk = new RegExp(`^(?:not )?(?:${speech}|${thought}|${perception})\\b`)
/** Deeds that are part of the talk, and order nothing. */
export const isOfTalk = (rest: string): boolean => ofTalk.test(rest)

/** What a clinician does with the hands. */
const byHand = [
  'load|transfuse|infuse|cannulate|catheterise|nebulise|immobilise|lance|plaster|suture|stitch|syringe|swab|examine|dip|fit|inject|excise|freeze|drain|suck',
  'squeeze you in',
].join('|')
/** What a clinician does with medicines and plans. */
const withDoses = [
  'prescribe|repeat|increase|reduce|double|halve|up|aim|taper|wean|go (?:with|for|up|down|back)',
  'steer|lose|swap|hold off|dose|cover|bring|get|give|put|keep|leave|stay|stick',
].join('|')
/** What a clinician arranges, looks up and tells. */
const withOthers = [
  'not|refer|review|see|speak|ring|phone|email|text|offer|print|admit|chase|treat|sign|send|lend',
  'pencil|recheck|ask (?:the|our|my|them|[a-z]+ to)|check|watch|manage|let (?:the|your)',
  'tell (?:the|your|them)|talk to (?:the|your)|do',
].join('|')
/** What a clinician does beside what an order may ask of a patient. */
const ofClinician = new RegExp(`^(?:${byHand}|${withDoses}|${withOthers})\\b`)

const again =
  /^(?:see|speak to|talk to|catch up with|have) (?:you|him|her)(?: both)?(?: (?:again|back))*(?= (?:again |back )?(?:in|on|within|next|tomorrow|after|at|this|about)\b)/

/** "I'd think about mirtazapine" weighs it. */
const weighing = /^(?:think (?:about|of)|consider) (?!it\b|that\b|this\b|what\b|how\b|whether\b)/

export const deed = (rest: string): string | undefined => {
  if (weighing.test(rest)) return rest.replace(weighing, 'consider ')
  if (again.test(rest)) return rest.replace(again, /^(?:speak|talk)/.test(rest) ? 'speak again' : 'review')
  const [verb = ''] = rest.split(' ')
  return isOfTalk(rest) || !(isOrderVerb(verb) || ofClinician.test(rest)) ? undefined : rest
}
/** What the patient does anyway, or what happens: "you have a rash", "you drop it". */
const ofState =
  /^(?:have|get|see|be|do|want|need|turn|come|go|lose|change|run|improve|make|sleep|feel|eat|drink|work|talk|hold|hear|set|show|smoke|ease|drop|start|cook)$/

export const present = (rest: string): string | undefined => {
  const [verb = '', next = ''] = rest.split(' ')
  return isOrderVerb(verb) && !ofState.test(verb) && next !== '' ? rest : undefined
}
export const progressive = (rest: string): string | undefined => {
  const [verb = ''] = rest.split(' ')
  const base = baseOf(verb)
  return base === undefined ? undefined : deed(`${base}${rest.slice(verb.length)}`)
}

export const negated = (rest: string): string => (/^(?:be|have) /.test(rest) ? `not ${rest}` : `do not ${rest}`)
