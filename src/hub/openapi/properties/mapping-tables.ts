/** Properties of mapping tables, and of what a channel does with them. docs/channels.md#mapping-tables. */
import type { PropertyTexts } from '../describe.ts'

const limitsText = [
  'The limits of what the receiver takes; absent: no limits. docs/channels.md has the rules.',
  { perSecond: 5, maxBytes: 5_000_000 },
] as const

/** A platform config has limits of another kind. */
const limitsTexts: PropertyTexts = {
  'Channel.limits': limitsText,
  'NewChannel.limits': limitsText,
  'ChannelChange.limits': limitsText,
}

export const mappingTexts: PropertyTexts = {
  'MappingTable.name': ['The name by which channels refer to it.', 'conditions'],
  'MappingTable.rows': 'How many rows this version has.',
  'MappingTable.sha256': 'The SHA-256 of the rows, as 64 hexadecimal digits: versions with equal rows have the same.',
  'MappingTable.systems': 'The code systems of the source codes.',
  'MappingTable.defaults': [
    'The source code systems that have a default: a row with the source code *.',
    ['http://snomed.info/sct'],
  ],
  'NewMappingTable.name': ['The name by which channels refer to it: small letters, digits and hyphens.', 'conditions'],
  csv: [
    'The text of a CSV file with the columns source_system, source_code, target_system, target_code and perhaps target_display.',
    'source_system,source_code,target_system,target_code\nhttp://snomed.info/sct,195967001,http://hl7.org/fhir/sid/icd-10-am,J45.9\n',
  ],
  'MappingRow.source': 'The code that a document has. The code * is the default of its system.',
  'MappingRow.target': 'The code that is sent instead.',
  'source.system': ['The code system of the document, a URI.', 'http://snomed.info/sct'],
  'source.code': ['The code in the document.', '195967001'],
  'target.system': ['The code system of the receiver, a URI.', 'http://hl7.org/fhir/sid/icd-10-am'],
  'target.code': ['The code in its place.', 'J45.9'],
  'target.display': ['The words for the code.', 'Asthma, unspecified'],
  'DryRun.mappings': 'Each code of the document that a mapping table of the channel concerns; absent without tables.',
  'DryRun.mappings.table': ['The name of the table that decided.', 'conditions'],
  'DryRun.mappings.version': ['The version of the table that decided.', 3],
  'DryRun.isOverMaxBytes': 'Whether the document is larger than the channel allows, so that it would be held.',
  'mappings.element': ['The element of the document that has the code.', 'Condition.code'],
  'mappings.outcome':
    'mapped: a row has replaced it; defaulted: the default of its system has; kept: it stays; held: the delivery would be held.',
  'mappings.source': 'The code that the document has; masked for those who may not read the document.',
  'mappings.target': 'The code that is sent instead, masked in the same way.',
  mappings: [
    'The mapping tables by which the channel replaces codes; the first one with a row for a code decides. docs/channels.md has the rules.',
    [{ table: 'conditions', miss: 'hold' }],
  ],
  ...limitsTexts,
  perSecond: ['How many messages start in a second at most, over all processes.', 5],
  perMinute: ['How many messages start in a minute at most, evenly spread over it.', 120],
  'limits.maxBytes': ['The largest message, in bytes; to a FHIR server, the largest request.', 5_000_000],
  'mappings.table': ['The name of the table.', 'conditions'],
  'mappings.version': ['The version of the table; absent: the newest when the document is sent.', 3],
  'mappings.miss':
    'The rule for a code without a row, if the table has its system: keep leaves it, default sends the default of its system, hold holds the delivery.',
  'mappings.elements': [
    'The elements whose codes it replaces; absent: all but those of the Composition.',
    ['Condition.code'],
  ],
}
