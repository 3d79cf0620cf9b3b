/** HL7's FHIRPath suite for R4, from beside the repository: every row is as the suite has it, but for those that are named here. */
import { expect } from '@jest/globals'
import { testWithShared } from '../judges.ts'
import { judgeRow, readSuite, suiteFile } from './published-suite.ts'

/** Rows where the suite differs from the text of the specification, or from the needs of R4's own expressions. */
const knownDifferences: Readonly<Record<string, string>> = {
  'testPlus/testPlusDate19': 'N1 §6.7: a decimal is ignored above seconds, so 0.1 of a second is 100 milliseconds',
  'HighBoundary/HighBoundaryDateTimeMillisecond1':
    '3.0.0-ballot §5.10: the last moment of an hour is in its last minute; the suite takes an hour for its first minute',
  'HighBoundary/HighBoundaryDateTimeMillisecond3': 'the same expression again',
  'testInheritance/testFHIRPathAsFunction11': 'N1 §6.3: `as` keeps what is of a subtype, and a code is a string',
  'testInheritance/testFHIRPathAsFunction16': 'N1 §5.2: `ofType` keeps what is of a subtype, and a code is a string',
  'testInheritance/testFHIRPathAsFunction21': 'D38: R4 itself asks `as` of many, in dom-3 and in its search parameters',
}

testWithShared(`fhirpath/${suiteFile}`)('FHIRPath N1: the published suite for R4, row by row', () => {
  const rows = readSuite()
  const different = rows.flatMap((row) => {
    const { isAsExpected, found, expected } = judgeRow(row)
    return isAsExpected ? [] : [{ row: `${row.group}/${row.name}`, expression: row.expression, found, expected }]
  })

  expect(rows).toHaveLength(935)
  expect(different.filter(({ row }) => !(row in knownDifferences))).toEqual([])
  expect(different.map(({ row }) => row)).toEqual(Object.keys(knownDifferences))
})
