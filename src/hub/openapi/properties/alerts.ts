/** Properties of alerts. */
import type { PropertyTexts } from '../describe.ts'

const name = 'The name of the alert, which its messages carry. Name no patient in it. At most 100 characters.'
const channelId = 'The only channel that the alert looks at, a UUID; left out: all, and what is about no channel.'
const rule = 'What the alert looks for. docs/channels.md has the rules with their thresholds.'
const threshold = 'From which figure on it fires, in the unit of the rule; left out: the default of the rule.'
const target =
  'Who is told: a webhook (url, signature) or an email (host, port, from, to). Secrets are never answered again. docs/channels.md has the members.'
const throttleMinutes = 'For how many minutes the target is not told again that the same thing fires.'
const active = 'Whether it looks at all.'

const both = (member: string, text: string): PropertyTexts =>
  Object.fromEntries(['Alert', 'NewAlert', 'AlertChange'].map((schema) => [`${schema}.${member}`, text]))

export const alertTexts: PropertyTexts = {
  ...both('name', name),
  ...both('channelId', channelId),
  ...both('rule', rule),
  ...both('threshold', threshold),
  target,
  throttleMinutes,
  active,
  firings: 'What the alert fires about, or has fired about. Only the answer for one alert has it.',
  'firings.id': 'Names this firing in all messages about it, a UUID.',
  'firings.subject':
    'The channel or the sender that it is about, a UUID; the identifier of the tenant for the certificate of the server.',
  'firings.state': 'Whether the rule is broken now (firing) or no longer (resolved).',
  'firings.since': 'When it began. RFC 3339, UTC, milliseconds.',
  resolvedAt: 'When it ended. RFC 3339, UTC, milliseconds.',
  figure: ['The figure that broke the rule, in its unit.', 3],
  told: 'The last message that the target has taken.',
  toldAt: 'When the target has last taken the message that it fires. RFC 3339, UTC, milliseconds.',
  'firings.attempts': ['How often the next message has failed.', 0],
  'firings.reason': ['Why its last try failed, as a code.', 'timeout'],
}
