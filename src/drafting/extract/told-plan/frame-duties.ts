/** Frames of what the patient should do, need not do, and may do: "you need to", "don't", "you can". D443. */
import { baseOf, isOrderVerb } from '../../vocabulary/order-verbs.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { deed, isOfTalk, negated, present } from './frame-deeds.ts'
import { adverb, type FrameRow, you } from './frame-words.ts'

export const duties: readonly FrameRow[] = [
  {
    reason: 'a request in the form of a question',
    pattern: new RegExp(`^(?:can|could|would|will) (?:you|i get you to|i ask you to) (?:please )?${adverb}`),
    tell: deed,
  },
  {
    reason: 'what the patient will do from now on',
    pattern: new RegExp(
      `^${you} (?:will|are going to) ${adverb}(?=(?:go (?:back|up|down|on)|take|stop|start|stay|keep|use|drop|move|put|apply|swap|change|switch|need to|have to)\\b)`,
    ),
    tell: (rest) => rest.replace(/^(?:need|have) to /, ''),
  },
  {
    reason: 'the present tense of a plan',
    pattern:
      /^(?:i|we) (?:then |also |just |always )*(?=(?:do|repeat|recheck|check|test|start|stop|add|go up|increase|use|take|put|halve|retest) )(?!do not\b)/,
    tell: (rest) => rest,
  },
  {
    reason: 'the medicine that the patient goes on',
    pattern: new RegExp(`^${you} (?:will |then |now )?go (?:back )?on(?:to)? (?=[a-z])`),
    tell: (rest) => (namesKind(rest, 'medicine') ? `go on ${rest}` : undefined),
  },
  {
    reason: 'what is due',
    pattern: new RegExp(`^${you} (?:are|is) (?:also |now |actually )*(?=(?:due|overdue|eligible) )`),
    tell: (rest) => rest,
  },
  {
    reason: 'an invitation to a deed',
    pattern:
      /^(?:let us|let me(?= (?:just )?(?:send|book|print|give|write|refer|ring|line up|organise|arrange|order)\b)) /,
    tell: (rest) => (/^(?:see|look|say|have|just|know|think|be|not|me|find|get)\b/.test(rest) ? undefined : deed(rest)),
  },
  {
    reason: 'a duty not to do it',
    pattern: new RegExp(`^${you} (?:should|must|do|are|had better) (?:not|never) (?:to |want to |be )?${adverb}`),
    tell: (rest) => {
      const [verb = ''] = rest.split(' ')
      const base = baseOf(verb) ?? verb
      return isOrderVerb(base) && !/^(?:have|feel|get|see|need|want|be)$/.test(base)
        ? negated(`${base}${rest.slice(verb.length)}`)
        : undefined
    },
  },
  {
    reason: 'what is not needed',
    pattern: new RegExp(
      `^${you} (?:do|will) not need (?:any )?(?=(?:an?|the|antibiotics?|tablets?|treatment|surgery|bloods?|scans?|x)\\b)`,
    ),
    tell: (rest) => `no ${rest.replace(/^(?:an?|the|any) /, '')} needed`,
  },
  {
    reason: 'a duty in the second person',
    pattern: new RegExp(
      `^${you} (?:will |are going to )?${adverb}(?:should|must|need to|have to|have got to|want to|ought to|had better|are to|better|need to be|have to be|be best to) ${adverb}(?:be (?=[a-z]+ing\\b))?(?:try (?:to|and) )?`,
    ),
    tell: (rest) => {
      const [verb = ''] = rest.split(' ')
      const base = baseOf(verb) ?? verb
      return isOfTalk(rest) ? undefined : `${base}${rest.slice(verb.length)}`
    },
  },
  {
    reason: 'a need with its thing',
    pattern: new RegExp(
      `^${you} (?:will |are going to )?(?:also )?need (?=(?:an?|some|somebody|someone|two|three|your|the|another|blood|bloods)\\b)`,
    ),
    tell: (rest) => `needs ${rest}`,
  },
  {
    reason: 'what the patient is given now',
    pattern: new RegExp(`^${you} (?:will )?get (?=[a-z])`),
    tell: (rest) => (/^(?:the |an? |your )?(?:anti-d|injection|dose|drip|vaccine|needle|[a-z-]+ (?:injection|vaccine))\b/i.test(rest) && /\b(?:tonight|today|now|tomorrow)\b/i.test(rest) ? `give ${rest}` : undefined), // biome-ignore format: short
  },
  {
    reason: 'what is not allowed',
    pattern: new RegExp(
      `^${you} (?:can ?not|may not|are not allowed to|are not to) ${adverb}(?=(?:drive|lift|swim|fly|dive|work|go back)\\b)`,
    ),
    tell: (rest) => negated(rest),
  },
  {
    reason: 'what is allowed',
    pattern: new RegExp(`^${you} can ${adverb}(?=[a-z])`),
    tell: (rest) =>
      /^(?:not|be|feel|have (?:a )?(?:look|listen)|see|hear|get (?:a|an|some) [a-z]+(?:y|ache|pain|rash)|tell|imagine|say|expect|notice|do better|sit up|put your (?:shirt|top)|forget|call it|do (?:it|that))\b/.test(
        rest,
      )
        ? undefined
        : `can ${rest}`,
  },
  {
    reason: 'the present tense of an instruction',
    pattern: new RegExp(
      `^${you} (?:just |also |then |always )*(?!(?:are|were|had|did|do|know|will|would|can|could|should|must|have)\\b)(?=[a-z]+ )`,
    ),
    tell: present,
  },
]
