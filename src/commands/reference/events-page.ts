/** The kinds of audit events, from the table that records and counts them. */
import { events } from '../../store/events.ts'
import { code, type ReferencePage } from './reference-page.ts'

export const eventsPage: ReferencePage = {
  name: 'events',
  title: 'Events',
  text: [
    "The audit records these events. The table says which counter of the usage summary an event raises, whether it is billable, whether `GET /v1/events` streams it, and which action FHIR's AuditEvent gives it (C creates, R reads, U updates, D deletes, E executes).",
  ],
  tables: [
    {
      columns: ['Event', 'Counts as', 'Billable', 'Streamed', 'Action'],
      rows: events.map((row) => [
        code(row.kind),
        'usage' in row ? row.usage : '',
        'billing' in row ? row.billing : '',
        'push' in row ? 'yes' : '',
        row.action,
      ]),
    },
  ],
}
