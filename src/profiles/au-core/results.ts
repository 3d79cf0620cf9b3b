/** AU Core 2.0.0: results of tests, and smoking status. */
import type { ProfileRow } from './build-profile.ts'
import { componentValue, dayOrReason, partsOrValue, snomedSite, valueOrReason } from './invariants.ts'
import {
  atLeast,
  atMostOne,
  bound,
  codingSlice,
  demands,
  likeCoding,
  one,
  type Part,
  type Row,
  references,
  slicedBy,
  supported,
  types,
  underInvariant,
} from './rows.ts'

const performer: Row = [
  'performer',
  supported,
  references('core:practitioner', 'core:practitionerrole', 'core:organization', 'core:patient', 'core:relatedperson'),
]

const day: readonly Part[] = [underInvariant('au-core-obs-02'), demands(dayOrReason('au-core-obs-02'))]

const valueRows: readonly Row[] = [
  ['value[x]', supported, underInvariant('au-core-obs-01')],
  ['dataAbsentReason', supported, underInvariant('au-core-obs-01')],
]

const componentRows = (code: Row): Row[] => [
  ['component', supported, demands(componentValue('au-core-obs-03'))],
  code,
  ['component.value[x]', supported, underInvariant('au-core-obs-03')],
  ['component.dataAbsentReason', supported, underInvariant('au-core-obs-03')],
]

const diagnosticResult: ProfileRow = {
  id: 'diagnosticresult',
  name: 'AUCoreDiagnosticResult',
  title: 'AU Core Diagnostic Result Observation',
  type: 'Observation',
  base: 'base:diagnosticresult',
  version: '2.0.0',
  rows: [
    ['', demands(partsOrValue('au-core-obs-01'))],
    ['status', supported],
    ['category', supported, atLeast(1)],
    ['code', supported],
    ['subject', supported, atLeast(1), references('core:patient')],
    ['effective[x]', supported, atLeast(1), ...day],
    performer,
    ...valueRows,
    [
      'bodySite',
      supported,
      underInvariant('au-core-obs-04'),
      demands(snomedSite('au-core-obs-04')),
      bound('extensible', 'ncts:body-site-1'),
    ],
    ['hasMember', supported, references('core:diagnosticresult', 'base:imagingresult', 'core:diagnosticresult-path')],
    ...componentRows(['component.code', supported]),
  ],
}

const pathologyCode = bound('extensible', 'ncts:spia-pathology-reporting-1')

const pathologyResult: ProfileRow = {
  id: 'diagnosticresult-path',
  name: 'AUCorePathologyResult',
  title: 'AU Core Pathology Result Observation',
  type: 'Observation',
  base: 'base:pathologyresult',
  version: '2.0.0',
  rows: [
    ['', demands(partsOrValue('au-core-obs-01'))],
    ['status', supported],
    ['category', supported],
    ['category:lab', supported, one],
    ['category:specificDiscipline', supported, bound('extensible', 'ncts:pathology-diagnostic-service-category-1')],
    ['code', supported, pathologyCode],
    ['subject', supported, references('core:patient')],
    ['effective[x]', supported, ...day],
    performer,
    ...valueRows,
    ['interpretation', supported],
    ['specimen', supported],
    ['referenceRange', supported],
    ['referenceRange.low', supported],
    ['referenceRange.high', supported],
    ['referenceRange.type', supported],
    ['referenceRange.text', supported],
    ['hasMember', supported, references('core:diagnosticresult-path')],
    ...componentRows(['component.code', supported, pathologyCode]),
  ],
}

const smokingStatus: ProfileRow = {
  id: 'smokingstatus',
  name: 'AUCoreSmokingStatus',
  title: 'AU Core Smoking Status',
  type: 'Observation',
  base: 'r4:Observation',
  version: '2.0.0',
  rows: [
    ['', demands(valueOrReason('au-core-obs-01'))],
    ['status', supported],
    ['category', supported, atLeast(1), slicedBy(['pattern:$this'])],
    [
      'category:socialHistory',
      supported,
      one,
      likeCoding('http://terminology.hl7.org/CodeSystem/observation-category', 'social-history'),
    ],
    ['code', supported, likeCoding('http://snomed.info/sct', '1747861000168109')],
    ['code.coding', slicedBy(['value:code', 'value:system'])],
    ...codingSlice('code.coding:loincSmokingStatus', atMostOne, ['http://loinc.org', '72166-2']),
    ['subject', supported, atLeast(1), references('core:patient')],
    ['effective[x]', supported, atLeast(1), types('dateTime'), ...day],
    [
      'value[x]',
      supported,
      types('CodeableConcept'),
      underInvariant('au-core-obs-01'),
      bound('extensible', 'ncts:smoking-status-1'),
    ],
    ['dataAbsentReason', supported, underInvariant('au-core-obs-01')],
  ],
}

export const results: readonly ProfileRow[] = [diagnosticResult, pathologyResult, smokingStatus]
