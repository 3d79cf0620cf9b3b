/** AU Core 2.1.0 draft: documents, references to them, and reports. */
import type { ProfileRow } from './build-profile.ts'
import { atLeast, bound, demands, references, supported, underInvariant } from './rows.ts'

const author = references(
  'core:practitioner',
  'core:practitionerrole',
  'core:patient',
  'core:relatedperson',
  'core:organization',
  'r4:Device',
)

const composition: ProfileRow = {
  id: 'composition',
  name: 'AUCoreComposition',
  title: 'AU Core Composition',
  type: 'Composition',
  base: 'base:composition',
  version: '2.1.0-draft',
  rows: [
    [''],
    ['text', supported],
    ['identifier', supported],
    ['status', supported],
    [
      'type',
      supported,
      bound('preferred', 'r4set:doc-typecodes', ['adb-cmp-type-cand', 'ncts:common-fhir-document-types-au-1']),
    ],
    ['subject', supported, atLeast(1), references('core:patient')],
    ['date', supported],
    ['author', supported, author],
    ['title', supported],
    ['attester', supported],
    ['attester.mode', supported],
    ['attester.time', supported],
    [
      'attester.party',
      supported,
      references(
        'core:patient',
        'core:relatedperson',
        'core:practitioner',
        'core:practitionerrole',
        'core:organization',
      ),
    ],
    ['custodian', supported, references('core:organization')],
    ['section', supported, atLeast(1)],
    ['section.title', supported, atLeast(1)],
    ['section.code', supported],
    ['section.text', supported],
  ],
}

const documentReference: ProfileRow = {
  id: 'documentreference',
  name: 'AUCoreDocumentReference',
  title: 'AU Core DocumentReference',
  type: 'DocumentReference',
  base: 'r4:DocumentReference',
  version: '2.1.0-draft',
  rows: [
    [''],
    ['identifier', supported],
    ['status', supported],
    [
      'type',
      supported,
      atLeast(1),
      bound('preferred', 'r4set:c80-doc-typecodes', ['adb-docref-type-cand', 'ncts:common-document-types-au-1']),
    ],
    ['category', supported],
    ['subject', supported, atLeast(1), references('core:patient')],
    ['date', supported],
    ['author', supported, author],
    ['content', supported],
    ['content.attachment', supported],
    ['content.attachment.contentType', supported],
    ['content.attachment.data', supported],
    ['content.attachment.url', supported],
    ['context', supported],
    ['context.period', supported],
  ],
}

const diagnosticReport: ProfileRow = {
  id: 'diagnosticreport',
  name: 'AUCoreDiagnosticReport',
  title: 'AU Core DiagnosticReport',
  type: 'DiagnosticReport',
  base: 'base:diagnosticreport',
  version: '2.1.0-draft',
  rows: [
    [
      '',
      demands({
        key: 'au-core-dr-01',
        human: 'A report that has results says of when they are and when it was issued',
        expression:
          "(status='partial' or status='preliminary' or status='final' or status='amended' or status='corrected'" +
          " or status='appended' ) implies (effective.exists() and issued.exists())",
      }),
    ],
    ['identifier', supported],
    ['status', supported, underInvariant('au-core-dr-01')],
    ['category', supported, atLeast(1)],
    ['code', supported],
    ['subject', supported, atLeast(1), references('core:patient')],
    ['effective[x]', supported, underInvariant('au-core-dr-01')],
    ['issued', supported, underInvariant('au-core-dr-01')],
    [
      'performer',
      supported,
      references('core:practitioner', 'core:practitionerrole', 'core:organization', 'r4:CareTeam'),
    ],
    ['result', supported, references('core:diagnosticresult', 'base:imagingresult', 'core:diagnosticresult-path')],
    ['presentedForm', supported],
  ],
}

export const documents: readonly ProfileRow[] = [composition, documentReference, diagnosticReport]
