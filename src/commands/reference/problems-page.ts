/** The problems, from the catalogue. */
import { problemCatalogue } from '../../core/problem-catalogue.ts'
import { code, type ReferencePage } from './reference-page.ts'

export const problemsPage: ReferencePage = {
  name: 'problems',
  title: 'Problems',
  text: [
    'An error of `/v1` is a problem detail (RFC 7807). Under `/fhir/R4` it is an OperationOutcome with the issue code of the table. A running server has a page for each at `/problems/{slug}`. Where "Again" says yes, the same request may succeed later.',
  ],
  tables: [
    {
      columns: ['Problem', 'Status', 'When', 'Cause', 'Remedy', 'Issue code', 'Again'],
      rows: problemCatalogue.map(({ slug, status, title, cause, remedy, issue, retry }) => [
        code(slug),
        String(status),
        title,
        cause,
        remedy,
        code(issue),
        retry ? 'yes' : '',
      ]),
    },
  ],
}
