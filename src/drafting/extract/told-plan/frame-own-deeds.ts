/** Frames of what the clinician does, offers and advises: "I'll", "I'd suggest", "we can". D443. */
import { baseOf } from '../../vocabulary/order-verbs.ts'
import { namesCare } from './care-names.ts'
import { deed, negated, progressive } from './frame-deeds.ts'
import { adverb, decides, type FrameRow, we } from './frame-words.ts'

export const ownDeeds: readonly FrameRow[] = [
  {
    reason: 'the ward or the team that takes the patient in',
    pattern:
      /^(?:they|the (?:[a-z]+ ){0,2}(?:team|registrar|surgeons?|ward)) (?:will|are going to|is going to|have agreed to) (?=(?:admit|keep) (?:you|him|her)\b)/,
    tell: (rest) => rest.replace(/^(admit|keep) (?:you|him|her)/, '$1'),
  },
  {
    reason: 'the deed of the clinician',
    pattern: new RegExp(`^${we} (?:would |will |am going to )?${adverb}(?:like|want|need|love) to ${adverb}`),
    tell: deed,
  },
  {
    reason: 'what is thought of later',
    pattern: new RegExp(`^${we} (?:then |should )?(?:then )?think about (?=[a-z])`),
    tell: (rest) =>
      namesCare(rest) && !/\b(?:how|what|whether|why|it|that|this)\b/.test(rest) ? `consider ${rest}` : undefined,
  },
  {
    reason: 'what the clinician does not do',
    pattern: new RegExp(`^${we} ${decides} not ${adverb}`),
    tell: (rest) =>
      /^(?:give|use|start|put|prescribe|send|order|do|refer|book|change|increase|stop|touch|syringe)\b/.test(rest)
        ? `will not ${rest}`
        : undefined,
  },
  {
    reason: 'the deed of the clinician',
    pattern: new RegExp(`^${we} (?:${decides}|should) ${adverb}`),
    tell: deed,
  },
  {
    reason: 'advice against a deed',
    pattern: new RegExp(`^${we} would ${adverb}not ${adverb}`),
    tell: (rest) =>
      /^(?:do|be|want|say|know|have|call|like|mind|worry|lecture|lie|start|swear|expect)\b/.test(rest) ||
      deed(rest) === undefined
        ? undefined
        : negated(rest),
  },
  {
    reason: '"I would" with the deed gives advice',
    pattern: new RegExp(
      `^${we} would ${adverb}(?:(?:recommend|suggest|advise|say|go with|go for|be inclined to|tend to) )*`,
    ),
    tell: (rest) =>
      baseOf(rest.split(' ')[0] ?? '') === undefined
        ? (deed(rest) ??
          (/^(?:the|an?|some) /.test(rest) && (namesCare(rest) || /\b(?:oestrogen|estrogen|progesterone)\b/.test(rest))
            ? rest
            : undefined))
        : progressive(rest),
  },
  {
    reason: 'a verb of advice',
    pattern: new RegExp(
      `^${we} (?:suggest|recommend|advise|tend to (?:say|suggest|recommend)|propose|vote)(?: that)?(?: you)? ${adverb}`,
    ),
    tell: (rest) => (baseOf(rest.split(' ')[0] ?? '') === undefined ? rest : progressive(rest)),
  },
  {
    reason: 'a deed that is under way',
    pattern: new RegExp(`^${we} (?:am|are) ${adverb}(?=[a-z]+ing\\b)`),
    tell: progressive,
  },
  {
    reason: 'an offer',
    pattern: new RegExp(`^${we} can ${adverb}`),
    tell: (rest) =>
      deed(rest) === undefined || /^(?:have|be|do that|not|get|go|talk)\b/.test(rest) ? undefined : `can ${rest}`,
  },
]
