/** Frames of what the clinician wants: "I'd like you to", "I'd rather you", "I want some bloods". D443. */
import { baseOf, isOrderVerb } from '../../vocabulary/order-verbs.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { negated } from './frame-deeds.ts'
import { adverb, type FrameRow, we, you } from './frame-words.ts'

export const wishes: readonly FrameRow[] = [
  {
    reason: 'a cleft sentence names the deed after "is"',
    pattern: new RegExp(
      `^(?:what|all|the (?:only |best |first |main |big |other |next )?(?:thing|trick|idea|plan|rule|aim|key))(?: that)? (?:${we}|${you})? ?(?:(?:would|will|do|can|need|want|have|like|suggest|should|am|are|going|is|now|really|just|to|you|from|for) )*(?:do )?(?:is|be|are)(?: (?:that|to|for you to|just))? ?(?=[a-z])(?!(?:very|quite|not|called|so|too|one)\\b)`,
    ),
    tell: (rest) => rest.replace(new RegExp(`^(?:${you}|we|i)(?: will| would)? `), ''),
  },
  {
    reason: 'a preference for the deed of the patient, in the past tense',
    pattern: new RegExp(`^${we} would rather ${you} `),
    tell: (rest) => {
      const [verb = ''] = rest.split(' ')
      const base = {
        left: 'leave',
        took: 'take',
        stopped: 'stop',
        kept: 'keep',
        went: 'go',
        stayed: 'stay',
        had: 'have',
        used: 'use',
        started: 'start',
        avoided: 'avoid',
        did: 'do',
        came: 'come',
        saw: 'see',
        waited: 'wait',
      }[verb]
      return base === undefined ? undefined : `${base}${rest.slice(verb.length)}`.replace(/^do not /, 'do not ')
    },
  },
  {
    reason: 'a refused wish with the patient as its subject',
    pattern: new RegExp(`^${we} (?:would |do |will )?${adverb}not (?:want|like) ${you} (?:to )?(?=[a-z])`),
    tell: (rest) => {
      const [verb = ''] = rest.split(' ')
      const base = baseOf(verb) ?? verb
      return isOrderVerb(base) ? negated(`${base}${rest.slice(verb.length)}`) : undefined
    },
  },
  {
    reason: 'a wish that the patient does not do it',
    pattern: new RegExp(
      `^${we} (?:would |do |will |have to |must )?${adverb}(?:ask|advise|prefer|want|like|need|tell) ${you} (?:please )?(?:not|never) to (?=[a-z])`,
    ),
    tell: (rest) => negated(rest),
  },
  {
    reason: 'a wish with the patient as the subject of the deed',
    pattern: new RegExp(
      `^${we} (?:would |do |will |am going to )?${adverb}(?:like|want|need|love|prefer|ask|advise|encourage|get|recommend|suggest)(?: that)?(?: (?:it|for))?(?: if)? ${you} (?:to |could |would |should )?${adverb}(?:be )?(?=[a-z])(?!(?:back|in|there|here|looked|seen|on|at|not|checked)\\b)`,
    ),
    tell: (rest) => {
      const [verb = ''] = rest.split(' ')
      return baseOf(verb) === undefined
        ? isOrderVerb(verb)
          ? rest
          : undefined
        : `${baseOf(verb)}${rest.slice(verb.length)}`
    },
  },
  {
    reason: 'the medicine that the patient is to take',
    pattern: new RegExp(`^${we} (?:would |will )?${adverb}(?:like|want|prefer) ${you} on (?=[a-z])`),
    tell: (rest) => (namesKind(rest, 'medicine') ? rest : undefined),
  },
  {
    reason: 'the medicine that the patient is started on',
    pattern: new RegExp(`^${we} (?:would |will )?${adverb}(?:put|start) ${you} on (?=[a-z])`),
    tell: (rest) => (namesKind(rest, 'medicine') ? `start ${rest}` : undefined),
  },
  {
    reason: 'a wish with its thing',
    pattern: new RegExp(
      `^${we} (?:would |do |will )?${adverb}(?:like|want|need|love)(?: to (?:have|get|see|do|order|arrange|organise))? (?=(?:an?|some|the|your|his|her|another|more|blood|bloods|two|three|balance|repeat)\\b)`,
    ),
    tell: (rest) =>
      /^(?:the|your|some|a|another) (?:look|listen|feel|chat|word|think|idea|way|sense|surgeon|opinion|bit)\b/.test(
        rest,
      )
        ? undefined
        : rest,
  },
]
